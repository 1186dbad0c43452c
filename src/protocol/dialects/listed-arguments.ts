import { type Json, isJsonObject } from '../../core/index.ts'
import type { ReadCall } from './dialect.ts'
import { looksLikeSchema } from './keys.ts'

const KEYS = ['name', 'key', 'parameter', 'argument'] as const

type ArgumentList = Pick<ReadCall, 'named' | 'fixups'>

/** Arguments in a list: none, all of them in one object, or one object of name and value for each. */
export function listedArguments(list: readonly Json[]): ArgumentList | undefined {
  if (list.length === 0) return { named: {}, fixups: ['null_arguments'] }
  const pairs = list.map(pairIn)
  const [only] = list
  if (list.length === 1 && pairs[0] === undefined)
    return isJsonObject(only) && !looksLikeSchema(only) ? { named: only, fixups: ['wrapped_arguments'] } : undefined
  const named: Record<string, Json> = {}
  for (const pair of pairs) {
    if (pair === undefined || pair.key === '__proto__' || Object.hasOwn(named, pair.key)) return undefined
    named[pair.key] = pair.value
  }
  return { named, fixups: ['wrapped_arguments'] }
}

/** `{"name": "city", "value": "Bern"}`, and at most a type beside them. */
function pairIn(item: Json): { readonly key: string; readonly value: Json } | undefined {
  if (!isJsonObject(item) || item['value'] === undefined) return undefined
  const key = KEYS.map(name => item[name]).find(name => name !== undefined)
  const isPair = typeof key === 'string' && Object.keys(item).length === (item['type'] === undefined ? 2 : 3)
  return isPair ? { key, value: item['value'] } : undefined
}
