import { type JsonObject, isJsonObject } from '../../core/index.ts'
import { schemaParts } from './keywords.ts'
import { type RefResolver, createRefResolver } from './refs.ts'

export type SchemaGraph = {
  readonly target: RefResolver
  /** A schema that comes back to itself without having looked inside the value, if there is one. */
  findLoop(): JsonObject | undefined
  /** How many schemas a value could be held against at most; infinite if the schema is recursive. */
  expandedSize(): number
}

/** Follows every edge of a document: from schemas to their parts, and along references. */
export function createSchemaGraph(root: JsonObject, nodes: Iterable<JsonObject>): SchemaGraph {
  const target = createRefResolver(root)
  return { target, findLoop: () => findLoop(nodes, target), expandedSize: () => expandedSize(root, target) }
}

function edges(
  node: JsonObject,
  follow: RefResolver,
): { readonly inPlace: readonly JsonObject[]; readonly inside: readonly JsonObject[] } {
  const refs = [node.$ref, node.$dynamicRef].map(ref => (typeof ref === 'string' ? follow(ref) : undefined))
  const parts = schemaParts(node)
  return {
    inPlace: [...refs, ...parts.filter(({ role }) => role === 'in-place').map(({ schema }) => schema)].filter(
      isJsonObject,
    ),
    inside: parts
      .filter(({ role }) => role === 'inside')
      .map(({ schema }) => schema)
      .filter(isJsonObject),
  }
}

function findLoop(nodes: Iterable<JsonObject>, follow: RefResolver): JsonObject | undefined {
  const state = new Map<JsonObject, 'open' | 'done'>()
  for (const node of nodes) if (loops(node)) return node
  return undefined

  function loops(node: JsonObject): boolean {
    const known = state.get(node)
    if (known !== undefined) return known === 'open'
    state.set(node, 'open')
    const found = edges(node, follow).inPlace.some(loops)
    state.set(node, 'done')
    return found
  }
}

function expandedSize(root: JsonObject, follow: RefResolver): number {
  const sizes = new Map<JsonObject, number>()
  return sizeOf(root)

  function sizeOf(node: JsonObject): number {
    const known = sizes.get(node)
    if (known !== undefined) return known
    // Seen again while still open: the schema is recursive.
    sizes.set(node, Number.POSITIVE_INFINITY)
    const { inPlace, inside } = edges(node, follow)
    const size = [...inPlace, ...inside].reduce((sum, part) => sum + sizeOf(part), 1)
    sizes.set(node, size)
    return size
  }
}
