import type { HeldIndex } from '../core/index.ts'

export type Section = {
  readonly held: HeldIndex
  /** Throws what a step threw, even if the work went on as if nothing had happened: such a section must not be committed. */
  readonly check: () => void
  readonly mayLag: () => boolean
  /** From now on `held` throws. */
  readonly end: () => void
}

/** After one failed step nothing of the section may be written. */
export function createSection(rows: HeldIndex): Section {
  let failed: { readonly thrown: unknown } | undefined
  let over = false
  let lags = false

  function check(): void {
    if (failed !== undefined) throw failed.thrown
  }
  function step<T>(work: () => T): T {
    if (over) throw new Error('This section has ended. Use what it hands out only while it runs.')
    check()
    try {
      return work()
    } catch (thrown) {
      failed = { thrown }
      throw thrown
    }
  }
  return {
    held: {
      get: key => step(() => rows.get(key)),
      set: (key, value) => step(() => rows.set(key, value)),
      remove: key => step(() => rows.remove(key)),
      mayLag: () => {
        lags = true
      },
    },
    check,
    mayLag: () => lags,
    end: () => {
      over = true
    },
  }
}
