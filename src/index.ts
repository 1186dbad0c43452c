export type { ToolSource } from './catalog/index.ts'
export {
  CountersignError,
  type Fault,
  type FaultCode,
  type Json,
  type JsonObject,
  type Profile,
  type ToolCall,
  type ToolDefinition,
} from './core/index.ts'
export { type Move, type Reading, type Reply, needsConfirmation } from './protocol/index.ts'
export { type AssembleOptions, type Assembly, type ReadRequest, assemble, decoderFor } from './runtime/index.ts'
