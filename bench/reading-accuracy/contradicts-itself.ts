import { createOutputCheck } from '../../src/catalog/index.ts'
import { type Json, type JsonObject, isJsonObject } from '../../src/core/index.ts'
import type { Row } from '../corpus.ts'

/** Would no accepted value of some argument pass the tool's own schema? Then nothing that validates can be right. */
export function contradictsItself({ expected, assembly }: Row): boolean {
  return expected.some(({ name, args }) => {
    const properties = assembly.catalog.get(name)?.input['properties']
    return Object.entries(args).some(([key, accepted]) => {
      const schema = isJsonObject(properties) ? properties[key] : undefined
      if (accepted.includes('') || !isJsonObject(schema)) return false
      return !accepted.some(value => fits(value, schema))
    })
  })
}

/** Expected objects list accepted values for each member, so only their being objects can be asked. */
function fits(value: Json, schema: JsonObject): boolean {
  if (isJsonObject(value)) return schema['type'] === 'object' || schema['type'] === undefined
  if (Array.isArray(value) && value.some(isJsonObject)) return schema['type'] === 'array'
  return createOutputCheck({ type: 'object', properties: { value: schema } })({ value }).ok
}
