/** The streamed answer, without the reasoning before it. */
export type AnswerStream = {
  /** The part of this piece that may be shown. */
  readonly add: (text: string) => string
  /** All that was shown. */
  readonly shown: () => string
}

const OPENINGS = ['<think>', '<thinking>'] as const

export function createAnswerStream(): AnswerStream {
  let held = '' // may still be reasoning
  let closing: string | undefined
  let isOpen = false
  let shown = ''
  const show = (text: string): string => {
    const fresh = shown === '' ? text.trimStart() : text
    shown += fresh
    return fresh
  }
  return {
    shown: () => shown,
    add(text) {
      if (isOpen) return show(text)
      held += text
      if (closing === undefined) {
        const start = held.trimStart().toLowerCase()
        if (OPENINGS.some(tag => tag.startsWith(start))) return ''
        const tag = OPENINGS.find(each => start.startsWith(each))
        closing = tag?.replace('<', '</')
      }
      const end = closing === undefined ? 0 : held.toLowerCase().indexOf(closing)
      if (end < 0) {
        held = held.slice(-LONGEST_TAG) // keeps only what may be part of the closing tag
        return ''
      }
      isOpen = true
      return show(held.slice(closing === undefined ? 0 : end + closing.length))
    },
  }
}

const LONGEST_TAG = 12
