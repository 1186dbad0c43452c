export { type AssembleOptions, type Assembly, type ReadRequest, assemble, decoderFor } from './assemble.ts'
