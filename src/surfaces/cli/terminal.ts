import type { Json } from '../../core/index.ts'

/** Where a verb writes: results to `out`, what went wrong to `problem`, everything else to `err`, which `--quiet` silences. */
export type Terminal = {
  readonly out: (text: string) => void
  readonly err: (text: string) => void
  readonly problem: (text: string) => void
  readonly paint: Paint
  /** Only a person at a terminal sees progress. */
  readonly isInteractive: boolean
}

export type Colour = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'violet' | 'cyan'
export type Paint = (colour: Colour, text: string) => string

const CODES: Readonly<Record<Colour, readonly [number, number]>> = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  violet: [35, 39],
  cyan: [36, 39],
}

export const painted: Paint = (colour, text) => `\u001b[${CODES[colour][0]}m${text}\u001b[${CODES[colour][1]}m`
export const unpainted: Paint = (_colour, text) => text

// Text from models, tools and files may carry commands for the terminal, turn the reading direction, or hide something; it is shown, not obeyed.
// JSON escapes the first of these by itself.
const CONTROL = String.raw`[\u0000-\u0008\u000B-\u001F]`
// What a terminal may obey or does not show: other controls, separators of lines, marks of direction, joiners, fillers, tags. The two signs
// that choose between a coloured and a plain picture are let be where they do.
const UNSEEN = String.raw`[\u007F-\u009F\u2028\u2029]|(?![\uFE0E\uFE0F])[\p{Cf}\p{Default_Ignorable_Code_Point}]|(?<!\p{Extended_Pictographic})[\uFE0E\uFE0F](?!\u20E3)`
const HIDDEN = new RegExp(`${CONTROL}|${UNSEEN}`, 'gu')
const OF_JSON = new RegExp(UNSEEN, 'gu')
/** Colours of our own, and whatever else stands in a text that somebody forgot to look at. */
const COLOUR_OR_HIDDEN = new RegExp(
  `(?<colour>\\u001B\\[(?:${[...new Set(Object.values(CODES).flat())].join('|')})m)|${HIDDEN.source}`,
  'gu',
)

const named = (mark: string): string => `\\u{${(mark.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}}`
/** As \uXXXX they mean the same to every parser of JSON. */
const escaped = (mark: string): string =>
  Array.from({ length: mark.length }, (_, at) => `\\u${mark.charCodeAt(at).toString(16).padStart(4, '0')}`).join('')

/** Foreign text with everything in it that a terminal would obey or hide made visible; it may have several lines. */
export const visible = (text: string): string => text.replace(HIDDEN, named)

/** The same for a place in the middle of a line: a text cannot begin a line of its own there. */
export const visibleInLine = (text: string): string => visible(text).replace(/[\n\t]/g, named)

/** JSON that can be shown on a terminal whatever text is in it. */
export const visibleJson = (json: string): string => json.replace(OF_JSON, escaped)

/** The last net: whatever gets here unseen is made visible, but for our own colours. */
const safe = (text: string, hasColour: boolean): string =>
  text.replace(COLOUR_OR_HIDDEN, (mark: string, colour: string | undefined) =>
    colour !== undefined && hasColour ? mark : named(mark),
  )

/** Results may be JSON, in which the marks must keep their meaning. */
const safeResult = (text: string, hasColour: boolean): string => safe(visibleJson(text), hasColour)

export function processTerminal(options: { quiet: boolean; colour: boolean }): Terminal {
  const isInteractive = process.stderr.isTTY && !options.quiet
  return {
    out: text => void process.stdout.write(`${safeResult(text, options.colour)}\n`),
    err: text => void (options.quiet ? undefined : process.stderr.write(`${safe(text, options.colour)}\n`)),
    problem: text => void process.stderr.write(`${safe(text, options.colour)}\n`),
    paint: options.colour ? painted : unpainted,
    isInteractive,
  }
}

/** JSON that can be shown on a terminal whatever text is in it. */
export const jsonLine = (value: Json): string => visibleJson(JSON.stringify(value))
