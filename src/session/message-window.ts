import type { Remembered } from './conversation.ts'

export type WindowMessage = { readonly seq: number; readonly message: Remembered }

/** The newest messages; more than any model can read at once is not kept in memory. */
export type MessageWindow = {
  readonly add: (entry: WindowMessage) => void
  /** Those behind `after`, and behind which record they begin. */
  readonly behind: (after: number) => { readonly from: number; readonly entries: readonly WindowMessage[] }
}

const MAX_MESSAGES = 20_000
const MAX_CHARACTERS = 32_000_000 // some eight million tokens

export type WindowLimits = { readonly maxMessages?: number; readonly maxCharacters?: number }

export function createMessageWindow({
  maxMessages = MAX_MESSAGES,
  maxCharacters = MAX_CHARACTERS,
}: WindowLimits = {}): MessageWindow {
  let entries: WindowMessage[] = []
  let start = 0
  let characters = 0
  let lastLeftOut = 0

  /** Those left out are cut off now and then only, or each message would move all the others. */
  function tidy(): void {
    if (start < maxMessages) return
    entries = entries.slice(start)
    start = 0
  }
  return {
    add(entry) {
      entries.push(entry)
      characters += sizeOf(entry)
      for (let oldest = entries[start]; oldest && isOver(); oldest = entries[start]) {
        characters -= sizeOf(oldest)
        lastLeftOut = oldest.seq
        start++
      }
      tidy()
    },
    behind(after) {
      const from = Math.max(after, lastLeftOut)
      return { from, entries: entries.slice(start).filter(({ seq }) => seq > from) }
    },
  }
  function isOver(): boolean {
    return entries.length - start > maxMessages || (characters > maxCharacters && entries.length - start > 1)
  }
}

const sizeOf = ({ message }: WindowMessage): number => message.text.length + (message.role === 'call' ? ARGS_SIZE : 0)
const ARGS_SIZE = 1_000 // arguments are bounded themselves; what counts is that many of them weigh something
