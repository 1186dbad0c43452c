import { isJsonObject } from '../../core/index.ts'
import type { Dialect, ReadCall } from './dialect.ts'
import { looksLikeSchema } from './keys.ts'

/** `{"f": {"path": "a.md"}}`: the tool's name is the key. */
export const nameAsKey: Dialect = {
  name: 'name_as_key',
  readValue: (value, tools) => {
    if (!isJsonObject(value)) return undefined
    const calls: ReadCall[] = []
    for (const [name, named] of Object.entries(value)) {
      if (!isJsonObject(named) || looksLikeSchema(named) || tools.find(name) === undefined) return undefined
      calls.push({ name, named })
    }
    return calls.length > 0 ? calls : undefined
  },
}
