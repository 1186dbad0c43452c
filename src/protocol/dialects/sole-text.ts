import { type JsonObject, isJsonList, isJsonObject } from '../../core/index.ts'
import { parametersOf } from './keys.ts'

/** A text for the only argument that a tool needs, if that is a text. */
export function soleText(text: string, schema: JsonObject | undefined): JsonObject | undefined {
  const required = schema?.['required']
  const [key, second] = isJsonList(required) ? required : []
  if (typeof key !== 'string' || second !== undefined) return undefined
  const needed = parametersOf(schema)[key]
  return isJsonObject(needed) && needed['type'] === 'string' ? { [key]: text } : undefined
}
