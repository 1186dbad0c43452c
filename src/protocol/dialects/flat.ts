import { isJsonObject } from '../../core/index.ts'
import type { Dialect } from './dialect.ts'
import { argumentsPlace, takeMembers, namePlaces, parametersOf } from './keys.ts'

/** `{"function_name": "f", "path": "a.md"}`: the arguments stand beside the name. Only for names of real tools. */
export const flat: Dialect = {
  name: 'flat',
  readValue: (value, tools) => {
    // our own envelope has a place for arguments
    if (!isJsonObject(value) || value['type'] === 'tool_call') return undefined
    const members = takeMembers(value)
    for (const nameAt of namePlaces(members)) {
      const name = members.values[nameAt]
      const found = typeof name === 'string' ? tools.find(name) : undefined
      if (typeof name !== 'string' || found === undefined) continue
      const stray = members.keys[argumentsPlace(members)]
      if (stray !== undefined && !Object.hasOwn(parametersOf(found.tool.input), stray)) return undefined
      const named = Object.fromEntries(
        members.keys.map((key, at) => [key, members.values[at] ?? null] as const).filter((_, at) => at !== nameAt),
      )
      return [{ name, named, fixups: ['flat_arguments'] }]
    }
    return undefined
  },
}
