import { type JsonObject, isJsonObject } from '../../core/index.ts'
import type { Dialect } from './dialect.ts'

const OWN_KEYS = 3 // type, name, args

/** Our own: `{"type":"tool_call","name":…,"args":{…}}` and no other key, unless the configuration allows it. */
export const envelopeWith = (allowedKeys: readonly string[]): Dialect => ({
  name: 'envelope',
  readValue: value => {
    if (!isJsonObject(value) || value['type'] !== 'tool_call' || !hasOnlyKnownKeys(value, allowedKeys)) return undefined
    const { name, args } = value
    return typeof name === 'string' && name !== '' && isJsonObject(args) ? [{ name, named: args }] : undefined
  },
})

function hasOnlyKnownKeys(value: JsonObject, allowedKeys: readonly string[]): boolean {
  const extra = Object.keys(value).length - OWN_KEYS
  return extra === 0 || (extra > 0 && Object.keys(value).filter(key => allowedKeys.includes(key)).length === extra)
}

export const envelope: Dialect = envelopeWith([])
