export { type AssembleOptions, type Assembly, type ReadRequest, assemble } from './assemble.ts'
