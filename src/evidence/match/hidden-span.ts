import { findPassages } from './find-passages.ts'
import { foldText } from './fold.ts'
import { type Quote, findQuote } from './find-quote.ts'
import type { Span } from './search-folded.ts'

const MARK = /\[REDACTED:[\w-]{1,40}(?:#[0-9a-f]{1,16})?\]/g
const CONTEXT = 24
const AROUND = 4_000
const FOUND_PREFIX = /^.{1,300}?:\d{1,7}: /

export const holdsMark = (words: string): boolean => words.search(MARK) >= 0

/** Does the passage reach into something that the tool's output hid? The output's own marks say where: between what stands beside them. */
export function reachesHidden(text: string, [start, end]: Span, output: string): boolean {
  const from = Math.max(0, start - AROUND)
  const window = text.slice(from, end + AROUND)
  for (const mark of output.matchAll(MARK)) {
    const lineStart = output.lastIndexOf('\n', mark.index) + 1
    const before = plainEnd(output.slice(lineStart, mark.index).replace(FOUND_PREFIX, ''))
    const after = plainStart(output.slice(mark.index + mark[0].length))
    for (const gap of gapsIn(window, before, after)) if (from + gap[0] < end && from + gap[1] > start) return true
  }
  return false
}

const plainEnd = (words: string): string => (words.split(MARK).at(-1) ?? '').slice(-CONTEXT)
const plainStart = (words: string): string => (words.split(/\n|\[REDACTED:/, 1)[0] ?? '').slice(0, CONTEXT)

/** Without anything before the mark, its line is hidden from the start; without anything after it, to the end. */
function* gapsIn(window: string, before: string, after: string): Generator<Span> {
  if (before.trim() === '' && after.trim() === '') return
  const lead = before.trim() === '' ? after : before
  for (let at = window.indexOf(lead); at >= 0; at = window.indexOf(lead, at + 1)) {
    const lineEnd = window.indexOf('\n', at)
    if (before.trim() === '') yield [window.lastIndexOf('\n', at - 1) + 1, at]
    else {
      const opens = at + before.length
      const closes = after.trim() === '' ? (lineEnd < 0 ? window.length : lineEnd) : window.indexOf(after, opens)
      if (closes > opens) yield [opens, closes]
    }
  }
}

type Place = { readonly text: string; readonly quote: Quote; readonly span: Span }

/** The same question, asked of the filter itself: are the quoted words still there once the lines around them are shown as tools show them? */
export function isHiddenBy(redact: (text: string) => string, { text, quote, span: [start, end] }: Place): boolean {
  const from = Math.max(text.lastIndexOf('\n', start - 1) + 1, start - AROUND)
  const to = text.indexOf('\n', end)
  const lines = text.slice(from, to < 0 ? end + AROUND : Math.min(to, end + AROUND))
  const shown = redact(lines)
  return shown !== lines && findQuote(shown, quote).next().done === true
}

/** Words that an output shows as they are cannot be hidden by it. */
export const isShownIn = (output: string, words: string): boolean =>
  findPassages(output, foldText(words)).next().done !== true
