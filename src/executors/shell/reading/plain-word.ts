import type { Word, WordPart } from 'unbash'

/** A word whose value is known without running anything. `globs`: bash puts matching names in its place. */
export type PlainWord = {
  readonly value: string
  readonly globs: boolean
  /** It comes from a variable without quotes and may become several words, or names that a pattern matches. */
  readonly splits?: true
  /** Text that only the run will show: a line read, the result of a sum. `value` stands in for it. */
  readonly unknown?: true
}

/** What the variables of a loop, and those that are only printed, stand for. */
export type Variables = ReadonlyMap<string, PlainWord>

/** Why a word cannot be known. */
export type UnclearWord = { readonly unclear: string }

const PLAIN = /^[\p{L}\p{M}\p{N}_./,:=+@%^#!~-]*$/u
const ESCAPED = /\\([ -~])/g

const WORDS: Readonly<Record<string, string>> = {
  LocaleString: 'a $"…" string',
  SimpleExpansion: 'a variable',
  ParameterExpansion: 'a variable',
  CommandExpansion: 'a command substitution',
  ArithmeticExpansion: 'an arithmetic expansion',
  ProcessSubstitution: 'a process substitution',
  ExtendedGlob: 'an extended pattern',
  BraceExpansion: 'a brace expansion',
}

/** The value of a word of letters, quotes and simple patterns. The parser's reading and ours must agree. */
export function readWord(word: Word, variables: Variables = NONE): PlainWord | UnclearWord {
  const parts = word.parts ?? [
    { type: 'Literal', text: word.text, value: word.value, pos: word.pos, end: word.end } as const,
  ]
  if (/(?:^|[=:])~/.test(word.text)) return { unclear: 'it uses ~' }
  let value = ''
  let shape = '' // as the parser writes it: a variable by its name
  let globs = false
  let splits = false
  let unknown = false
  for (const part of parts) {
    const read = readPart(part, variables)
    if (isUnclear(read)) return read
    globs ||= read.globs
    unknown ||= read.unknown === true
    splits ||= read.splits === true
    value += read.value
    shape += read.shape ?? read.value
  }
  if (parts.length > 1 && parts.some(part => part.type === 'Literal' && /[[\]]/.test(part.text)))
    return { unclear: 'it may be a pattern' }
  const marks = { ...(splits && { splits }), ...(unknown && { unknown }) }
  return shape === word.value ? { value, globs, ...marks } : { unclear: `"${word.text}" can be read in two ways` }
}

/** One word for each thing that braces list. */
export function readPlainWords(word: Word, variables: Variables = NONE): readonly PlainWord[] | UnclearWord {
  if (!word.parts?.some(({ type }) => type === 'BraceExpansion')) {
    const read = readWord(word, variables)
    return isUnclear(read) ? read : [read]
  }
  const expanded = word.text === word.value ? expandBraces(word.text) : undefined
  return (
    expanded?.map(value => ({ value, globs: /[*?]/.test(value) })) ?? { unclear: 'it uses braces that are not plain' }
  )
}

export const isUnclear = (read: object): read is UnclearWord => 'unclear' in read

const NONE: Variables = new Map()

type ReadPart = PlainWord & { readonly shape?: string }

function readPart(part: WordPart, variables: Variables): ReadPart | UnclearWord {
  switch (part.type) {
    case 'Literal':
      return plain(readLiteral(part.text))
    case 'SingleQuoted':
      return plain(
        part.text === `'${part.value}'` && !part.value.includes("'")
          ? part.value
          : { unclear: 'its quotes are unclear' },
      )
    case 'AnsiCQuoted':
      return plain(readEscapes(part.text))
    case 'DoubleQuoted':
      return readDoubleQuoted(part.parts, variables)
    case 'Glob':
      return part.kind !== 'bracket' || /^\[[\w!^.-]+\]$/.test(part.text)
        ? { value: part.text, globs: true }
        : { unclear: 'it uses a pattern that is not simple' }
    case 'SimpleExpansion':
    case 'ParameterExpansion':
      return bare(readVariable(part, variables))
    case 'ArithmeticExpansion':
      return readSum(part)
    default:
      return { unclear: `it uses ${WORDS[part.type] ?? 'something unknown'}` }
  }
}

const plain = (read: string | UnclearWord): ReadPart | UnclearWord =>
  typeof read === 'string' ? { value: read, globs: false } : read

/** `$name` or `${name}` that is known, and nothing else. */
function readVariable({ text }: { readonly text: string }, variables: Variables): ReadPart | UnclearWord {
  const known = variables.get(/^\$(?:(\w+|\?)|\{(\w+)\})$/.exec(text)?.slice(1).join('') ?? '')
  return known ? { ...known, shape: text } : { unclear: 'it uses a variable' }
}

/** Of numbers alone: a name in it could stand for more arithmetic, and that for a command. */
export const PLAIN_SUM: RegExp = /\$\(\([0-9 +*/%()-]*\)\)/g

const readSum = ({ text }: { readonly text: string }): ReadPart | UnclearWord =>
  text.replace(PLAIN_SUM, '') === ''
    ? { value: text, globs: false, unknown: true }
    : { unclear: 'it uses an arithmetic expansion' }

/** Outside quotes a value is split at its spaces, and its patterns are filled in. */
const bare = (read: ReadPart | UnclearWord): ReadPart | UnclearWord =>
  !isUnclear(read) && (read.globs || !/^[\w./,:=+@%-]*$/.test(read.value))
    ? { ...read, globs: true, splits: true }
    : read

/** `$'\\t'`: text with tabs and line ends, and no other escapes. */
const readEscapes = (text: string): string | UnclearWord =>
  /^\$'(?:[^\\']|\\[tn])*'$/.test(text)
    ? text.slice(2, -1).replaceAll('\\t', '\t').replaceAll('\\n', '\n')
    : { unclear: "it uses a $'…' string" }

