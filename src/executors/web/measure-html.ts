import { type Result, fail, succeed } from '../../core/index.ts'
import { type HtmlTag, htmlTags } from './html-tags.ts'

export const HTML_LIMITS = { depth: 400, elements: 60_000, attributes: 200_000, attributesOfOne: 500 } as const

/** Elements without an end, and those that end when the next one begins: they do not add up to a depth. */
const FLAT: ReadonlySet<string> = new Set(
  (
    'area base br col embed hr img input link meta param source track wbr p li dt dd option optgroup tr td th ' +
    'thead tbody tfoot colgroup rb rt rp rtc'
  ).split(' '),
)

type Count = { depth: number; deepest: number; elements: number; attributes: number; mostOfOne: number }

/** Counts tags in one pass, before any tree is built: an absurdly nested page is never given to a parser. */
export function measureHtml(html: string): Result<undefined> {
  const count: Count = { depth: 0, deepest: 0, elements: 0, attributes: 0, mostOfOne: 0 }
  for (const tag of htmlTags(html)) {
    take(tag, count)
    const because = whyTooMuch(count)
    if (because !== undefined) return fail('web_failed', `The page ${because}, and is not read.`)
  }
  return succeed(undefined)
}

function whyTooMuch({ deepest, elements, attributes, mostOfOne }: Count): string | undefined {
  if (deepest > HTML_LIMITS.depth) return `is nested deeper than ${HTML_LIMITS.depth} elements`
  if (elements > HTML_LIMITS.elements) return `has more than ${HTML_LIMITS.elements} elements`
  if (mostOfOne > HTML_LIMITS.attributesOfOne)
    return `has an element with more than ${HTML_LIMITS.attributesOfOne} attributes`
  return attributes > HTML_LIMITS.attributes ? `has more than ${HTML_LIMITS.attributes} attributes` : undefined
}

function take({ name, isEnd, attributes }: HtmlTag, count: Count): void {
  count.elements += isEnd ? 0 : 1
  if (!FLAT.has(name)) count.depth = Math.max(0, count.depth + (isEnd ? -1 : 1))
  count.deepest = Math.max(count.deepest, count.depth)
  count.attributes += attributes
  count.mostOfOne = Math.max(count.mostOfOne, attributes)
}
