/** What the form of a text tells, whatever its words mean. It needs the person's consent in every mode. */
export type FactShape = 'number' | 'address'

const DIGIT = /\p{N}/u // telephone numbers, house numbers, dates, codes
const ADDRESS = /\S@\S|:\/\// // e-mail and web addresses

export const shapesIn = (text: string): readonly FactShape[] => [
  ...(DIGIT.test(text) ? (['number'] as const) : []),
  ...(ADDRESS.test(text) ? (['address'] as const) : []),
]

const CARD = /(?<!\d)\d(?:[ -]?\d){12,18}(?!\d)/g

/**
 * Numbers of payment cards are never kept. Their last digit is decided by the others (Luhn), so few other numbers look
 * like one.
 */
export const hasCardNumber = (text: string): boolean => (text.match(CARD) ?? []).some(hasCheckDigit)

function hasCheckDigit(found: string): boolean {
  const digits = Array.from(found.replace(/\D/g, ''), Number).toReversed()
  const counted = digits.map((digit, at) => (at % 2 === 0 ? digit : digit < 5 ? digit * 2 : digit * 2 - 9))
  return counted.reduce((total, each) => total + each, 0) % 10 === 0
}
