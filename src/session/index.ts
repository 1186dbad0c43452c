export { COMPRESS_CONTEXT, type CompressExecutorOptions, createCompressExecutor } from './compress-executor.ts'
export {
  type CompressOptions,
  type Compressed,
  type SummaryRequest,
  compressConversation,
} from './compress-conversation.ts'
export type { CompactionMethod, Conversation, Remembered, SessionInfo } from './conversation.ts'
export { type CallCounter, createCallCounter } from './counters.ts'
export { type EventBook, type EventBookOptions, type NumberedEvent, createEventBook } from './event-book.ts'
export { expandRefs } from './expand-refs.ts'
export { COMPACTION_PRESSURE, type FittedWindow, type WindowBudget, fitWindow, needsCompaction } from './fit-window.ts'
export type { ForgottenSession } from './forget-session.ts'
export { type HandleOwner, type Handles, createHandles } from './handles.ts'
export { type HandedCall, type HandedCalls, type KnownCall, createHandedCalls } from './handed-calls.ts'
export type { PastTurn } from './past-turns.ts'
export { type Plan, type PlanBook, createPlanBook } from './plans.ts'
export { isSessionId } from './load-window.ts'
export { type CompactionChange, type SessionBook, type SessionBookOptions, createSessionBook } from './session-book.ts'
export { titleOf } from './session-state.ts'
export { type EnterOptions, type TurnGate, type TurnGateOptions, createTurnGate } from './turn-gate.ts'
export type { TurnLease } from './turn-lease.ts'
export { type TurnMemory, createTurnMemory } from './turn-memory.ts'
