export type { Confinement, SandboxLimits, Reach } from './confinement.ts'
export type { CommandEnd, EndReason } from './run-watched.ts'
export { type Sandbox, createSandbox } from './sandbox.ts'
export { type DiskRoom, isFilled, roomOn } from './watch-usage.ts'
