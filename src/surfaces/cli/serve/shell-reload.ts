import { type Result, succeed } from '../../../core/index.ts'
import type { Runtime } from '../../../runtime/index.ts'
import type { LoadedConfig } from '../config/load-config.ts'
import { toFailure } from '../failure.ts'
import { type PlaceFlags, loadHere } from '../open-runtime.ts'

export type ShellReload = {
  /** The configuration of the start, with what has been read again since. */
  readonly counting: () => LoadedConfig
  /** Reads the configuration again and takes over what it says about commands. If anything in it is wrong, nothing changes. */
  readonly reload: () => Promise<Result<LoadedConfig>>
}

/** What a running server takes over; the sandbox was made when it started. */
export const isReloadable = (key: string): boolean => key.startsWith('tools.shell.') && key !== SANDBOX

const SANDBOX = 'tools.shell.sandbox'

export function createShellReload(
  flags: PlaceFlags,
  start: LoadedConfig,
  { reloadShell }: Pick<Runtime, 'reloadShell'>,
): ShellReload {
  let counting = start
  let last: Promise<unknown> = Promise.resolve()
  async function readAgain(): Promise<Result<LoadedConfig>> {
    try {
      const next = await loadHere(flags)
      const taken = await reloadShell(next)
      if (!taken.ok) return taken
      counting = takenOver(counting, next)
      return succeed(next)
    } catch (thrown) {
      return { ok: false, error: toFailure(thrown).fault }
    }
  }
  return {
    counting: () => counting,
    // One after the other: whoever asked last has the last word.
    reload() {
      const mine = last.then(readAgain)
      last = mine.catch(() => undefined)
      return mine
    },
  }
}

const reloadableOf = <Value>(all: Readonly<Record<string, Value>>): Record<string, Value> =>
  Object.fromEntries(Object.entries(all).filter(([key]) => isReloadable(key)))

function takenOver(before: LoadedConfig, next: LoadedConfig): LoadedConfig {
  return {
    ...before,
    values: { ...before.values, ...reloadableOf(next.values) },
    origins: { ...before.origins, ...reloadableOf(next.origins) },
  }
}

/** What a person should know after it. */
export function reloadWords(before: LoadedConfig, reloaded: Result<LoadedConfig>): readonly string[] {
  if (!reloaded.ok) {
    const { code, message } = reloaded.error
    return [`${code}: ${message}`, 'The configuration was not taken over; commands are judged as before.']
  }
  const sandbox =
    before.values[SANDBOX] === reloaded.value.values[SANDBOX] ? [] : [`${SANDBOX} counts from the next start.`]
  return [
    'Commands are judged by the configuration as it is now; other settings count from the next start.',
    ...sandbox,
  ]
}
