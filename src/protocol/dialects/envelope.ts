import { isJsonObject } from '../../core/index.ts'
import type { Dialect } from './dialect.ts'

/** Our own: `{"type":"tool_call","name":…,"args":{…}}` and no other key. */
export const envelope: Dialect = {
  name: 'envelope',
  readValue: value => {
    if (!isJsonObject(value) || value['type'] !== 'tool_call' || Object.keys(value).length !== 3) return undefined
    const { name, args } = value
    return typeof name === 'string' && name !== '' && isJsonObject(args) ? [{ name, named: args }] : undefined
  },
}
