export type { Confinement, SandboxLimits, Reach } from './confinement.ts'
export type { KeptOutput } from './keep-output.ts'
export type { CommandEnd, EndReason, OutputPart } from './run-watched.ts'
export { type Sandbox, type SandboxOptions, type SandboxRun, createSandbox } from './sandbox.ts'
