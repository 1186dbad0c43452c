import type { JsonObject } from '../../core/index.ts'

/** Short builders for JSON Schema 2020-12. Objects refuse members that are not named. */
export const object = (properties: JsonObject, required: readonly string[] = []): JsonObject => ({
  type: 'object',
  properties,
  ...(required.length > 0 && { required: [...required] }),
  additionalProperties: false,
})

export const string = (most = 256): JsonObject => ({ type: 'string', maxLength: most })
export const id = (most = 200): JsonObject => ({ type: 'string', minLength: 1, maxLength: most })
export const oneOf = (...words: readonly string[]): JsonObject => ({ enum: [...words] })
export const integer = (minimum: number, maximum: number): JsonObject => ({ type: 'integer', minimum, maximum })
export const flag: JsonObject = { type: 'boolean' }
export const list = (items: JsonObject, most = 100): JsonObject => ({ type: 'array', items, maxItems: most })

export const CURSOR: JsonObject = { type: 'string', maxLength: 300 }
export const PAGE: JsonObject = { cursor: CURSOR, limit: integer(1, 200) }

/** A reply schema by its members' names; `shapes.ts` has the types. */
export const shape = (title: string, ...members: readonly string[]): JsonObject => ({
  title,
  type: 'object',
  properties: Object.fromEntries(members.map(member => [member, {}])),
  required: [...members],
})
