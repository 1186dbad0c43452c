const UNITS =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const ORDINALS = 'zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth'.split(' ')

/** `fifteen`, `twenty-seven`, `a hundred and twelve`, `four thousand two hundred`: as far as the words are numbers; undefined when the first is none. */
export function readNumber(words: string): number | undefined {
  let [thousands, rest]: [number | undefined, number | undefined] = [undefined, undefined]
  for (const word of words.toLowerCase().split(/[-\s]+/)) {
    const value = valueOf(word)
    const isOpen = rest === undefined || rest % 100 === 0 || (rest % 10 === 0 && rest % 100 >= 20 && (value ?? 0) < 10)
    if (word === 'hundred' && (rest ?? 0) < 100) rest = Math.max(1, rest ?? 1) * 100
    else if (word === 'dozen' && (rest ?? 0) < 100) rest = Math.max(1, rest ?? 1) * 12
    else if (word === 'thousand' && thousands === undefined)
      [thousands, rest] = [Math.max(1, rest ?? 1) * 1_000, undefined]
    else if (value !== undefined && isOpen) rest = (rest ?? 0) + value
    else if (!isSmall(word, thousands ?? rest)) break
  }
  return thousands === undefined ? rest : thousands + (rest ?? 0)
}

/** "A hundred", "a hundred and twelve". */
const isSmall = (word: string, sum: number | undefined): boolean =>
  (word === 'a' && sum === undefined) || (word === 'and' && (sum ?? 0) >= 100)

function valueOf(word: string): number | undefined {
  const unit = UNITS.indexOf(word)
  if (unit >= 0) return unit
  const ten = TENS.indexOf(word)
  return ten >= 0 ? (ten + 2) * 10 : undefined
}

export function readOrdinal(word: string): number | undefined {
  const small = word.toLowerCase()
  const at = ORDINALS.indexOf(small)
  if (at > 0) return at
  const parts = /^([a-z]+)-([a-z]+)$/.exec(small)
  const [ten, unit] = [TENS.indexOf(parts?.[1] ?? ''), ORDINALS.indexOf(parts?.[2] ?? '')]
  if (ten >= 0 && unit > 0) return (ten + 2) * 10 + unit
  return small.endsWith('th') ? readNumber(small.replace(/ieth$/, 'y').replace(/th$/, '')) : undefined
}

const LARGEST = 999_999

/** `a hundred and twelve` without the "a", as the texts have it; undefined for what nobody spells out. */
export function spellNumber(value: number): string | undefined {
  if (!Number.isInteger(value) || value < 0 || value > LARGEST) return undefined
  if (value >= 1_000) return joined(`${spellNumber(Math.floor(value / 1_000)) ?? ''} thousand`, value % 1_000, ' ')
  if (value >= 100)
    return joined(value < 200 ? 'hundred' : `${UNITS[Math.floor(value / 100)] ?? ''} hundred`, value % 100, ' and ')
  return UNITS[value] ?? joined(TENS[Math.floor(value / 10) - 2] ?? '', value % 10, '-')
}

const joined = (words: string, rest: number, by: string): string =>
  rest === 0 ? words : `${words}${by}${spellNumber(rest) ?? ''}`
