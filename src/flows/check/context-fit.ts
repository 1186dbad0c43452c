import type { Model } from '../../core/index.ts'

export type ContextFit = {
  /** Tokens that the server lets the model read at once; null if unknown. */
  readonly window: number | null
  readonly needed: number
  readonly fits: boolean | null
  /** The server has told that it read less than it was sent. */
  readonly cut: boolean
}

export const REPLY_TOKENS = 1_024 // kept free for the reply, as in a turn

export type Prompted = { readonly promptTokens: number; readonly wasCut: boolean }

/** Whether the prompt, and a reply behind it, have room. */
export function fitContext(
  { contextTokens }: Pick<Model, 'contextTokens'>,
  { promptTokens, wasCut }: Prompted,
): ContextFit {
  const needed = promptTokens + REPLY_TOKENS
  const fits = contextTokens === undefined ? null : needed <= contextTokens
  return { window: contextTokens ?? null, needed, fits: wasCut ? false : fits, cut: wasCut }
}

const SMALLEST = 4_096

/** The usual sizes are powers of two; the smallest that holds so many. */
export function windowFor(tokens: number): number {
  let size = SMALLEST
  while (size < tokens) size *= 2
  return size
}
