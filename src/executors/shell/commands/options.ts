import type { PlainWord } from '../reading/plain-word.ts'

type OptionKind = 'alone' | 'value' | 'path' | 'new' | 'maybe'

/**
 * The options that a program may be given, as a line of words: `-a` stands alone, `-n:` takes a value, `-f/` takes a
 * path, `-#` is a number; `--all`, `--max=` (value), `--file=/` (path), `--color=?` (a value after = or none); `-o>`
 * and `--output=>` name a file to be made. What is not listed is unknown.
 */
export type OptionTable = ReadonlyMap<string, OptionKind>

export type ReadOptions = {
  readonly operands: readonly PlainWord[]
  /** Values of options that name files. */
  readonly paths: readonly PlainWord[]
  /** Values of options that name files to be made. */
  readonly made: readonly PlainWord[]
  /** The options that were given, by their names. */
  readonly given: ReadonlySet<string>
  /** The values of options that take one, by their names. */
  readonly values: ReadonlyMap<string, readonly PlainWord[]>
}

export function optionTable(line: string): OptionTable {
  const table = new Map<string, OptionKind>()
  for (const word of line.split(/\s+/)) {
    const [, name = '', mark = ''] = /^(--?.+?)(=\/|=\?|=>|=|:|\/|>)?$/.exec(word) ?? []
    if (name === '') continue
    const kind =
      mark === '=?'
        ? 'maybe'
        : mark.endsWith('/')
          ? 'path'
          : mark.endsWith('>')
            ? 'new'
            : mark === ''
              ? 'alone'
              : 'value'
    if (/^-[A-Za-z0-9]{2,}$/.test(name)) for (const letter of name.slice(1)) table.set(`-${letter}`, 'alone')
    else table.set(name, kind)
  }
  return table
}

/** Undefined: there is an option that is not in the table. Words are permuted as GNU programs do it. */
export function readOptions(
  words: readonly PlainWord[],
  table: OptionTable,
): ReadOptions | { readonly unknown: string } {
  const [operands, paths, made]: [PlainWord[], PlainWord[], PlainWord[]] = [[], [], []]
  const [given, values] = [new Set<string>(), new Map<string, PlainWord[]>()]
  const ahead = words.toReversed()
  for (let word = ahead.pop(); word !== undefined; word = ahead.pop()) {
    if (word.value === '--') {
      operands.push(...ahead.toReversed())
      break
    }
    if (!word.value.startsWith('-') || word.value === '-') operands.push(word)
    else {
      if (word.globs && !isValueWithPattern(word.value, table)) return { unknown: word.value }
      const unknown = takeOption(word.value, { table, ahead, paths, made, given, values })
      if (unknown !== undefined) return { unknown }
    }
  }
  return { operands, paths, made, given, values }
}

/** `--include=*.ts`: bash finds no file of such a name, or names that begin with the same option. */
const isValueWithPattern = (word: string, table: OptionTable): boolean =>
  table.get(/^(--[a-z-]+)=/.exec(word)?.[1] ?? '') === 'value'

type Taking = {
  readonly table: OptionTable
  readonly ahead: PlainWord[]
  readonly paths: PlainWord[]
  readonly made: PlainWord[]
  readonly given: Set<string>
  readonly values: Map<string, PlainWord[]>
}

function takeOption(word: string, taking: Taking): string | undefined {
  return word.startsWith('--') ? takeLong(word, taking) : takeShort(word, taking)
}

function takeLong(word: string, taking: Taking): string | undefined {
  const { table, ahead, given } = taking
  const [, name = word, inline] = /^(--[^=]+)(?:=(.*))?$/s.exec(word) ?? []
  const kind = table.get(name)
  if (kind === undefined || (kind === 'alone' && inline !== undefined)) return word
  given.add(name)
  if (kind === 'alone' || kind === 'maybe') return undefined
  const value = inline === undefined ? ahead.pop() : { value: inline, globs: false }
  if (!value || value.globs) return word
  note(name, value, { kind, taking })
  return undefined
}

/** `-la` is two options; `-n5` is one with its value; `-5` is a number. */
function takeShort(word: string, taking: Taking): string | undefined {
  const { table, ahead, given } = taking
  if (table.has('-#') && /^-[0-9]+$/.test(word)) return undefined
  if (table.has(word) && word.length > 2) return takeWhole(word, taking)
  for (let at = 1; at < word.length; at++) {
    const name = `-${word[at] ?? ''}`
    const kind = table.get(name)
    if (kind === undefined) return word
    given.add(name)
    if (kind === 'alone') continue
    const rest = word.slice(at + 1)
    const value = rest === '' ? ahead.pop() : { value: rest, globs: false }
    if (!value || value.globs) return word
    note(name, value, { kind, taking })
    return undefined
  }
  return undefined
}

/** Programs with long names after one dash, such as `find -name`. */
function takeWhole(word: string, taking: Taking): string | undefined {
  const { table, ahead, given } = taking
  const kind = table.get(word)
  given.add(word)
  if (kind === 'alone') return undefined
  const value = ahead.pop()
  if (!value || value.globs) return word
  note(word, value, { kind, taking })
  return undefined
}

type Noting = { readonly kind: OptionKind | undefined; readonly taking: Taking }

function note(name: string, value: PlainWord, { kind, taking: { paths, made, values } }: Noting): void {
  if (kind === 'path') paths.push(value)
  if (kind === 'new') made.push(value)
  const known = values.get(name)
  if (known) known.push(value)
  else values.set(name, [value])
}
