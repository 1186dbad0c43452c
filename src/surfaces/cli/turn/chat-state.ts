import type { BudgetState } from '../../../core/index.ts'
import type { Runtime } from '../../../runtime/index.ts'
import type { PromptTarget } from './prompt-target.ts'
import type { TurnFlags, TurnOptions } from './turn-flags.ts'

/** One chat: what is fixed when it is opened, and what it has come to. */
export type Chat = {
  readonly target: PromptTarget
  readonly runtime: Runtime
  readonly session: string
  readonly flags: TurnFlags
  readonly order: TurnOptions
  /** Receipts of this chat, the newest last. */
  readonly receipts: string[]
  /** Those that were taken back. */
  readonly undone: Set<string>
  budget?: BudgetState
  lastMessage?: string
}

/** A command of a chat: what follows the word, and the chat that it is said in. */
export type CommandWords = { readonly rest: string; readonly chat: Chat; readonly stop: AbortController }
