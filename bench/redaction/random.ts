/** Numbers that look random and are the same every time (mulberry32). */
export type Random = {
  readonly pick: (alphabet: string, length: number) => string
  readonly below: (limit: number) => number
}

export function seeded(seed: number): Random {
  let state = seed >>> 0
  const below = (limit: number): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit)
  }
  return { below, pick: (alphabet, length) => Array.from({ length }, () => alphabet[below(alphabet.length)]).join('') }
}

const LOWER = 'abcdefghijklmnopqrstuvwxyz'
const UPPER = LOWER.toUpperCase()
type Alphabet = 'digits' | 'hex' | 'upper' | 'lower' | 'letters' | 'word' | 'url' | 'base64' | 'base32' | 'symbols'
export const ALPHABETS: Readonly<Record<Alphabet, string>> = {
  digits: '0123456789',
  hex: '0123456789abcdef',
  upper: `${UPPER}0123456789`,
  lower: `${LOWER}0123456789`,
  letters: `${UPPER}${LOWER}`,
  word: `${UPPER}${LOWER}0123456789`,
  url: `${UPPER}${LOWER}0123456789-_`,
  base64: `${UPPER}${LOWER}0123456789+/`,
  base32: `${UPPER}234567`,
  symbols: `${UPPER}${LOWER}0123456789!#%*+-=?@^_~`,
}
