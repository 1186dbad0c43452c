import type { FactStore } from '../../../memory/index.ts'
import { configFailure } from '../failure.ts'
import { type PlaceFlags, withRuntime } from '../open-runtime.ts'
import type { Terminal } from '../terminal.ts'

const HOW =
  'countersign config print --show-origin says where that stands; ' +
  'countersign config set memory.enabled true turns it on for you.'

/** Opens the facts of this workspace for reading and deleting, even while memory is switched off. */
export const withFacts = <T>(
  flags: PlaceFlags,
  terminal: Terminal,
  work: (facts: FactStore) => Promise<T>,
): Promise<T> =>
  withRuntime(flags, terminal, async ({ memory, facts }) => {
    if (!memory) terminal.err('Memory is switched off here ([memory] enabled = false). These facts were stored before.')
    return work(facts)
  })

/** Opens the facts for storing; memory must be switched on. */
export const withOpenFacts = <T>(
  flags: PlaceFlags,
  terminal: Terminal,
  work: (facts: FactStore) => Promise<T>,
): Promise<T> =>
  withRuntime(flags, terminal, async ({ memory }) => {
    if (!memory)
      throw configFailure(`Memory is switched off here ([memory] enabled = false), so nothing is stored. ${HOW}`)
    return work(memory.facts)
  })
