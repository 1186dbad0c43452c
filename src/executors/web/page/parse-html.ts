import type { DomDocument } from './dom.ts'

type Parser = { readonly parseHTML: (html: string) => { readonly document: DomDocument } }

/** The only place that loads it. Rejects if it is not installed. */
export async function loadHtmlParser(): Promise<(html: string) => DomDocument> {
  const loaded: unknown = await import('linkedom')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its types are those of a browser, of which we use the named part
  const { parseHTML } = loaded as Parser
  return html => parseHTML(whole(html)).document
}

/** Pages may leave out the tags that a browser adds by itself; this parser does not add them. */
function whole(html: string): string {
  if (/<body[\s>]/i.test(html)) return /<html[\s>]/i.test(html) ? html : `<html>${html}</html>`
  const bare = html.replace(/<!doctype[^>]{0,500}>|<\/?html(?:\s[^>]{0,2000})?>|<\/?body>/gi, '')
  const head = /<\/head\s*>/i.exec(bare)
  if (head) return `<html>${bare.slice(0, head.index)}</head><body>${bare.slice(head.index + head[0].length)}</body></html>`
  const title = /<title[^>]{0,200}>[^<]{0,2000}<\/title\s*>/i.exec(bare)?.[0] ?? ''
  return `<html><head>${title}</head><body>${bare.replace(title, '')}</body></html>`
}
