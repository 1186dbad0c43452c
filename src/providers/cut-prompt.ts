import { type ModelRequest, estimateTokens } from '../core/index.ts'

/** Says whether the server read less than it was sent. */
export type CutDetector = (sent: number, read: number) => boolean

const SURELY_WHOLE = 0.5
const LEAST_RATIO = 0.5
const MOST_RATIO = 2
const UNKNOWN_MODEL_SHARE = 0.5 // the estimate is careful: newer tokenizers count down to 0.54 of it, for Korean
const KNOWN_MODEL_SHARE = 0.85

/**
 * The rule, for a window of known size. A prompt that fills the window is cut. One that is estimated at half of it or
 * less is whole, and teaches how many tokens of this model one estimated token is. A prompt that by this measure does
 * not fit is cut if clearly fewer tokens were read than expected; until something was learned, the estimate is
 * trusted less.
 */
export function createCutDetector(windowTokens: number): CutDetector {
  let learned: number | undefined
  return (sent, read) => {
    if (read >= windowTokens) return true
    if (sent <= windowTokens * SURELY_WHOLE) {
      const ratio = read / Math.max(1, sent)
      // A server that leaves out what it had in its cache reports too few; that teaches nothing.
      if (ratio >= LEAST_RATIO && ratio <= MOST_RATIO) learned = ratio
      return false
    }
    const expected = sent * (learned ?? 1)
    const share = learned === undefined ? UNKNOWN_MODEL_SHARE : KNOWN_MODEL_SHARE
    return expected > windowTokens && read < expected * share
  }
}

const TOKENS_PER_MESSAGE = 4 // role and separators of a chat template

/** All that a server must read. */
export function estimateRequest({ messages, tools = [] }: ModelRequest): number {
  const texts = messages.map(message => message.content)
  const calls = messages.flatMap(message => (message.role === 'assistant' ? (message.calls ?? []) : []))
  const extras = [...calls, ...tools].map(extra => JSON.stringify(extra))
  return (
    messages.length * TOKENS_PER_MESSAGE + [...texts, ...extras].reduce((sum, text) => sum + estimateTokens(text), 0)
  )
}
