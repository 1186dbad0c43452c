import { type Json, type JsonObject, isJsonObject, resolveLocalRef } from '../../core/index.ts'
import { schemaParts } from './keywords.ts'

/** Where a reference leads within one document; undefined if it leads out of it. */
export type RefResolver = (ref: string) => Json | undefined

/** Knows pointers, anchors and the `$id`s of the document itself. Nothing is ever fetched. */
export function createRefResolver(root: JsonObject): RefResolver {
  let anchors: ReadonlyMap<string, JsonObject> | undefined
  return ref => {
    const local = withoutRootId(root, ref)
    if (local === '#' || local.startsWith('#/')) return resolveLocalRef(root, local)
    anchors ??= indexAnchors(root)
    return anchors.get(local)
  }
}

function withoutRootId({ $id }: JsonObject, ref: string): string {
  if (typeof $id !== 'string' || $id === '') return ref
  return ref === $id ? '#' : ref.startsWith(`${$id}#`) ? ref.slice($id.length) : ref
}

/** Anchors under a nested `$id` belong to that one alone, so only the `$id` itself can be reached from here. */
function indexAnchors(root: JsonObject): ReadonlyMap<string, JsonObject> {
  const anchors = new Map<string, JsonObject>()
  const waiting = [{ schema: root, embedded: false }]
  for (let site = waiting.pop(); site; site = waiting.pop()) {
    const { schema } = site
    const embedded = site.embedded || (schema !== root && typeof schema.$id === 'string')
    if (typeof schema.$id === 'string') anchors.set(schema.$id, schema)
    for (const name of embedded ? [] : [schema.$anchor, schema.$dynamicAnchor])
      if (typeof name === 'string') anchors.set(`#${name}`, schema)
    for (const part of schemaParts(schema))
      if (isJsonObject(part.schema)) waiting.push({ schema: part.schema, embedded })
  }
  return anchors
}
