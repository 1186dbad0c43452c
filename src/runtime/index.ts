export { type AssembleOptions, type Assembly, assemble, decoderFor } from './assemble.ts'
export type { ReadRequest } from '../protocol/index.ts'
