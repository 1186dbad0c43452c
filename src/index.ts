export type { ToolSource } from './catalog/index.ts'
export {
  CountersignError,
  type Fault,
  type FaultCode,
  type Gate,
  type Json,
  type JsonObject,
  type Profile,
  type Receipt,
  type ToolCall,
  type ToolDefinition,
} from './core/index.ts'
export { type Move, type Reading, type Reply, needsConfirmation } from './protocol/index.ts'
export {
  type AskPerson,
  type AssembleOptions,
  type Assembly,
  type CallOrder,
  type CallReport,
  type OwnTool,
  type ReadRequest,
  assemble,
  decoderFor,
} from './runtime/index.ts'
