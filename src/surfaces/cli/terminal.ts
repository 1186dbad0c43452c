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
export const plain: Paint = (_colour, text) => text

// Text from models, tools and files may carry commands for the terminal or turn the reading direction; it is shown, not obeyed.
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const INVISIBLE = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u061C\u200B-\u200F\u2028-\u202E\u2060-\u2069\uFEFF]/g

// JSON does not escape these, and a terminal may obey them; as \uXXXX they mean the same to every parser.
const DECEPTIVE = /[\u007F-\u009F\u061C\u200B-\u200F\u2028-\u202E\u2060-\u2069\uFEFF]/g
const escaped = (mark: string): string => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`

/** Foreign text with its control and direction marks made visible. */
export const visible = (text: string): string => text.replace(INVISIBLE, mark => `\\u{${mark.charCodeAt(0).toString(16).padStart(4, '0')}}`)

export function processTerminal(options: { quiet: boolean; colour: boolean }): Terminal {
  const isInteractive = process.stderr.isTTY && !options.quiet
  return {
    out: text => void process.stdout.write(`${text.replace(DECEPTIVE, escaped)}\n`),
    err: text => void (options.quiet ? undefined : process.stderr.write(`${text}\n`)),
    problem: text => void process.stderr.write(`${text}\n`),
    paint: options.colour ? painted : plain,
    isInteractive,
  }
}
