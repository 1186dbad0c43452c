import { type Result, fail, succeed } from '../../core/index.ts'

export const HTML_LIMITS = { depth: 400, elements: 60_000, attributes: 200_000, attributesOfOne: 500 } as const

/** Elements without an end, and those that end when the next one begins: they do not add up to a depth. */
const FLAT: ReadonlySet<string> = new Set(
  'area base br col embed hr img input link meta param source track wbr p li dt dd option optgroup tr td th thead tbody tfoot colgroup rb rt rp rtc'.split(
    ' ',
  ),
)

/** What stands in them is no markup. */
const RAW: ReadonlySet<string> = new Set(['script', 'style', 'textarea', 'title'])

type Count = { depth: number; deepest: number; elements: number; attributes: number; mostOfOne: number }

/** Counts in one pass, before anything is built: a page that is nested or studded beyond all reason is not given to a parser. */
export function measureHtml(html: string): Result<undefined> {
  const count: Count = { depth: 0, deepest: 0, elements: 0, attributes: 0, mostOfOne: 0 }
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at)) {
    at = html.startsWith('<!--', at) ? endOf(html, '-->', at + 4) : takeTag(html, at, count)
    const because = whyTooMuch(count)
    if (because !== undefined) return fail('web_failed', `The page ${because}, and is not read.`)
  }
  return succeed(undefined)
}

function endOf(html: string, mark: string, from: number): number {
  const end = html.indexOf(mark, from)
  return end < 0 ? html.length : end + mark.length
}

function whyTooMuch({ deepest, elements, attributes, mostOfOne }: Count): string | undefined {
  if (deepest > HTML_LIMITS.depth) return `is nested deeper than ${HTML_LIMITS.depth} elements`
  if (elements > HTML_LIMITS.elements) return `has more than ${HTML_LIMITS.elements} elements`
  if (mostOfOne > HTML_LIMITS.attributesOfOne) return `has an element with more than ${HTML_LIMITS.attributesOfOne} attributes`
  return attributes > HTML_LIMITS.attributes ? `has more than ${HTML_LIMITS.attributes} attributes` : undefined
}

const MAX_NAME = 64

/** Where the tag, and what may be no markup behind it, ends. */
function takeTag(html: string, start: number, count: Count): number {
  const tag = /^<(?<close>\/?)(?<name>[a-z][a-z0-9:-]*)/i.exec(html.slice(start, start + MAX_NAME))
  if (!tag) return start + 1
  const name = (tag.groups?.['name'] ?? '').toLowerCase()
  const isEnd = tag.groups?.['close'] === '/'
  count.elements += isEnd ? 0 : 1
  if (!FLAT.has(name)) count.depth = Math.max(0, count.depth + (isEnd ? -1 : 1))
  count.deepest = Math.max(count.deepest, count.depth)
  const end = takeAttributes(html, start + tag[0].length, count)
  return RAW.has(name) && !isEnd ? endOfRaw(html, name, end) : end
}

function endOfRaw(html: string, name: string, from: number): number {
  const mark = new RegExp(`</${name}`, 'gi')
  mark.lastIndex = from
  return mark.exec(html)?.index ?? html.length
}

const isBetween = (sign: string | undefined): boolean => sign !== undefined && /[\s/=]/.test(sign)

function takeAttributes(html: string, start: number, count: Count): number {
  let [at, found] = [start, 0]
  while (at < html.length && html[at] !== '>') {
    if (isBetween(html[at])) at += 1
    else {
      at = endOfAttribute(html, at)
      found += 1
    }
  }
  count.attributes += found
  count.mostOfOne = Math.max(count.mostOfOne, found)
  return at + 1
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