/**
 * Outside quotes: a backslash before a printable character is that character; the rest must be harmless as it stands.
 */
function readLiteral(text: string): string | UnclearWord {
  if (text === '[' || text === ']') return text // the command of this name, and its last word
  if (text === '{}' || text === '-I{}') return text // where find and xargs put a name
  const unescaped = text.replace(ESCAPED, '').replaceAll('{}', '') // bash leaves empty braces as they are
  if (unescaped.includes('\\') || !PLAIN.test(unescaped)) return { unclear: `"${text}" is not a plain word` }
  return text.replace(ESCAPED, '$1')
}

function readDoubleQuoted(parts: readonly WordPart[], variables: Variables): ReadPart | UnclearWord {
  let value = ''
  let shape = ''
  let globs = false
  let unknown = false
  for (const part of parts) {
    if (part.type === 'SimpleExpansion' || part.type === 'ParameterExpansion' || part.type === 'ArithmeticExpansion') {
      const read = part.type === 'ArithmeticExpansion' ? readSum(part) : readVariable(part, variables)
      if (isUnclear(read)) return read
      value += read.value
      shape += read.shape ?? read.value
      globs ||= read.globs
      unknown ||= read.unknown === true
      continue
    }
    if (part.type !== 'Literal') return { unclear: `it uses ${WORDS[part.type] ?? 'something unknown'}` }
    if (/[$`]/.test(part.text.replace(/\\[$`"\\]/g, ''))) return { unclear: 'it uses $ in double quotes' }
    if (part.text.includes('\\\n')) return { unclear: 'a line goes on after a backslash' }
    const text = part.text.replace(/\\([$`"\\])/g, '$1')
    value += text
    shape += text
  }
  return { value, globs, shape, ...(unknown && { unknown }) }
}

const PIECE = String.raw`[\w./*?=-]*`
const LIST = new RegExp(
  `^(?<head>${PIECE})\\{(?<inner>[\\w./-]*(?:,[\\w./-]*)+|[0-9]{1,4}\\.\\.[0-9]{1,4})\\}(?<tail>.*)$`,
)
const MAX_WORDS = 200

/** The words that bash makes of `src/{a,b}.js` and `{1..3}`. Undefined: there is more to it, or there are too many. */
function expandBraces(text: string): readonly string[] | undefined {
  const { head, inner, tail } = LIST.exec(text)?.groups ?? {}
  if (head === undefined || inner === undefined || tail === undefined)
    return new RegExp(`^${PIECE}$`).test(text) ? [text] : undefined
  const [middle, ends] = [inner.includes('..') ? rangeOf(inner) : inner.split(','), expandBraces(tail)]
  if (!middle || !ends || middle.length * ends.length > MAX_WORDS) return undefined
  return middle.flatMap(each => ends.map(end => head + each + end))
}

/** Numbers with a zero in front are filled up by bash. */
function rangeOf(inner: string): readonly string[] | undefined {
  const [from = 0, to = 0] = inner.split('..').map(Number)
  const length = Math.abs(to - from) + 1
  if (/(?:^|\.)0[0-9]/.test(inner) || length > MAX_WORDS) return undefined
  return Array.from({ length }, (_, at) => String(from < to ? from + at : from - at))
}
