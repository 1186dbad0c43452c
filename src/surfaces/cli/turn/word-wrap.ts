import { textWidth } from './fit-line.ts'

/** Wraps streamed text between words, so that copied text has no broken words. */
export type WordWrap = {
  readonly add: (text: string) => string
  /** The last word, which was held back. */
  readonly end: () => string
}

/** No wrapping, for output that is not a screen. */
export const noWrap: WordWrap = { add: text => text, end: () => '' }

export function createWordWrap(columns: number): WordWrap {
  let used = 0
  let word = ''
  const place = (): string => {
    const width = textWidth(word)
    const breaks = used > 0 && used + width > columns
    const placed = `${breaks ? '\n' : ''}${word}`
    const total = breaks ? width : used + width
    used = total > columns ? total % columns : total // the terminal breaks a word that is longer than a line
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
        else if (used + 1 > columns) continue // a blank at the end of a line is dropped
        else used += 1
        shown += part
      }
      return shown
    },
  }
}
