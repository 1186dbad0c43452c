import type { Emit } from './stamp.ts'

/** What a model writes, on its way to those who read along. */
type OpenStream = { readonly write: (text: string) => void; readonly end: () => void }

type StreamParts = {
  readonly emit: Emit
  readonly attempt: number
  /** From the first piece on that must not be shown before the whole answer is checked, people wait. */
  readonly mayShow: (text: string) => boolean
}

const LONGEST_WAIT = 2_000 // characters; a line without an end is not held back for ever
const BETWEEN = /(?<=[\n.!?])(?=\s)/
const SENTENCE_END = /[\n.!?](?=\s)|\n/g
const THOUGHT = /tafc_?think/i

/**
 * Passes text on sentence by sentence, because redaction recognises a secret only when it is whole. The think field of
 * a call is not passed on.
 */
export function createOpenStream({ emit, attempt, mayShow }: StreamParts): OpenStream {
  let held = ''
  let isShown = true
  function tell(text: string): void {
    if (text === '' || THOUGHT.test(text)) return
    emit({ type: 'attempt.output.delta', attempt, text })
    if (!isShown) return
    const sentences = text.split(BETWEEN)
    const first = sentences.findIndex(sentence => !mayShow(sentence))
    const shown = (first < 0 ? sentences : sentences.slice(0, first)).join('')
    isShown = first < 0
    if (shown !== '') emit({ type: 'message.delta', text: shown })
  }
  return {
    write(text) {
      held += text
      const end = held.length > LONGEST_WAIT ? held.length : lastEnd(held)
      if (end === 0) return
      tell(held.slice(0, end))
      held = held.slice(end)
    },
    end() {
      tell(held)
      held = ''
    },
  }
}

function lastEnd(text: string): number {
  let end = 0
  for (const { index } of text.matchAll(SENTENCE_END)) end = index + 1
  return end
}
