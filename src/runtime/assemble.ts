import { type Catalog, type CatalogOptions, type ToolSource, createCatalog, createOutputCheck } from '../catalog/index.ts'
import type { JsonObject, Result } from '../core/index.ts'
import { type ReadObject, type ReadRequest, Reader, type Reading, type Reply, readObject, readReply } from '../protocol/index.ts'

export type AssembleOptions = CatalogOptions & { readonly tools: readonly ToolSource[] }

export type Assembly = {
  readonly catalog: Catalog
  /** What a whole reply means. */
  readonly read: (reply: Reply, request: ReadRequest) => Reading
  /** For a reply that still arrives: feed it, stop the model when it is `complete`, then ask for the `end`. */
  readonly reader: (request: ReadRequest) => Reader
}

/** For plans and other objects that are no calls: nothing is handed on that does not fit the schema. */
export function decoderFor(schema: JsonObject): (raw: string) => Result<ReadObject> {
  const check = createOutputCheck(schema)
  return raw => {
    const read = readObject(raw)
    const checked = read.ok ? check(read.value.value) : read
    return checked.ok ? read : checked
  }
}

/** Puts the rooms together, once. Throws a CountersignError if a tool is wrong, before any model is asked. */
export function assemble({ tools, ...options }: AssembleOptions): Assembly {
  const catalog = createCatalog(tools, options)
  return {
    catalog,
    read: (reply, request) => readReply(reply, request, catalog),
    reader: request => new Reader(request, catalog),
  }
}
