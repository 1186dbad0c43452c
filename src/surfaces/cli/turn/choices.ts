/** A letter and its meaning. */
export type PromptChoice = readonly [letter: string, does: string]

const TWO_COLUMNS = 74
const FIRST_COLUMN = 36

/** Renders the choices, two in a row if there is room. */
export function renderChoices(choices: readonly PromptChoice[], columns: number): readonly string[] {
  const words = choices.map(([letter, does]) => `${letter}  ${does}`)
  if (columns < TWO_COLUMNS) return words.map(word => `  ${word}`)
  return words.flatMap((word, index) =>
    index % 2 === 0 ? [`  ${word.padEnd(FIRST_COLUMN)} ${words[index + 1] ?? ''}`.trimEnd()] : [],
  )
}

/** "(y t s w n)": the letters of the choices. */
export const lettersOf = (choices: readonly PromptChoice[]): string =>
  `(${choices.map(([letter]) => letter).join(' ')})`
