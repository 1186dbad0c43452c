import { type Result, succeed } from '../../../core/index.ts'
import type { Runtime } from '../../../runtime/index.ts'
import type { LoadedConfig } from '../config/load-config.ts'
import { toFailure } from '../failure.ts'
import { type PlaceFlags, loadHere } from '../open-runtime.ts'

export type ShellReload = {
  /** The configuration in force: that of the start, with what was reloaded since. */
  readonly counting: () => LoadedConfig
  /** Reads the configuration again and applies its shell settings. If it is invalid, nothing changes. */
  readonly reload: () => Promise<Result<LoadedConfig>>
}

/** True for settings that a running server applies. The sandbox is set up at the start. */
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
    // One after the other, so that the last reload wins.
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

/** What to print after a reload. */
export function reloadWords(before: LoadedConfig, reloaded: Result<LoadedConfig>): readonly string[] {
  if (!reloaded.ok) {
    const { code, message } = reloaded.error
    return [`${code}: ${message}`, 'The configuration was not reloaded; the shell rules are unchanged.']
  }
  const sandbox =
    before.values[SANDBOX] === reloaded.value.values[SANDBOX] ? [] : [`${SANDBOX} takes effect after a restart.`]
  return ['Shell rules reloaded. Other settings take effect after a restart.', ...sandbox]
}
