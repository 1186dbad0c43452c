import type { BudgetState } from '../../../core/index.ts'
import type { Runtime } from '../../../runtime/index.ts'
import type { PromptTarget } from './prompt-target.ts'
import type { TurnFlags, TurnOrder } from './turn-flags.ts'

/** A chat: its fixed settings and its current state. */
export type Chat = {
  readonly target: PromptTarget
  readonly runtime: Runtime
  readonly session: string
  readonly flags: TurnFlags
  readonly order: TurnOrder
  /** Receipts of this chat, the newest last. */
  readonly receipts: string[]
  /** Receipts that were undone. */
  readonly undone: Set<string>
  budget?: BudgetState
  lastMessage?: string
}

/** A slash command: the text after its name, and its chat. */
export type CommandWords = { readonly rest: string; readonly chat: Chat; readonly stop: AbortController }
