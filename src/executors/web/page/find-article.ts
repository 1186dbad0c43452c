import type { DomDocument, DomElement } from './dom.ts'

export type Article = {
  readonly element: DomElement
  readonly length: number
  readonly title: string
  readonly author: string
  readonly date: string
  readonly site: string
}

type FoundArticle = {
  readonly content?: DomElement | null
  readonly length?: number | null
  readonly title?: string | null
  readonly byline?: string | null
  readonly publishedTime?: string | null
  readonly siteName?: string | null
}
type ArticleReader = new (document: DomDocument, options: object) => { parse(): FoundArticle | null }

/** The only place that loads it. Rejects if it is not installed. What it finds is taken out of the document. */
export async function loadArticleFinder(): Promise<(document: DomDocument) => Article | undefined> {
  const loaded: unknown = await import('@mozilla/readability')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its types are those of a browser, of which we use the named part
  const { Readability } = loaded as { readonly Readability: ArticleReader }
  return document => {
    const found = new Readability(document, {
      serializer: (element: DomElement) => element,
      keepClasses: false,
    }).parse()
    if (!found?.content) return undefined
    const { content, length, title, byline, publishedTime, siteName } = found
    return {
      element: content,
      length: length ?? 0,
      title: title ?? '',
      author: byline ?? '',
      date: publishedTime ?? '',
      site: siteName ?? '',
    }
  }
}
