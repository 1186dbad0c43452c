export { COMPRESS_CONTEXT, type CompressExecutorOptions, createCompressExecutor } from './compress-executor.ts'
export {
  type CompressOptions,
  type CompressionResult,
  type SummaryRequest,
  compressConversation,
} from './compress-conversation.ts'
export type { CompactionMethod, Conversation, Remembered, SessionInfo } from './conversation.ts'
export { type CallCounter, createCallCounter } from './counters.ts'
export { type EventLog, type EventLogOptions, type NumberedEvent, createEventLog } from './event-log.ts'
export { expandRefs } from './expand-refs.ts'
export { COMPACTION_PRESSURE, type FittedWindow, type WindowBudget, fitWindow, needsCompaction } from './fit-window.ts'
export type { ErasedSession } from './erase-session.ts'
export { type HandleOwner, type Handles, createHandles } from './handles.ts'
export { type HandedCall, type HandedCalls, type KnownCall, createHandedCalls } from './handed-calls.ts'
export type { PastTurn } from './past-turns.ts'
export { type Plan, type PlanStore, createPlanStore } from './plan-store.ts'
export { isSessionId } from './load-window.ts'
export {
  type CompactionChange,
  type SessionStore,
  type SessionStoreOptions,
  createSessionStore,
} from './session-store.ts'
export { titleOf } from './session-state.ts'
export { type EnterOptions, type TurnGate, type TurnGateOptions, createTurnGate } from './turn-gate.ts'
export type { TurnLease } from './turn-lease.ts'
export { type CallSignatures, createCallSignatures } from './call-signatures.ts'
