import { longPattern } from '../../../core/index.ts'
import { cleanLine, cleanText } from '../clean-text.ts'
import { COMMENT, htmlPieces } from '../html-tags.ts'
import { type DomDocument, type DomElement, isElement } from './dom.ts'
import { isTooLargeForMarkdown, textOfNode } from './plain-text.ts'
import { LAYOUT, loadMarkdownWriter } from './write-markdown.ts'

export type PageOrder = { readonly html: string; readonly url: string }
export type ReadPage = {
  readonly title: string
  readonly author: string
  readonly date: string
  readonly site: string
  readonly text: string
}

const MAX_FACT = 300
const SHORT = 400 // an article of fewer characters is perhaps none

/** What a person would read of a page, as Markdown. */
export async function readPage({ html, url }: PageOrder): Promise<ReadPage> {
  const [parse, findArticle, write] = await Promise.all([loadHtmlParser(), loadArticleFinder(), loadMarkdownWriter()])
  const raw = parse(html)
  if (isTooLargeForMarkdown(raw)) return plainPage(raw)
  const open = (left = NO_TEXT): DomDocument => prepared(parse(html), url, left)
  const document = open()
  const title = document.title
  const article = findArticle(document)
  const chosen = article && article.length >= SHORT ? article : longer(article, open())
  return {
    title: cleanLine(chosen.title === '' ? title : chosen.title, MAX_FACT),
    author: cleanLine(chosen.author, MAX_FACT),
    date: cleanLine(chosen.date, MAX_FACT),
    site: cleanLine(chosen.site, MAX_FACT),
    text: firstText([() => chosen.element, () => open().body, () => open(NEVER_TEXT).body], write),
  }
}

function plainPage(document: DomDocument): ReadPage {
  const title = cleanLine(document.querySelector('title')?.textContent ?? '', MAX_FACT)
  const text = cleanText(
    textOfNode(document, node => isElement(node) && (LEFT_NAMES.has(node.nodeName.toLowerCase()) || isUnseen(node))),
  )
  return { title, author: '', date: '', site: '', text }
}

/** Nothing is the last thing to say of a page that has words, even if they only stand in its buttons. */
function firstText(elements: readonly (() => DomElement | null)[], write: (element: DomElement) => string): string {
  for (const elementOf of elements) {
    const element = elementOf()
    const text = element ? cleanText(write(element)) : ''
    if (text !== '') return text
  }
  return ''
}

/** A page of many short pieces has no article; then all of it is read. */
function longer(article: Article | undefined, whole: DomDocument): Article {
  const element = whole.body ?? whole
  const length = (element.textContent ?? '').trim().length
  const facts = {
    title: article?.title ?? '',
    author: article?.author ?? '',
    date: article?.date ?? '',
    site: article?.site ?? '',
  }
  return article && article.length * 2 >= length ? article : { element, length, ...facts }
}

const NEVER_TEXT = 'script, style, noscript, template, svg, canvas, iframe, object, embed, dialog'
const NO_TEXT = `${NEVER_TEXT}, button, input, select, textarea`
const LEFT_NAMES: ReadonlySet<string> = new Set(['title', ...NEVER_TEXT.split(', ')])
const UNSEEN = '[hidden], [aria-hidden="true"], [style]'
const HIDING = longPattern('i')`
    display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)
    |(?:opacity|font-size|max-height|max-width)\s*:\s*0(?![.\d]*[1-9])|(?:left|top|text-indent)\s*:\s*-\d{3}
  `

function prepared(document: DomDocument, url: string, left: string): DomDocument {
  const base = baseOf(document, url)
  for (const element of document.querySelectorAll(left)) if (!isData(element)) element.remove()
  nameDocument(document)
  for (const element of document.querySelectorAll(UNSEEN)) if (isUnseen(element)) element.remove()
  for (const link of document.querySelectorAll('a[href]')) setLink(link, base)
  for (const inner of document.querySelectorAll('table table')) markLayout(inner)
  return document
}

/** Where many pages say who wrote them, and when. */
const isData = (element: DomElement): boolean => element.getAttribute('type') === 'application/ld+json'

const isUnseen = (element: DomElement): boolean =>
  element.getAttribute('hidden') !== null ||
  element.getAttribute('aria-hidden') === 'true' ||
  HIDING.test(element.getAttribute('style') ?? '')

/**
 * Drops a page's title from its text, wherever it stands; pictures, which have titles of their own, are gone by now.
 */
function nameDocument(document: DomDocument): void {
  const titles = [...document.querySelectorAll('title')]
  const name = titles[0]?.textContent ?? ''
  for (const title of titles) title.remove()
  document.title = name
}

function baseOf(document: DomDocument, url: string): string {
  const told = document.querySelector('base[href]')?.getAttribute('href') ?? ''
  const base = URL.canParse(told, url) ? new URL(told, url) : undefined
  return base && /^https?:$/.test(base.protocol) ? base.href : url
}

const MAX_LINK = 2_000

/** Whole, and only where a reader could go. */
function setLink(link: DomElement, base: string): void {
  const href = link.getAttribute('href') ?? ''
  const url = href.length <= MAX_LINK && URL.canParse(href, base) ? new URL(href, base) : undefined
  if (url && /^(?:https?|mailto):$/.test(url.protocol)) link.setAttribute('href', url.href)
  else link.removeAttribute('href')
}

function markLayout(inner: DomElement): void {
  let above = inner.parentNode
  while (above) {
    if (above.nodeName === 'TABLE' && isElement(above)) {
      if (above.getAttribute(LAYOUT) !== null) return
      above.setAttribute(LAYOUT, '')
    }
    above = above.parentNode
  }
}

type Parser = { readonly parseHTML: (html: string) => { readonly document: DomDocument } }

/** The only place that loads it. Rejects if it is not installed. */
async function loadHtmlParser(): Promise<(html: string) => DomDocument> {
  const loaded: unknown = await import('linkedom')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a browser's types, of which we use a part
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
 * Pages leave out the tags of the frame, double them or put them anywhere; this parser believes them. So all of them
 * go, and a whole frame is put around. Comments are emptied: the parser does not end all of them where browsers do.
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

type Article = {
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
async function loadArticleFinder(): Promise<(document: DomDocument) => Article | undefined> {
  const loaded: unknown = await import('@mozilla/readability')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a browser's types, of which we use a part
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
