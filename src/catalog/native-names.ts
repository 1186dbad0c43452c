import { sha256 } from '../core/index.ts'

/** Provider APIs take fewer characters than tools may have in their names; both directions are fixed once. */
export type NativeNames = {
  encode(name: string): string | undefined
  decode(nativeName: string): string | undefined
}

const MAX_LENGTH = 64
const SUFFIX_LENGTH = 8
const ALLOWED = /^[A-Za-z0-9_-]{1,64}$/

/** `memory.gc_plan` → `memory__gc_plan`. A name that this cannot express, or expresses twice, gets a hash. */
export function createNativeNames(names: Iterable<string>): NativeNames {
  const distinct = new Set(names)
  const all = [...distinct]
  if (all.every(name => ALLOWED.test(name))) return asTheyAre(distinct)
  const plain = countBy(all.map(withoutDots))
  const encoded = new Map<string, string>()
  const decoded = new Map<string, string>()
  const fits = (name: string): boolean =>
    ALLOWED.test(name) || (ALLOWED.test(withoutDots(name)) && plain.get(withoutDots(name)) === 1)
  for (const name of all.filter(fits)) keep(name, ALLOWED.test(name) ? name : withoutDots(name))
  for (const name of all.filter(other => !fits(other))) keep(name, hashedName(name, decoded))
  return { encode: name => encoded.get(name), decode: nativeName => decoded.get(nativeName) }

  function keep(name: string, nativeName: string): void {
    encoded.set(name, nativeName)
    decoded.set(nativeName, name)
  }
}

function asTheyAre(names: ReadonlySet<string>): NativeNames {
  const known = (name: string): string | undefined => (names.has(name) ? name : undefined)
  return { encode: known, decode: known }
}

const withoutDots = (name: string): string => name.replaceAll('.', '__')

function countBy(words: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

function hashedName(name: string, taken: ReadonlyMap<string, string>): string {
  const hash = sha256(name)
  const stem = withoutDots(name).replace(/[^A-Za-z0-9_-]/g, '_')
  for (let length = SUFFIX_LENGTH; length < MAX_LENGTH; length += SUFFIX_LENGTH) {
    const candidate = `${stem.slice(0, MAX_LENGTH - length - 1)}_${hash.slice(0, length)}`
    if (!taken.has(candidate)) return candidate
  }
  return hash
}
