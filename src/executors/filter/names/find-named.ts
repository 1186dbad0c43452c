import type { SecretSpan } from '../scan/span.ts'
import { type NameAt, nameAround, readAssignment } from './assignment.ts'
import { findHinted } from './hinted.ts'
import { type SecretName, readSecretName } from './secret-name.ts'
import { looksSecret } from './secret-value.ts'
import { type ValueReader, createValueReader } from './value-reader.ts'

const NAMED_RANK = 3

export type ReadName = (name: string) => SecretName | undefined

/** Names that the caller adds are compared without case and separators, and count as strong. */
export function createReadName(extra: readonly string[]): ReadName {
  const own = new Set(extra.map(plainName))
  const strong: SecretName = { strength: 'strong', category: 'password', phrase: false }
  const read = (name: string): SecretName | undefined =>
    own.size > 0 && own.has(plainName(name)) ? strong : readSecretName(name)
  return remembering(read)
}

const LONGEST_KEPT = 64
const MOST_KEPT = 1_000

/** The names of arguments are the same in every call. */
function remembering(read: ReadName): ReadName {
  const kept = new Map<string, SecretName | undefined>()
  return name => {
    if (name.length > LONGEST_KEPT) return read(name)
    if (kept.has(name)) return kept.get(name)
    if (kept.size >= MOST_KEPT) kept.clear()
    const meaning = read(name)
    kept.set(name, meaning)
    return meaning
  }
}

const plainName = (name: string): string => name.replaceAll(/[^A-Za-z0-9]/g, '').toLowerCase()

/** `nameEnd`: up to here the text has been read, however many keywords the name holds. */
type NamedSecret = { readonly nameEnd: number; readonly span: SecretSpan | undefined }
export type FindNamed = (from: number, to: number) => NamedSecret

/** Looks at the name around one keyword, at the value it is given and, failing that, at what stands near. */
export function findNamedIn(text: string, readName: ReadName): FindNamed {
  const values = createValueReader(text)
  return (from, to) => {
    const name = nameAround(text, from, to)
    if (name === undefined) return { nameEnd: to, span: undefined }
    return { nameEnd: name.end, span: findAssigned({ text, name, readName, values }) ?? findHinted(text, name) }
  }
}

type NameContext = {
  readonly text: string
  readonly name: NameAt
  readonly readName: ReadName
  readonly values: ValueReader
}

/** In `API key: …` the word before says what kind of key it is. */
function nameWithOwner(text: string, { start, end }: NameAt): string {
  const name = text.slice(start, end)
  return /^keys?$/i.test(name)
    ? (/[A-Za-z]+ $/.exec(text.slice(Math.max(0, start - 16), start))?.[0] ?? '') + name
    : name
}

function findAssigned({ text, name, readName, values }: NameContext): SecretSpan | undefined {
  const value = readAssignment(text, name, values)
  if (value === undefined) return undefined
  const meaning = readName(nameWithOwner(text, name))
  if (meaning === undefined || !looksSecret(text.slice(value.start, value.end), meaning, value.style)) return undefined
  return {
    start: value.start,
    end: value.end,
    category: meaning.category,
    rule: `named_${meaning.strength}`,
    rank: NAMED_RANK,
  }
}
