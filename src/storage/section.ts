import type { HeldIndex } from '../core/index.ts'
import { readJson, writeJson } from './stored-json.ts'

/** What a section has changed so far, as it will be stored; undefined for what it removed. */
export type StagedRows = Map<string, string | undefined>

/** The rows as they were when the section began. */
export type CommittedRows = {
  readonly read: (key: string) => string | undefined
  /** Throws where there is no such key, or nothing can be kept any more. */
  readonly check: (key: string) => void
}

export type IndexSection = {
  readonly held: HeldIndex
  /** What is to be written. Throws what a step threw, even if the work went on as if nothing had happened. */
  readonly changes: () => StagedRows
  /** From now on `held` throws. */
  readonly end: () => void
}

/** Nothing is written before the section has ended well, and nothing at all after one step has failed. */
export function createSection({ read, check }: CommittedRows): IndexSection {
  const staged: StagedRows = new Map()
  let failed: { readonly thrown: unknown } | undefined
  let isOver = false

  function step<T>(key: string, work: () => T): T {
    if (isOver) throw new Error('This section has ended. Use what it hands out only while it runs.')
    if (failed) throw failed.thrown
    try {
      check(key)
      return work()
    } catch (thrown) {
      failed = { thrown }
      throw thrown
    }
  }
  return {
    held: {
      get: key =>
        step(key, () => {
          const text = staged.has(key) ? staged.get(key) : read(key)
          return text === undefined ? undefined : readJson(text)
        }),
      set: (key, value) => step(key, () => void staged.set(key, writeJson(value))),
      remove: key => step(key, () => void staged.set(key, undefined)),
    },
    changes() {
      if (failed) throw failed.thrown
      return staged
    },
    end: () => {
      isOver = true
    },
  }
}
