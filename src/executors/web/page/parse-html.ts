import { htmlTags } from '../html-tags.ts'
import type { DomDocument } from './dom.ts'

type Parser = { readonly parseHTML: (html: string) => { readonly document: DomDocument } }

/** The only place that loads it. Rejects if it is not installed. */
export async function loadHtmlParser(): Promise<(html: string) => DomDocument> {
  const loaded: unknown = await import('linkedom')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its types are those of a browser, of which we use the named part
  const { parseHTML } = loaded as Parser
  return html => parseHTML(framed(html)).document
}

const FRAME: ReadonlySet<string> = new Set(['html', 'head', 'body'])

/** Pages leave out the tags of the frame, double them or put them anywhere; this parser believes them. So all of them go, and a whole frame is put around. */
function framed(html: string): string {
  const parts: string[] = []
  let from = 0
  for (const { name, start, end } of htmlTags(html)) {
    if (!FRAME.has(name)) continue
    parts.push(html.slice(from, start))
    from = end
  }
  const inner = [...parts, html.slice(from)].join(' ').replace(/<!doctype[^>]{0,500}>/gi, ' ')
  return `<html><head></head><body>${inner}</body></html>`
}
