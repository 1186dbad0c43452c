import { longPattern } from '../../core/index.ts'

/** Everything that takes no place on a page: controls, directions, tags, private signs, fillers and selectors. */
const INVISIBLE =
  /(?!\n|\t|\u200c|\u200d|\ufe0f)(?:[\p{Cc}\p{Cf}\p{Co}\p{Variation_Selector}]|\p{Default_Ignorable_Code_Point})/gu
/** Joiners and the sign for coloured pictures stay, alone, between or behind signs that may need them. */
const LOOSE_JOINER = longPattern('gu')`
    [\u200c\u200d](?![^\p{ASCII}\p{Cf}])|(?<![^\p{ASCII}\p{Cf}])[\u200c\u200d]
    |(?<![^\p{ASCII}\p{Variation_Selector}])\ufe0f
  `

/** What a person would not see on a page is no text of it: orders to a model can be hidden there. */
export function cleanText(text: string): string {
  const seen = text
    .toWellFormed()
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replace(INVISIBLE, '')
    .replace(LOOSE_JOINER, '')
  const lines = seen.split('\n').map(line => line.trimEnd())
  return lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** On one line, and not longer than so many characters. */
export const cleanLine = (text: string, most: number): string =>
  cleanText(text.slice(0, most * 4))
    .replace(/\s+/g, ' ')
    .slice(0, most)
    .toWellFormed()
