import { type Result, succeed } from '../../../core/index.ts'
import type { Runtime, RuntimeModels } from '../../../runtime/index.ts'
import type { LoadedConfig } from '../config/load-config.ts'
import { toFailure } from '../failure.ts'
import { type PlaceFlags, loadHere, ownTools, trustOf } from '../open-runtime.ts'
import { modelSettingsIn } from './serve-models.ts'

export type ConfigReload = {
  /** The configuration in force: that of the start, with what was reloaded since. */
  readonly counting: () => LoadedConfig
  /** Reads the configuration again and applies it. If it is invalid, nothing changes. */
  readonly reload: () => Promise<Result<LoadedConfig>>
}

/** Settings that only a new process can take: the port is open, and approvals are bound to the sandbox. */
const FROM_NEXT_START: readonly string[] = ['server.port', 'tools.shell.sandbox']

export const needsRestart = (key: string): boolean => FROM_NEXT_START.includes(key)

type ReloadParts = {
  readonly flags: PlaceFlags
  /** Shared with those who read the configuration in force. */
  readonly live: { config: LoadedConfig }
  readonly runtime: Pick<Runtime, 'reload' | 'models'>
  readonly openModels: (config: LoadedConfig) => Promise<RuntimeModels>
}

export function createConfigReload({ flags, live, runtime, openModels }: ReloadParts): ConfigReload {
  let last: Promise<unknown> = Promise.resolve()
  async function readAgain(): Promise<Result<LoadedConfig>> {
    try {
      const next = await loadHere(flags)
      const config = takenOver(live.config, next)
      // Otherwise a model's server that is away would stand in the way of a rule.
      const isSame = modelSettingsIn(config) === modelSettingsIn(live.config)
      const models = isSame ? runtime.models : await openModels(config)
      const tools = await ownTools(config)
      const taken = await runtime.reload({ config, models, tools, trust: trustOf(config) })
      if (!taken.ok) return taken
      live.config = config
      return succeed(next)
    } catch (thrown) {
      return { ok: false, error: toFailure(thrown).fault }
    }
  }
  return {
    counting: () => live.config,
    // One after the other, so that the last reload wins.
    reload() {
      const mine = last.then(readAgain)
      last = mine.catch(() => undefined)
      return mine
    },
  }
}

/** The new configuration with the values that count from the next start as they are now. */
const takenOver = (before: LoadedConfig, next: LoadedConfig): LoadedConfig => ({
  ...next,
  values: { ...next.values, ...waitingOf(before.values) },
  origins: { ...next.origins, ...waitingOf(before.origins) },
})

const waitingOf = <Value>(all: Readonly<Record<string, Value>>): Record<string, Value> =>
  Object.fromEntries(Object.entries(all).filter(([key]) => needsRestart(key)))

/** What to print after a reload. */
export function reloadWords(before: LoadedConfig, reloaded: Result<LoadedConfig>): readonly string[] {
  if (!reloaded.ok) {
    const { code, message } = reloaded.error
    return [`${code}: ${message}`, 'The configuration was not reloaded; nothing has changed.']
  }
  const { values } = reloaded.value
  const waiting = FROM_NEXT_START.filter(key => before.values[key] !== values[key])
  return ['Configuration reloaded.', ...waiting.map(key => `${key} takes effect after a restart.`)]
}
