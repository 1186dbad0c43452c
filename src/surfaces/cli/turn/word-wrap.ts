import { textWidth } from './fit-line.ts'

/** Breaks lines between words while a text arrives; what is copied from the screen is words, not halves of them. */
export type WordWrap = {
  readonly add: (text: string) => string
  /** The word that was still held back. */
  readonly end: () => string
}

/** Everything as it comes, for what is no screen. */
export const noWrap: WordWrap = { add: text => text, end: () => '' }

export function createWordWrap(columns: number): WordWrap {
  let used = 0
  let word = ''
  const place = (): string => {
    const width = textWidth(word)
    const breaks = used > 0 && used + width > columns
    const placed = `${breaks ? '\n' : ''}${word}`
    const total = breaks ? width : used + width
    used = total > columns ? total % columns : total // a word longer than a line is broken by the terminal itself
    word = ''
    return placed
  }
  return {
    end: place,
    add(text) {
      let shown = ''
      for (const part of text.split(/(\s)/)) {
        if (!/^\s$/.test(part)) {
          word += part
          continue
        }
        shown += place()
        if (part === '\n') used = 0
        else if (used + 1 > columns) continue // a blank at the end of a line needs no line of its own
        else used += 1
        shown += part
      }
      return shown
    },
  }
}
