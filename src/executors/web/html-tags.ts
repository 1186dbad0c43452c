export type HtmlTag = {
  readonly name: string
  readonly isEnd: boolean
  readonly start: number
  /** Behind its `>`. */
  readonly end: number
  readonly attributes: number
}

/** What stands in them is no markup. */
const RAW: ReadonlySet<string> = new Set(['script', 'style', 'textarea', 'title'])

/** A comment has this name. */
export const COMMENT = '!--'

/** Every tag of a page in one pass, without those in comments, scripts and their like. */
export function* htmlTags(html: string): Generator<HtmlTag> {
  for (const piece of htmlPieces(html)) if (piece.name !== COMMENT) yield piece
}

/** Tags and comments. */
export function* htmlPieces(html: string): Generator<HtmlTag> {
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at)) {
    const piece = html.startsWith('<!--', at) ? commentAt(html, at) : tagAt(html, at)
    if (piece) yield piece
    at = piece ? behind(html, piece) : at + 1
  }
}

/** Browsers end it at `--!>` as well, and `<!-->` is a whole one. */
function commentAt(html: string, start: number): HtmlTag {
  const mark = /--!?>/g
  mark.lastIndex = start + 2
  const end = mark.exec(html) ? mark.lastIndex : html.length
  return { name: COMMENT, isEnd: false, start, end, attributes: 0 }
}

/** `<script/>` is whole for the parser, so what follows counts. */
const behind = (html: string, { name, isEnd, end }: HtmlTag): number =>
  RAW.has(name) && !isEnd && html[end - 2] !== '/' ? endOfRaw(html, name, end) : end

function endOf(html: string, mark: string, from: number): number {
  const end = html.indexOf(mark, from)
  return end < 0 ? html.length : end + mark.length
}

const MAX_NAME = 64

function tagAt(html: string, start: number): HtmlTag | undefined {
  const tag = /^<(?<close>\/?)(?<name>[a-z][a-z0-9:-]*)/i.exec(html.slice(start, start + MAX_NAME))
  if (!tag) return undefined
  const name = (tag.groups?.['name'] ?? '').toLowerCase()
  return { name, isEnd: tag.groups?.['close'] === '/', start, ...attributesFrom(html, start + tag[0].length) }
}

function endOfRaw(html: string, name: string, from: number): number {
  const mark = new RegExp(`</${name}`, 'gi')
  mark.lastIndex = from
  return mark.exec(html)?.index ?? html.length
}

const isBetween = (sign: string | undefined): boolean => sign !== undefined && /[\s/=]/.test(sign)

function attributesFrom(html: string, start: number): Pick<HtmlTag, 'end' | 'attributes'> {
  let [at, attributes] = [start, 0]
  while (at < html.length && html[at] !== '>') {
    if (isBetween(html[at])) at += 1
    else {
      at = endOfAttribute(html, at)
      attributes += 1
    }
  }
  return { end: at + 1, attributes }
}

/** Behind `name`, `name=value` or `name = "value"`. */
function endOfAttribute(html: string, start: number): number {
  let end = start + 1
  while (end < html.length && html[end] !== '>' && !isBetween(html[end])) end += 1
  const sign = afterSpace(html, end)
  if (html[sign] !== '=') return end
  const value = afterSpace(html, sign + 1)
  const quote = html[value]
  return quote === '"' || quote === "'" ? endOf(html, quote, value + 1) : sign + 1
}

function afterSpace(html: string, from: number): number {
  let at = from
  while (at < html.length && /\s/.test(html[at] ?? '')) at += 1
  return at
}
