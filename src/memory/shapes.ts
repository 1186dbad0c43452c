/** What the form of a text tells, whatever its words mean. It needs the person's consent in every mode. */
export type FactShape = 'number' | 'address'

const DIGIT = /\p{N}/u // telephone numbers, house numbers, dates, codes
/** E-mail and web addresses, however they are spaced. Also finds "Node.js": a question too many does no harm. */
const ADDRESS = /@|[([{<]\s*at\s*[)\]}>]|:\s*[/\\]|(?<!\p{L})www\s*[.。]|[^\s.。][.。]\p{L}{2}/iu

/** One form for all ways to write the same sign: full-width letters, and marks between them that nobody sees. */
const plainForm = (text: string): string => text.normalize('NFKC').replace(/\p{Default_Ignorable_Code_Point}/gu, '')

export function shapesIn(text: string): readonly FactShape[] {
  const plain = plainForm(text)
  return [...(DIGIT.test(plain) ? (['number'] as const) : []), ...(ADDRESS.test(plain) ? (['address'] as const) : [])]
}

const GROUPS = /\d+(?:[\s\p{Pd}]{1,2}\d+)*/gu
const CARD_DIGITS = { least: 13, most: 19 } as const

/**
 * Numbers of payment cards are never kept. Their last digit is decided by the others (Luhn), so few other numbers look
 * like one. An expiry date may follow at once, so groups of digits are tried together from each of them on.
 */
export const hasCardNumber = (text: string): boolean =>
  (plainForm(text).match(GROUPS) ?? []).some(found => {
    const groups = found.match(/\d+/g) ?? []
    return groups.some((_, from) => beginsWithCard(groups.slice(from, from + CARD_DIGITS.most)))
  })

function beginsWithCard(groups: readonly string[]): boolean {
  let digits = ''
  return groups.some(group => {
    digits = digits.length > CARD_DIGITS.most ? digits : digits + group
    return digits.length >= CARD_DIGITS.least && digits.length <= CARD_DIGITS.most && hasCheckDigit(digits)
  })
}

function hasCheckDigit(found: string): boolean {
  const digits = Array.from(found, Number).toReversed()
  const counted = digits.map((digit, at) => (at % 2 === 0 ? digit : digit < 5 ? digit * 2 : digit * 2 - 9))
  return counted.reduce((total, each) => total + each, 0) % 10 === 0
}
