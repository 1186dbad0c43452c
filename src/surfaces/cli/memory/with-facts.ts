import type { FactStore } from '../../../memory/index.ts'
import { configFailure } from '../failure.ts'
import { type PlaceFlags, withRuntime } from '../open-runtime.ts'
import type { Terminal } from '../terminal.ts'

const HOW =
  'countersign config print --show-origin says where that stands; ' +
  'countersign config set memory.enabled true turns it on for you.'

/** The facts of this workspace, to be seen and deleted, also where nothing more is remembered. */
export const withFacts = <T>(
  flags: PlaceFlags,
  terminal: Terminal,
  work: (facts: FactStore) => Promise<T>,
): Promise<T> =>
  withRuntime(flags, terminal, async ({ memory, facts }) => {
    if (!memory)
      terminal.err('The memory is switched off here: [memory] enabled = false. This is what was kept before.')
    return work(facts)
  })

/** To keep something, it must be switched on. */
export const withOpenFacts = <T>(
  flags: PlaceFlags,
  terminal: Terminal,
  work: (facts: FactStore) => Promise<T>,
): Promise<T> =>
  withRuntime(flags, terminal, async ({ memory }) => {
    if (!memory)
      throw configFailure(`The memory is switched off here, so nothing is kept: [memory] enabled = false. ${HOW}`)
    return work(memory.facts)
  })
