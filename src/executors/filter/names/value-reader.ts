import type { ValueStyle } from './secret-value.ts'

/** A value that a name is given. */
export type Assignment = { readonly start: number; readonly end: number; readonly style: ValueStyle }
export type ValueReader = {
  readonly read: (from: number, style: ValueStyle) => Assignment | undefined
  readonly readElement: (from: number) => Assignment | undefined
}

const LONGEST_QUOTED = 4096
const LONGEST_BARE = 16_384 // beyond this it is a file, not a value
const LOOK_FOR_NEXT = 1024

/** As it is, escaped once or more, or encoded for a URL or a web page. */
export const QUOTE_SOURCE: string = String.raw`(?:\\{0,3}["'\`]|%2[27]|&quot;|&#0?3[49];)`
const OPENING = new RegExp(`[rbuf@$]{0,2}(?<quote>${QUOTE_SOURCE})`, 'iy')

const codes = (characters: string): ReadonlySet<number> => new Set(Array.from(characters, char => char.charCodeAt(0)))
const STOPS_SETTING = codes(' \t\r\n"\'`\\<>')
const STOPS_LOOSE = codes(' \t\r\n"\'`\\<>,;)]}&|')
const MARKER_START = '[REDACTED:' // what runs into one was looked at before it was there
const NEXT_PARAMETER = /&[\w.%-]{1,64}=/
const TRAILING = /[,;.)\]}:!?]+$/

/** Remembers where the last run of characters ended, so that a text without spaces is walked once. */
export function createValueReader(text: string): ValueReader {
  let known = { from: 0, end: 0, stops: STOPS_LOOSE }
  const endOfRun = (start: number, stops: ReadonlySet<number>): number => {
    if (start >= known.from && start < known.end && stops === known.stops) return known.end
    let end = start
    while (end < text.length && !stops.has(text.charCodeAt(end))) end++
    known = { from: start, end, stops }
    return end
  }
  return {
    read: (from, style) => {
      OPENING.lastIndex = from
      const quote = OPENING.exec(text)?.groups?.['quote']
      return quote === undefined
        ? readBare(text, from, { style, endOfRun })
        : readQuoted(text, OPENING.lastIndex, quote)
    },
    readElement: from => readElement(text, from),
  }
}

/** Up to the same quote on the same line; a quote after a backslash belongs to the value. */
function readQuoted(text: string, start: number, quote: string): Assignment | undefined {
  const limit = Math.min(text.length, start + LONGEST_QUOTED)
  for (let end = start; end < limit; end++) {
    const char = text[end]
    if (char === '\n') return undefined
    if (text.startsWith(quote, end)) return end > start ? { start, end, style: 'quoted' } : undefined
    if (char === '\\') end++
  }
  return undefined
}

/** Between an opening and a closing tag. */
function readElement(text: string, start: number): Assignment | undefined {
  const limit = Math.min(text.length, start + LONGEST_QUOTED)
  let end = start
  while (end < limit && text[end] !== '<' && text[end] !== '\n') end++
  return text[end] === '<' && end > start ? { start, end, style: 'quoted' } : undefined
}

type Bare = { readonly style: ValueStyle; readonly endOfRun: (start: number, stops: ReadonlySet<number>) => number }

function readBare(text: string, start: number, { style, endOfRun }: Bare): Assignment | undefined {
  const stop = endOfRun(
    start,
    style === 'loose' || style === 'signed' || isInQuery(text, start) ? STOPS_LOOSE : STOPS_SETTING,
  )
  const opening = text.slice(start, Math.min(stop, start + LOOK_FOR_NEXT))
  if (opening.includes(MARKER_START)) return undefined
  const next = opening.includes('&') ? NEXT_PARAMETER.exec(opening)?.index : undefined
  const cut = next === undefined ? stop : start + next
  const end = cut - (TRAILING.exec(text.slice(Math.max(start, cut - 4), cut))?.[0].length ?? 0)
  if (end <= start || end - start > LONGEST_BARE) return undefined
  return { start, end, style: style === 'line' || style === 'signed' ? styleBefore(text.slice(end, end + 8)) : style }
}

/** What follows a value in code, and hardly ever in a setting or a log. */
const styleBefore = (rest: string): ValueStyle => (/^(?:>|\s{0,4}[,;)\]}&|+*/.(])/.test(rest) ? 'loose' : 'line')

/** In `?a=1&token=…` a value ends at the next ampersand. */
const isInQuery = (text: string, start: number): boolean =>
  /[?&][\w.%-]{1,80}=$/.test(text.slice(Math.max(0, start - 82), start))
