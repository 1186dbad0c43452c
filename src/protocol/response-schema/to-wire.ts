import type { JsonObject, SchemaSubset, Wire } from '../../core/index.ts'
import { grammarSafe } from './grammar-safe.ts'
import { type StrictSafe, strictSafe } from './strict-safe.ts'

/** A schema that a reply must follow, with the name under which it travels. */
export type ResponseSchema = {
  readonly name: string
  readonly schema: JsonObject
}

export type WireSchema = {
  readonly body: JsonObject
  /** False: the other side takes the schema as a hint only. */
  readonly enforced: boolean
}

export function toWire({ name, schema }: ResponseSchema, { form, subset }: Wire): WireSchema {
  const fitted = fit(schema, subset)
  const body =
    form === 'format'
      ? fitted.schema
      : { type: 'json_schema', json_schema: { name, strict: fitted.strict, schema: fitted.schema } }
  return { body, enforced: fitted.strict }
}

function fit(schema: JsonObject, subset: SchemaSubset): StrictSafe {
  switch (subset) {
    case 'full':
      return { schema, strict: true }
    case 'grammar-safe':
      return { schema: grammarSafe(schema), strict: true }
    case 'strict-safe':
      return strictSafe(schema)
  }
}
