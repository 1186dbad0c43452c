import { isJsonObject } from '../../core/index.ts'
import type { Dialect } from './dialect.ts'
import { ARGUMENT_KEYS, NAME_KEYS, keyAmong, omit, parametersOf } from './keys.ts'

/** `{"function_name": "f", "path": "a.md"}`: the arguments stand beside the name. Only for names of real tools. */
export const flat: Dialect = {
  name: 'flat',
  readValue: (value, tools) => {
    if (!isJsonObject(value)) return undefined
    for (const key of NAME_KEYS) {
      const name = value[key]
      if (typeof name !== 'string') continue
      const found = tools.find(name)
      if (found === undefined) continue
      const rest = omit(value, key)
      const stray = keyAmong(rest, ARGUMENT_KEYS)
      if (stray !== undefined && !Object.hasOwn(parametersOf(found.tool.input), stray)) return undefined
      return [{ name, named: rest, fixups: ['flat_arguments'] }]
    }
    return undefined
  },
}
