const UNITS =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const ORDINALS = 'zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth'.split(' ')

/** `fifteen`, `twenty-seven`, `a hundred and twelve`: as far as the words are numbers; undefined when the first is none. */
export function readNumber(words: string): number | undefined {
  let sum: number | undefined
  for (const word of words.toLowerCase().split(/[-\s]+/)) {
    const value = valueOf(word)
    if (word === 'hundred') sum = Math.max(1, sum ?? 1) * 100
    else if (value !== undefined && (sum === undefined || (sum % 10 === 0 && value < 100))) sum = (sum ?? 0) + value
    else if (!(word === 'a' && sum === undefined) && !(word === 'and' && (sum ?? 0) >= 100)) break
  }
  return sum
}

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
