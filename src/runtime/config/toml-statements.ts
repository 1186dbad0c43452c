/**
 * One `key = value` or `[table]` of a TOML file and its place. Offsets count characters; `end` is before the line
 * break.
 */
export type TomlStatement = {
  readonly kind: 'pair' | 'table' | 'list'
  /** With the table that it stands in: `['tools', 'retry', 'max_attempts']`. */
  readonly path: readonly string[]
  readonly line: number
  readonly start: number
  readonly end: number
  /** Pairs: where the value begins; it runs to `end`, a comment after it included. */
  readonly valueStart: number
}

/**
 * Locates the statements of a file that a real parser has accepted, because parsers do not tell places. It knows only
 * enough TOML to find the end of a value, so callers that edit by these places must parse the result and compare.
 */
export function tomlStatements(text: string): readonly TomlStatement[] {
  const found: TomlStatement[] = []
  let table: readonly string[] = []
  let [at, line, counted] = [0, 1, 0]
  while ((at = skipBlank(text, at)) < text.length) {
    for (; counted < at; counted++) if (text[counted] === '\n') line++
    const start = at
    const isTable = text[at] === '['
    const isList = isTable && text[at + 1] === '['
    const { path, end: keyEnd } = readKey(text, at + (isList ? 2 : isTable ? 1 : 0))
    if (isTable) table = path
    at = isTable ? endOfLine(text, keyEnd) : endOfValue(text, keyEnd + 1)
    const valueStart = isTable ? at : skipSpaces(text, keyEnd + 1)
    found.push({
      kind: isList ? 'list' : isTable ? 'table' : 'pair',
      path: isTable ? path : [...table, ...path],
      line,
      start,
      end: at,
      valueStart,
    })
  }
  return found
}

const MAX_PLACED_LEVELS = 4 // as deep as tables go; `[a.b]` is where `a` stands, too

/** The line where each key and table first stands, by its dotted path. */
export function linesByPath(text: string): ReadonlyMap<string, number> {
  const lines = new Map<string, number>()
  for (const { path, line } of tomlStatements(text)) {
    for (let levels = 1; levels <= Math.min(path.length, MAX_PLACED_LEVELS); levels++) {
      const key = path.slice(0, levels).join('.')
      if (!lines.has(key)) lines.set(key, line)
    }
  }
  return lines
}

/** The line of a key, or of the nearest table around it. */
export function lineOf(lines: ReadonlyMap<string, number>, key: string): number | undefined {
  for (let path = key; path !== ''; path = path.slice(0, Math.max(0, path.lastIndexOf('.')))) {
    const line = lines.get(path)
    if (line !== undefined) return line
  }
  return undefined
}

/** The line on which each element of a list begins; its bracket stands at `open`. JSON is written in the same way. */
export function elementLines(text: string, open: number): readonly number[] {
  const lines: number[] = []
  let [at, depth, expects] = [open + 1, 1, true]
  while (at < text.length && depth > 0) {
    const character = text[at] ?? ''
    if (character === '#') at = endOfLine(text, at)
    else if (character === ',' && depth === 1) [at, expects] = [at + 1, true]
    else if (/\s/.test(character)) at++
    else {
      if (expects && character !== ']') lines.push(text.slice(0, at).split('\n').length)
      expects = false
      if (character === '[' || character === '{') depth++
      else if (character === ']' || character === '}') depth--
      at = character === '"' || character === "'" ? endOfString(text, at) : at + 1
    }
  }
  return lines
}

const isBlank = (character: string | undefined): boolean => character === ' ' || character === '\t'

function skipSpaces(text: string, from: number): number {
  let at = from
  while (isBlank(text[at])) at++
  return at
}

/** Over spaces, line breaks, comments and the mark at the beginning of a file. */
function skipBlank(text: string, from: number): number {
  let at = from
  for (;;) {
    const character = text[at]
    if (character === '#') at = endOfLine(text, at)
    else if (isBlank(character) || character === '\n' || character === '\r' || character === '\uFEFF') at++
    else return at
  }
}

function endOfLine(text: string, from: number): number {
  const at = text.indexOf('\n', from)
  if (at < 0) return text.length
  return text[at - 1] === '\r' ? at - 1 : at
}

/** Up to the `=` or `]` that ends a dotted key. */
function readKey(text: string, from: number): { readonly path: readonly string[]; readonly end: number } {
  const path: string[] = []
  let at = from
  while (at < text.length && text[at] !== '=' && text[at] !== ']' && text[at] !== '\n') {
    const character = text[at]
    if (character === '"' || character === "'") {
      const end = endOfString(text, at)
      path.push(unquote(text.slice(at, end)))
      at = end
    } else if (isBlank(character) || character === '.') at++
    else {
      const [bare = character ?? ''] = /^[^\s.="'\]]+/.exec(text.slice(at, at + MAX_BARE_KEY)) ?? []
      path.push(bare)
      at += bare.length
    }
  }
  return { path, end: at }
}

const MAX_BARE_KEY = 256

function unquote(quoted: string): string {
  if (quoted.startsWith("'")) return quoted.slice(1, -1)
  try {
    return String(JSON.parse(quoted))
  } catch {
    return quoted.slice(1, -1)
  }
}

function endOfString(text: string, from: number): number {
  const quote = text[from] ?? ''
  const mark = text.startsWith(quote.repeat(3), from) ? quote.repeat(3) : quote
  let at = from + mark.length
  while (at < text.length && !text.startsWith(mark, at)) at += quote === '"' && text[at] === '\\' ? 2 : 1
  at += mark.length
  // Up to two quotes may stand right before the three that end a string.
  while (mark.length === 3 && text[at] === quote) at++
  return Math.min(at, text.length)
}

/** Values may span lines while a bracket is open; a comment in them may hold brackets of its own. */
function endOfValue(text: string, from: number): number {
  let [at, open] = [from, 0]
  while (at < text.length) {
    const character = text[at]
    if (character === '"' || character === "'") at = endOfString(text, at)
    else if (character === '#') at = endOfLine(text, at)
    else if (open === 0 && (character === '\n' || (character === '\r' && text[at + 1] === '\n'))) return at
    else {
      if (character === '[' || character === '{') open++
      else if (character === ']' || character === '}') open--
      at++
    }
  }
  return text.length
}
