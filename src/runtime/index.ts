export { type AssembleOptions, type Assembly, assemble, decoderFor } from './assemble.ts'
export {
  type ApprovalMode,
  type ClientDoor,
  type ClientReport,
  type ClientRequest,
  openClientDoor,
} from './client/client-door.ts'
export type { ClientTool } from './client/client-tools.ts'
export type { ClientCall, ClientEnd, RefusedCall } from './client/client-conversation.ts'
export { type CallOrder, type CallReport, type CallWatch, callTool, newSession } from './call-tool.ts'
export { type AskPerson, type CallResult, type People, type PersonAnswer, refusal } from './call/call-runtime.ts'
export { type SandboxState, trySandbox } from './try-sandbox.ts'
export { rolledBack } from './call/rolled-back.ts'
export { type Guard, type GuardOptions, type PerTool, guard } from './guard.ts'
export type { GuardableTool, GuardableTools, Guarded } from './guardable-tool.ts'
export { type ForgetOrder, type ForgetReport, forgetSession } from './forget-session.ts'
export { loadOwnTools } from './load-own-tools.ts'
export { type MoveOptions, type Moved, checkMove, moveLedger } from './move-ledger.ts'
export { type LedgerPlace, type RuntimeOptions, locateLedger, openRuntime } from './open-runtime.ts'
export { type OwnTool, callableCatalog, workspaceCatalog } from './own-tool.ts'
export { type UserPlace, stateFolder, xdgFolder } from './state-place.ts'
export { type Rule, ruleId, ruleName } from '../gates/index.ts'
export { ownFolder } from '../storage/index.ts'
export { serverSection } from './server-section.ts'
export { storedTrust } from './stored-trust.ts'
export { undoCall } from './undo-call.ts'
export { type TriedCall, tryCall, tryMessage } from './try-call.ts'
export { deniedBy } from './denied-by.ts'
export { type ToolCap, createToolCaps } from './tool-caps.ts'
export { type WhyTool, whyTool } from './why-tool.ts'
export type { ReadRequest } from '../protocol/index.ts'
export {
  type AuthorityFile,
  changedFiles,
  type CheckedValue,
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
  type FileChange,
  flatLayer,
  type Given,
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
  parseConfig,
  type ParsedConfig,
  readConfig,
  type ReadLayer,
  type RefusedValue,
  refuseProblems,
  type RuleLines,
  ruleLines,
  SECTIONS,
  tomlDecimal,
  tomlValue,
  trustHash,
  type SeenFile,
  type SeenFiles,
  type TrustRecord,
  type TrustState,
  type ValueProblem,
  valuesOf,
  wouldLoosen,
} from './config/index.ts'
export { runTurn } from './turn/run-turn.ts'
export { compressSession } from './turn/compress-session.ts'
export { type PipelineStage, isAbnormal, stageOf } from './turn/event-stage.ts'
export { METRICS_TYPE, type Metrics, type MetricsOptions, createMetrics } from './turn/metrics.ts'
export { type Counter, type Histogram, createCounter, createHistogram } from './turn/prometheus.ts'
export { type PipelineLine, pipelineLog } from './turn/pipeline-log.ts'
export { type TelemetryOptions, telemetry } from './turn/telemetry.ts'
export type { FinishedTurn, HookReport, NotedFact, PostHook, TurnMemory } from './turn/post-hook.ts'
export { type Tracer, readTraceparent } from './turn/tracer.ts'
export type { RunPlace, Stopped, ToolPolicy, TurnReport, TurnRequest, TurnUsage } from './turn/turn-request.ts'
export { type ChosenModel, type ModelsToOpen, openChosen, openModels } from './open-models.ts'
export type { Runtime, RuntimeModels } from './runtime.ts'
export {
  type FoundModel,
  type FoundServer,
  type ServerPlace,
  type ServerSearch,
  findModelServers,
  firstModelOf,
  modelServerPlaces,
} from './find-model-servers.ts'
export { type OpenProbeCache, openProbeCache } from './probe-cache.ts'
export {
  type AdversarialState,
  type ContextUse,
  type GrantState,
  type SessionStatus,
  type StatusQuestion,
  sessionStatus,
} from './session-status.ts'
export { type DecidedTools, decideTools } from './turn/decide-tools.ts'
