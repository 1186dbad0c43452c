import { type Json, type Result, fail, succeed } from '../../../core/index.ts'
import { type ConfigShape, type MergedConfig, checkValue, configShape, nearestName } from '../../../runtime/index.ts'
import type { SettingsStore } from '../../http/index.ts'
import type { SavedSetting, SettingsView } from '../../http/shapes/setup.ts'
import type { LoadedConfig } from '../config/load-config.ts'
import { describeRefused } from '../config/read-sources.ts'
import { readSavedValues, saveValue, savedFile } from '../config/saved-values.ts'
import { toFailure } from '../failure.ts'
import { type ConfigReload, needsRestart } from './config-reload.ts'

/** The settings in force in this process, and what was saved. A saved value counts at once. */
export function storedSettings({ counting, reload }: ConfigReload): SettingsStore {
  const { state, workspace } = counting()
  const place = { state, workspace }
  const shape = configShape()
  let last: Promise<unknown> = Promise.resolve()
  async function saveNow(key: string, value: Json | undefined): Promise<Result<SavedSetting>> {
    const before = readSavedValues(place)[key]
    const file = saveValue(place, key, value)
    const next = await reload()
    if (!next.ok) {
      saveValue(place, key, before) // an invalid value must not break the next start
      return next
    }
    return succeed({
      key,
      value: next.value.values[key] ?? null,
      saved_in: file,
      needs_restart: needsRestart(key),
    })
  }
  return {
    view: () =>
      safely(async () => viewOf(shape, counting(), { saved: readSavedValues(place), file: savedFile(place) })),
    // One after the other, from the value before to the reload: what is refused takes nothing else back with it.
    save(key, value, mayStill) {
      const mine = last.then(() =>
        safely(async () => {
          const checked = checkSaved(shape, key, value)
          if (!checked.ok) return checked
          const may = (await mayStill?.()) ?? checked
          return may.ok ? saveNow(key, checked.value) : may
        }),
      )
      last = mine
      return mine
    },
  }
}

/** Turns the exceptions of command-line code into results. */
async function safely<T>(work: () => Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await work()
  } catch (thrown) {
    return { ok: false, error: toFailure(thrown).fault }
  }
}

function checkSaved(shape: ConfigShape, key: string, value: Json | undefined): Result<Json | undefined> {
  const known = shape.keys.get(key)
  if (!known) {
    const near = nearestName(key.slice(0, MAX_KEY), shape.keys.keys())
    return fail(
      'resource_unknown',
      `There is no key "${key.slice(0, MAX_KEY)}".${near === undefined ? '' : ` Did you mean "${near}"?`}`,
    )
  }
  if (value === undefined) return succeed(undefined)
  const checked = checkValue(shape, known, value)
  if (checked.ok) return succeed(checked.value)
  const [first] = checked.findings
  return fail(first?.code ?? 'config_invalid', checked.findings.map(({ message }) => message).join(' '), {
    param: 'value',
  })
}

const MAX_KEY = 100

type SavedSettings = { readonly saved: MergedConfig['values']; readonly file: string }

function viewOf(shape: ConfigShape, running: LoadedConfig, { saved, file }: SavedSettings): Result<SettingsView> {
  const settings = shape.sections.flatMap(({ name: section, about: section_about, settings: all }) =>
    Object.entries(all).map(([name, setting]) => {
      const key = `${section}.${name}`
      const value = running.values[key] ?? null
      const waits = saved[key] !== undefined && JSON.stringify(saved[key]) !== JSON.stringify(value)
      return {
        key,
        section,
        section_about,
        about: setting.about,
        value,
        default: setting.standard,
        origin: running.origins[key] ?? 'default',
        schema: setting.schema,
        not_yet: setting.notYet,
        saved: waits ? (saved[key] ?? null) : null,
        needs_restart: needsRestart(key),
      }
    }),
  )
  return succeed({
    settings,
    refused: running.refused.map(describeRefused),
    warnings: running.warnings,
    saved_in: file,
  })
}
