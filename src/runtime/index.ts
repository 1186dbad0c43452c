export { type AssembleOptions, type Assembly, assemble, decoderFor } from './assemble.ts'
export {
  type ClientApproval,
  type ClientTurns,
  type ClientReport,
  type ClientRequest,
  openClientTurns,
} from './client/client-turns.ts'
export type { ClientTool } from './client/client-tools.ts'
export type { ClientCall, ClientEnd } from './client/client-conversation.ts'
export {
  type CallOrder,
  type CallReport,
  type CallWatch,
  type RuntimeOrder,
  callTool,
  newSession,
} from './call-tool.ts'
export {
  type AskPerson,
  type CallResult,
  type People,
  type PersonAnswer,
  refusal,
  rolledBack,
} from './call/call-runtime.ts'
export { type SandboxState, trySandbox } from './try-sandbox.ts'
export { type Guard, type GuardOptions, guard } from './guard.ts'
export type { GuardableTool, GuardableTools, Guarded } from './guardable-tool.ts'
export { type ForgetReport, forgetSession } from './forget-session.ts'
export type { Filter } from '../executors/index.ts'
export { loadOwnTools } from './load-own-tools.ts'
export { checkMove, moveLedger } from './move-ledger.ts'
export { listLeftCopies, removeLeftCopies } from '../executors/index.ts'
export { shellPlace } from './build-tools.ts'
export { type LedgerPlace, type RuntimeOptions, locateLedger, openRuntime } from './open-runtime.ts'
export { type OwnTool, callableCatalog, workspaceCatalog } from './own-tool.ts'
export { type UserPlace, stateFolder, xdgFolder } from './state-place.ts'
export { type Rule, ruleId, ruleName } from '../gates/index.ts'
export { openStateFolder, ownFolder } from '../storage/index.ts'
export { serverSection } from './settings.ts'
export { storedTrust } from './stored-trust.ts'
export { undoCall } from './undo-call.ts'
export { tryCall, tryMessage } from './try-call.ts'
export { deniedBy } from './trust-in.ts'
export { createToolCaps } from './tool-caps.ts'
export { type WhyTool, whyTool } from './why-tool.ts'
export type { ReadRequest } from '../protocol/index.ts'
export {
  type AuthorityFile,
  checkText,
  checkValue,
  compareTrust,
  configError,
  type ConfigLayer,
  type ConfigProblem,
  type ConfigShape,
  configShape,
  type ConfigSource,
  describeProblem,
  environmentLayer,
  flatLayer,
  joinSections,
  type KnownKey,
  type KnownTable,
  type Layers,
  type LintFindings,
  checkRules,
  examineRules,
  lintConfig,
  type Loosening,
  MAX_CONFIG_BYTES,
  type MergedConfig,
  mergeLayers,
  migrateConfig,
  type Migration,
  nearestName,
  readConfig,
  type ReadLayer,
  type RefusedValue,
  type RuleLines,
  ruleLines,
  SECTIONS,
  tomlDecimal,
  tomlValue,
  trustHash,
  type SeenFiles,
  type TrustDigest,
  type TrustState,
  valuesOf,
  wouldLoosen,
} from './config/index.ts'
export { runTurn } from './turn/run-turn.ts'
export { compressSession } from './turn/compress-session.ts'
export { METRICS_TYPE, type Metrics, createMetrics } from './turn/metrics.ts'
export { type Counter, type Histogram, createCounter, createHistogram } from './turn/prometheus.ts'
export { type PipelineLine, pipelineLog } from './turn/pipeline-log.ts'
export type { FinishedTurn, HookReport, PostHook } from './turn/post-hook.ts'
export { type Tracer, readTraceparent } from './turn/tracer.ts'
export type { Stopped, ToolPolicy, TurnReport, TurnRequest } from './turn/turn-request.ts'
export { type ModelsToOpen, openChosen, openModels } from './open-models.ts'
export type { Runtime, RuntimeModels } from './runtime.ts'
export {
  type FoundServer,
  type ServerPlace,
  findModelServers,
  firstModelOf,
  modelServerPlaces,
} from './find-model-servers.ts'
export { type OpenProbeCache, openProbeCache } from './probe-cache.ts'
export { type GrantState, type SessionStatus, sessionStatus } from './session-status.ts'
export { type FileNow, type UnknownOutcome, unknownOutcomes } from './unknown-outcomes.ts'
export { decideTools } from './turn/decide-tools.ts'
