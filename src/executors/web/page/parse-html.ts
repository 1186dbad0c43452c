import type { DomDocument } from './dom.ts'

type Parser = { readonly parseHTML: (html: string) => { readonly document: DomDocument } }

/** The only place that loads it. Rejects if it is not installed. */
export async function loadHtmlParser(): Promise<(html: string) => DomDocument> {
  const loaded: unknown = await import('linkedom')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its types are those of a browser, of which we use the named part
  const { parseHTML } = loaded as Parser
  return html => parseHTML(whole(html)).document
}

/** A text without any element makes no document, so it gets one. */
const whole = (html: string): string => (/<html[\s>]/i.test(html) ? html : `<!doctype html><html><head></head><body>${html}</body></html>`)
