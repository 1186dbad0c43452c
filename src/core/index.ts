export { canonicalJson } from './canonical-json.ts'
export { type Clock, isoTime, neverBack, systemClock } from './clock.ts'
export { CountersignError } from './countersign-error.ts'
export { CATEGORIES, type Category, type FaultRow, isQualityFailure } from './categories.ts'
export { editDistance } from './edit-distance.ts'
export type { Environment } from './environment.ts'
export { type TokenCount, countTokens, estimateTokens } from './estimate-tokens.ts'
export type {
  EvidenceCode,
  EvidenceCoverage,
  EvidenceFinding,
  EvidenceJudgement,
  EvidenceKind,
  EvidenceReport,
  EvidenceVerdict,
  RanTool,
} from './evidence.ts'
export { FAULTS, type Fault, type FaultCode, fault, isFaultCode, toolErrorBlock } from './faults.ts'
export { FIXUPS, type Fixup, isFixup } from './fixups.ts'
export { hashJson, sha256 } from './hash.ts'
export type {
  AssessmentContext,
  Assessment,
  Caps,
  Executor,
  OutputPage,
  PlanGroup,
  SourceRef,
  Target,
  TextChange,
  ToolOutput,
} from './executor.ts'
export type { EarlierResult, Gate, Note, Proposal, Question, Uses, Verdict } from './gate.ts'
export { type Matches, compileGlob, foldName } from './glob.ts'
export { type IdPrefix, type SecretPrefix, newId, newNonce, newSecretId } from './ids.ts'
export { type Json, type JsonObject, isJsonList, isJsonObject, parseJsonText, textOf } from './json.ts'
export { memberAt, resolveLocalRef } from './local-ref.ts'
export type {
  Model,
  ModelChunk,
  ModelEnd,
  ModelMessage,
  ModelRequest,
  ModelTool,
  ModelUsage,
  NativeCall,
  SchemaSubset,
  Wire,
} from './model.ts'
export { type Permit, type PermitOffice, type Redeem, createPermitOffice } from './permit.ts'
export { isGone, isRunning, processSpace, processTag, thisProcess } from './process-identity.ts'
export type { Phase, Profile } from './profile.ts'
export type { FileRef, Receipt, ReceiptOutputs } from './receipt.ts'
export { DISK_FULL, type Result, causeOf, fail, isDiskFull, messageOf, succeed } from './result.ts'
export type {
  CallContext,
  CallOrigin,
  CallReading,
  CallRequest,
  FoundTool,
  Minted,
  ToolCall,
  Toolbox,
} from './tool-call.ts'
export {
  CAPABILITIES,
  type Capability,
  type Risk,
  type ToolDefinition,
  type ToolFacts,
  isCapability,
  namesOf,
  promptId,
  toolIdentity,
} from './tool.ts'
export { signalForMany } from './signal-for-many.ts'
export type { Allowance, ConversationView, Counters, Progress, Route, Scope, Settle, Trust } from './scope.ts'
export {
  type Range,
  type Section,
  type Setting,
  type Settings,
  type ValuesOf,
  type WorkspaceMay,
  choice,
  clamped,
  limit,
  number,
  section,
  shaped,
  standardValues,
  text,
  texts,
  toggle,
  whole,
} from './settings.ts'
export {
  type Change,
  type Joined,
  type HeldIndex,
  type LedgerIndex,
  type Store,
  StorageBusy,
  StorageFailure,
  storageFault,
  type StreamRecord,
  type TextHit,
  type TextIndex,
  type Versioned,
} from './store.ts'
export type { Vault } from './vault.ts'
export type { FolderEntry, Expectation, FileContent, PathUse, WalkOptions, Workspace, Written } from './workspace.ts'
export type { AttemptOutcome, BudgetState, EventReader, Purpose, Stage, TurnEvent } from './turn-event.ts'
export { lazily } from './lazily.ts'
export { longPattern } from './long-pattern.ts'
export { type Search, type Watched, findWhenChanged } from './watched.ts'
export { withinTime } from './time-limit.ts'
