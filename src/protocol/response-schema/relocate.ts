import { type Json, type JsonObject, isJsonObject } from '../../core/index.ts'
import { mapParts } from './schema-parts.ts'

/**
 * Moves a schema to `pointer` inside another one, so that its local references still find their targets.
 * References by name are left out: two tools may use the same name. That only loosens, and every call is checked again after decoding.
 */
export function relocate(schema: JsonObject, pointer: string): JsonObject {
  const {
    $ref,
    $schema: _dialect,
    $id: _id,
    $anchor: _anchor,
    $dynamicAnchor: _dynamic,
    $dynamicRef: _target,
    ...rest
  } = schema
  const moved = mapParts(rest, part => relocatePart(part, pointer))
  return isLocal($ref) ? { $ref: pointer + $ref.slice(1), ...moved } : moved
}

const relocatePart = (part: Json, pointer: string): Json => (isJsonObject(part) ? relocate(part, pointer) : part)

const isLocal = (ref: Json | undefined): ref is string => typeof ref === 'string' && /^#(?:$|\/)/.test(ref)
