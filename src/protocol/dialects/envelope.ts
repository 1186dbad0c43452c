import { isJsonObject } from '../../core/index.ts'
import type { Dialect } from './dialect.ts'

const OWN_KEYS: ReadonlySet<string> = new Set(['type', 'name', 'args'])

/** Our own: `{"type":"tool_call","name":…,"args":{…}}` and no other key, unless the configuration allows it. */
export const envelopeWith = (allowedKeys: readonly string[]): Dialect => ({
  name: 'envelope',
  readValue: value => {
    if (!isJsonObject(value) || !Object.keys(value).every(key => OWN_KEYS.has(key) || allowedKeys.includes(key)))
      return undefined
    const { type, name, args } = value
    return type === 'tool_call' && typeof name === 'string' && name !== '' && isJsonObject(args)
      ? [{ name, named: args }]
      : undefined
  },
})

export const envelope: Dialect = envelopeWith([])
