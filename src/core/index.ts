export { canonicalJson } from './canonical-json.ts'
export { type Clock, systemClock } from './clock.ts'
export { CountersignError } from './countersign-error.ts'
export {
  CATEGORIES,
  type Category,
  FAULTS,
  type Fault,
  type FaultCode,
  type FaultRow,
  fault,
  isFaultCode,
  isQualityFailure,
  toolErrorBlock,
} from './faults.ts'
export { FIXUPS, type Fixup, isFixup } from './fixups.ts'
export { hashJson, sha256 } from './hash.ts'
export { type IdPrefix, newId, newNonce } from './ids.ts'
export { type Json, type JsonObject, isJsonList, isJsonObject, parseJsonText } from './json.ts'
export { memberAt, resolveLocalRef } from './local-ref.ts'
export type { Phase, Profile } from './profile.ts'
export { type Result, fail, succeed } from './result.ts'
export type { CallContext, CallOrigin, CallReading, CallRequest, FoundTool, Minted, ToolCall, Toolbox } from './tool-call.ts'
export { type Capability, type Risk, type ToolDefinition, type ToolFacts, promptId } from './tool.ts'
