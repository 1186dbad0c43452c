import type * as Library from '../src/index.ts'
import type * as Ledger from '../src/ledger/index.ts'
import type * as Protocol from '../src/protocol/index.ts'
import type * as Runtime from '../src/runtime/index.ts'

export type { Assembly } from '../src/index.ts'

// What a user gets; run from source, tsx would slow it down.
const built = async (entry: string): Promise<unknown> => import(new URL(`../dist/${entry}`, import.meta.url).href)
const library = (await built('index.js')) as typeof Library
const protocol = (await built('protocol/index.js')) as typeof Protocol

export const assemble: typeof Library.assemble = library.assemble
export const readObject: typeof Protocol.readObject = protocol.readObject

export const ledger: typeof Ledger = (await built('ledger/index.js')) as typeof Ledger
export const runtime: typeof Runtime = (await built('runtime/index.js')) as typeof Runtime
