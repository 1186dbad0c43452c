import { COMMENT, htmlPieces } from '../html-tags.ts'
import type { DomDocument } from './dom.ts'

type Parser = { readonly parseHTML: (html: string) => { readonly document: DomDocument } }

/** The only place that loads it. Rejects if it is not installed. */
export async function loadHtmlParser(): Promise<(html: string) => DomDocument> {
  const loaded: unknown = await import('linkedom')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its types are those of a browser, of which we use the named part
  const { parseHTML } = loaded as Parser
  return html => parseHTML(framed(html)).document
}

const INSTEAD: ReadonlyMap<string, string> = new Map([
  ['html', ' '],
  ['head', ' '],
  ['body', ' '],
  [COMMENT, '<!---->'],
])

/**
 * Pages leave out the tags of the frame, double them or put them anywhere; this parser believes them. So all of them go, and a whole frame is
 * put around. Comments are emptied: the parser does not end all of them where browsers do.
 */
function framed(html: string): string {
  let [inner, from] = ['', 0]
  for (const { name, start, end } of htmlPieces(html)) {
    const instead = INSTEAD.get(name)
    if (instead === undefined) continue
    inner += html.slice(from, start) + instead
    from = end
  }
  return `<html><head></head><body>${(inner + html.slice(from)).replace(/<!doctype[^>]{0,500}>/gi, ' ')}</body></html>`
}
