import { type Json, type JsonObject, type Result, isJsonObject, succeed, textOf } from '../../../core/index.ts'
import { refuseRequest } from './refuse-request.ts'

export type Format = { readonly name: string; readonly schema?: JsonObject }

/** Undefined for plain text. */
export function readFormat(given: Json | undefined): Result<Format | undefined> {
  if (given === undefined || given === null) return succeed(undefined)
  const type = isJsonObject(given) ? given['type'] : undefined
  if (!isJsonObject(given) || (type !== 'text' && type !== 'json_object' && type !== 'json_schema'))
    return refuseRequest('response_format.type', '"response_format.type" must be text, json_object or json_schema.')
  if (type === 'text') return succeed(undefined)
  const loose = given['schema']
  if (type === 'json_object')
    return succeed(isJsonObject(loose) ? { name: 'answer', schema: loose } : { name: 'answer' })
  const inner = given['json_schema']
  if (!isJsonObject(inner))
    return refuseRequest('response_format.json_schema', '"response_format.json_schema" is missing.')
  const { schema } = inner
  if (!isJsonObject(schema))
    return refuseRequest('response_format.json_schema.schema', 'The schema of the answer is missing.')
  return succeed({ name: textOf(inner['name']) || 'answer', schema })
}
