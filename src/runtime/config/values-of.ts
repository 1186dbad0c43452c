import { CountersignError, type Section, type Settings, type ValuesOf } from '../../core/index.ts'
import type { MergedConfig } from './merge-layers.ts'

/** What counts for one section, in the types that its room declared. */
export function valuesOf<All extends Settings>(
  { values }: MergedConfig,
  { name, settings }: Section<All>,
): ValuesOf<Section<All>> {
  const entries = Object.keys(settings).map(key => {
    const value = values[`${name}.${key}`]
    if (value === undefined)
      throw new CountersignError('config_invalid', `The section ${name} was not joined: ${key} has no value.`)
    return [key, value]
  })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each value passed the schema of its key when its layer was read
  return Object.fromEntries(entries) as ValuesOf<Section<All>>
}
