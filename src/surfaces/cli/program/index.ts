export { GIVEN_NAMES, asFunction } from './as-function.ts'
export { loadProgram } from './load-program.ts'
