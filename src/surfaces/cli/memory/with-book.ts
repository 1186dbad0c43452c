import type { FactBook } from '../../../memory/index.ts'
import { configFailure } from '../failure.ts'
import { type PlaceFlags, withRuntime } from '../open-runtime.ts'
import type { Terminal } from '../terminal.ts'

const OFF =
  'The memory is switched off here: [memory] enabled = false. countersign config print --show-origin says where that stands; countersign config set memory.enabled true turns it on for you.'

/** Opens the facts of this workspace. */
export const withBook = <T>(flags: PlaceFlags, terminal: Terminal, work: (book: FactBook) => Promise<T>): Promise<T> =>
  withRuntime(flags, terminal, async ({ memory }) => {
    if (!memory) throw configFailure(OFF)
    return work(memory.book)
  })
