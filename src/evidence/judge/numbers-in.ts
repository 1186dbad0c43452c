const CARDINALS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve']
const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth', 'eleventh', 'twelfth']
const MOST = 200

function numberOf(word: string): number {
  const small = word.toLowerCase()
  const at = Math.max(CARDINALS.indexOf(small), ORDINALS.indexOf(small))
  return at >= 0 ? at + 1 : Number.parseInt(small, 10)
}

const NUMBER = `(?:\\d{1,4}(?:st|nd|rd|th)?|${[...CARDINALS, ...ORDINALS].join('|')})`
const ITEMS = new RegExp(`\\b(${NUMBER})\\b(?:\\s?(?:[-–—]|to|through|until)\\s?(${NUMBER})\\b)?`, 'gi')

/** `1–3`, `one, two and five`, `the second`: the numbers that are meant. */
export function numbersIn(words: string): readonly number[] {
  const numbers = new Set<number>()
  for (const [, first = '', last] of words.matchAll(ITEMS)) {
    const [from, to] = [numberOf(first), numberOf(last ?? first)]
    for (let number = from; number <= Math.min(to, from + MOST); number++) numbers.add(number)
  }
  return [...numbers]
}
