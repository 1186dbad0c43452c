import type { Word, WordPart } from 'unbash'

/** A word whose value is known without running anything. `globs`: bash puts matching names in its place. */
export type PlainWord = { readonly value: string; readonly globs: boolean }

/** Why a word cannot be known. */
export type Unclear = { readonly unclear: string }

const PLAIN = /^[\p{L}\p{M}\p{N}_./,:=+@%^#!~-]*$/u
const ESCAPED = /\\([ -~])/g

const WORDS: Readonly<Record<string, string>> = {
  AnsiCQuoted: "a $'…' string",
  LocaleString: 'a $"…" string',
  SimpleExpansion: 'a variable',
  ParameterExpansion: 'a variable',
  CommandExpansion: 'a command substitution',
  ArithmeticExpansion: 'an arithmetic expansion',
  ProcessSubstitution: 'a process substitution',
  ExtendedGlob: 'an extended pattern',
  BraceExpansion: 'a brace expansion',
}

/** The value of a word that is made of letters, quotes and simple patterns only. Both readings of it must agree: the parser's and ours. */
export function readWord(word: Word): PlainWord | Unclear {
  const parts = word.parts ?? [{ type: 'Literal', text: word.text, value: word.value, pos: word.pos, end: word.end } as const]
  if (/(?:^|[=:])~/.test(word.text)) return { unclear: 'it uses ~' }
  let value = ''
  let globs = false
  for (const part of parts) {
    const read = readPart(part)
    if (typeof read !== 'string') return read
    if (part.type === 'Glob') globs = true
    value += read
  }
  if (parts.length > 1 && parts.some(part => part.type === 'Literal' && /[[\]]/.test(part.text))) return { unclear: 'it may be a pattern' }
  return value === word.value ? { value, globs } : { unclear: `"${word.text}" can be read in two ways` }
}

export const isUnclear = (read: object): read is Unclear => 'unclear' in read

function readPart(part: WordPart): string | Unclear {
  switch (part.type) {
    case 'Literal':
      return readLiteral(part.text)
    case 'SingleQuoted':
      return part.text === `'${part.value}'` && !part.value.includes("'") ? part.value : { unclear: 'its quotes are unclear' }
    case 'DoubleQuoted':
      return readDoubleQuoted(part.parts)
    case 'Glob':
      return part.kind !== 'bracket' || /^\[[\w!^.-]+\]$/.test(part.text) ? part.text : { unclear: 'it uses a pattern that is not simple' }
    default:
      return { unclear: `it uses ${WORDS[part.type] ?? 'something unknown'}` }
  }
}

/** Outside quotes: a backslash before a printable character is that character; everything else must be harmless as it stands. */
function readLiteral(text: string): string | Unclear {
  if (text === '[' || text === ']') return text // the command of this name, and its last word
  const bare = text.replace(ESCAPED, '')
  if (bare.includes('\\') || !PLAIN.test(bare)) return { unclear: `"${text}" is not a plain word` }
  return text.replace(ESCAPED, '$1')
}

function readDoubleQuoted(parts: readonly WordPart[]): string | Unclear {
  let value = ''
  for (const part of parts) {
    if (part.type !== 'Literal') return { unclear: `it uses ${WORDS[part.type] ?? 'something unknown'}` }
    if (/[$`]/.test(part.text.replace(/\\[$`"\\]/g, ''))) return { unclear: 'it uses $ in double quotes' }
    if (part.text.includes('\\\n')) return { unclear: 'a line goes on after a backslash' }
    value += part.text.replace(/\\([$`"\\])/g, '$1')
  }
  return value
}
