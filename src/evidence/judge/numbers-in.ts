const CARDINALS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve']
const ORDINALS = [
  'first',
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
  'tenth',
  'eleventh',
  'twelfth',
]
const MOST = 200

function numberOf(word: string): number {
  const small = word.toLowerCase()
  const at = Math.max(CARDINALS.indexOf(small), ORDINALS.indexOf(small))
  return at >= 0 ? at + 1 : Number.parseInt(small, 10)
}

const NUMBER = `(?:\\d{1,4}(?:st|nd|rd|th)?|${[...CARDINALS, ...ORDINALS].join('|')})`
const ITEMS = new RegExp(`\\b(${NUMBER})\\b(?!-[a-z]{3})(?:\\s?(?:[-–—]|to|through|until)\\s?(${NUMBER})\\b)?`, 'gi')

const COUNT = new RegExp(
  `(first\\s)?(?:last\\s)?(?<![-–—])\\b(${NUMBER})\\s((?:[a-z]{3,12}\\s)?)(?=(?:scenes|chapters|parts|acts|sections|files|documents|cards|sheets|entries|pages|notes|characters|locations)\\b)`,
  'gi',
)

/** "the ten files", "all three scenes" say how many there are, not which; "the first two scenes" are 1 and 2. */
export const withoutCounts = (words: string): string =>
  words.replace(COUNT, (all, ...[first, number = '', sort = '']: readonly (string | undefined)[]) => {
    if (ORDINALS.includes(number.toLowerCase()) || /[a-z]$/.test(number.replace(/^[a-z]+$/i, ''))) return all
    return first === undefined ? sort : `1-${numberOf(number)} ${sort}`
  })

/** "the last two scenes": how many from the end; undefined when it is not said so. */
export function lastIn(words: string): number | undefined {
  const match = new RegExp(`\\b(?:last|final)\\s(?:(${NUMBER})\\s)?(?:scene|chapter|part|act|section)s?\\b`, 'i').exec(
    words,
  )
  return match === null ? undefined : match[1] === undefined ? 1 : numberOf(match[1])
}

/** `1–3`, `one, two and five`, `the second`: the numbers that are meant. */
export function numbersIn(words: string): readonly number[] {
  const numbers = new Set<number>()
  for (const [, first = '', last] of withoutCounts(words).matchAll(ITEMS)) {
    const [from, to] = [numberOf(first), numberOf(last ?? first)]
    for (let number = from; number <= Math.min(to, from + MOST); number++) numbers.add(number)
  }
  return [...numbers]
}
