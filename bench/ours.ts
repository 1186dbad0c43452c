import type * as Runtime from '../src/runtime/index.ts'

export type { Assembly } from '../src/runtime/index.ts'

const BUILT = new URL('../dist/runtime/index.js', import.meta.url).href // what a user gets; run from source, tsx would slow it down

const built = (await import(BUILT)) as typeof Runtime

export const assemble: typeof Runtime.assemble = built.assemble
