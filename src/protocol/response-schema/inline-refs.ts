import { type Json, type JsonObject, isJsonObject, resolveLocalRef } from '../../core/index.ts'
import { mergeSchemas } from './merge-schemas.ts'
import { mapParts } from './schema-parts.ts'

const MAX_PARTS = 5_000 // references to references can double with every level; beyond this they are cut, as loops are

/** Puts what a reference leads to in its place. A loop is cut at its second round: from there on, anything goes. */
export function inlineRefs(root: JsonObject): JsonObject {
  let left = MAX_PARTS
  const whole = inline(root, [])
  return isJsonObject(whole) ? whole : {}

  function inline(node: Json, trail: readonly string[]): Json {
    left -= 1
    if (!isJsonObject(node)) return node
    if (left < 0) return true
    const { $ref, $defs: _defs, definitions: _definitions, ...rest } = node
    const own = mapParts(rest, part => inline(part, trail))
    const target = typeof $ref === 'string' && !trail.includes($ref) ? resolveLocalRef(root, $ref) : undefined
    return target === undefined || typeof $ref !== 'string' ? own : mergeSchemas(inline(target, [...trail, $ref]), own)
  }
}
