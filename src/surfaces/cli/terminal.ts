import type { Json } from '../../core/index.ts'

/** Where a verb writes: results to `out`, problems to `problem`, everything else to `err`, which `--quiet` silences. */
export type Terminal = {
  readonly out: (text: string) => void
  readonly err: (text: string) => void
  readonly problem: (text: string) => void
  readonly paint: Paint
  /** True if a person sees standard error, so that progress is shown. */
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

// Text from models, tools and files may contain terminal commands, change the reading direction, or hide something. It
// is made visible instead. JSON escapes the first of these by itself.
const CONTROL = String.raw`[\u0000-\u0008\u000B-\u001F]`
// Other controls and line separators.
const SEPARATOR = String.raw`[\u007F-\u009F\u2028\u2029]`
// Direction marks, joiners, fillers, tags. The two variation selectors stay where they choose between a coloured and a
// plain picture.
const INVISIBLE = String.raw`(?![\uFE0E\uFE0F])[\p{Cf}\p{Default_Ignorable_Code_Point}]`
const STRAY_SELECTOR = String.raw`(?<!\p{Extended_Pictographic})[\uFE0E\uFE0F](?!\u20E3)`
// What a terminal may obey or hide.
const UNSEEN = `${SEPARATOR}|${INVISIBLE}|${STRAY_SELECTOR}`
const HIDDEN = new RegExp(`${CONTROL}|${UNSEEN}`, 'gu')
const OF_JSON = new RegExp(UNSEEN, 'gu')
/** Countersign's own colours, and any control that a caller forgot to make visible. */
const COLOUR_OR_HIDDEN = new RegExp(
  `(?<colour>\\u001B\\[(?:${[...new Set(Object.values(CODES).flat())].join('|')})m)|${HIDDEN.source}`,
  'gu',
)

const named = (mark: string): string => `\\u{${(mark.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}}`
/** As \uXXXX, which means the same to every JSON parser. */
const escaped = (mark: string): string =>
  Array.from({ length: mark.length }, (_, at) => `\\u${mark.charCodeAt(at).toString(16).padStart(4, '0')}`).join('')

/** Makes everything in foreign text visible that a terminal would obey or hide. It may have several lines. */
export const visible = (text: string): string => text.replace(HIDDEN, named)

/** The same for text inside a line: it cannot start a line of its own. */
export const visibleInLine = (text: string): string => visible(text).replace(/[\n\t]/g, named)

/** JSON that is safe to print on a terminal. */
export const visibleJson = (json: string): string => json.replace(OF_JSON, escaped)

/** The last check before printing: makes every control visible except Countersign's own colours. */
const safe = (text: string, hasColour: boolean): string =>
  text.replace(COLOUR_OR_HIDDEN, (mark: string, colour: string | undefined) =>
    colour !== undefined && hasColour ? mark : named(mark),
  )

/** The same for results, which may be JSON and must stay valid. */
const safeResult = (text: string, hasColour: boolean): string => safe(visibleJson(text), hasColour)

/** The result of a verb: JSON with `--json`, else text for people. */
export const resultText = ({ json }: { readonly json?: boolean | undefined }, value: unknown, text: string): string =>
  json === true ? JSON.stringify(value) : text

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

/** JSON that is safe to print on a terminal. */
export const jsonLine = (value: Json): string => visibleJson(JSON.stringify(value))
