import { type Json, type JsonObject, type Model, isJsonObject } from '../core/index.ts'
import { countOf } from './http/count.ts'
import type { RequestPart } from './http/attempt-failure.ts'

/** What a server does with a schema: its replies fit it, or it ignores it, refuses it, or has not been tried. */
export type SchemaUse = 'kept' | 'ignored' | 'refused' | 'untried'
const SCHEMA_USES: readonly SchemaUse[] = ['kept', 'ignored', 'refused', 'untried']

/** What a probe found out about a model on its server; kept as JSON. */
export type Abilities = {
  readonly nativeTools: boolean
  readonly schema: SchemaUse
  readonly embed: boolean
  /** The server accepted a tool in a try, whether its model used it or not. */
  readonly takesTools?: boolean
  /** The most that the model reads at once on this server. */
  readonly contextTokens?: number
}

export const toJson = (abilities: Abilities): JsonObject => ({ ...abilities })

/** Undefined if the cache holds something else; then the server is asked again. */
export function fromJson(value: Json | undefined): Abilities | undefined {
  if (!isJsonObject(value)) return undefined
  const { nativeTools, embed } = value
  const schema = SCHEMA_USES.find(use => use === value['schema'])
  if (typeof nativeTools !== 'boolean' || typeof embed !== 'boolean' || !schema) return undefined
  const contextTokens = countOf(value['contextTokens'])
  const takesTools = value['takesTools'] === true
  return {
    nativeTools,
    schema,
    embed,
    ...(takesTools && { takesTools }),
    ...(contextTokens !== undefined && { contextTokens }),
  }
}

export type AbilityTracker = {
  /** Reads what is known now, not what was known when the model was opened. */
  readonly can: Model['can']
  readonly without: ReadonlySet<RequestPart>
  /** True: the next request will be another one. */
  readonly learn: (part: RequestPart) => Promise<boolean>
}

/** Must not reject: what cannot be kept is asked again. */
export type SaveAbilities = (abilities: Abilities) => Promise<void>

/**
 * A server's refusals change what is sent to it. The caller is told that tools are refused, since a request without
 * them means something else; a probe, which saves nothing, is told that the schema is.
 */
export function trackAbilities(start: Abilities, save: SaveAbilities | undefined): AbilityTracker {
  let known = start
  const without = new Set<RequestPart>(start.schema === 'refused' ? ['schema'] : [])
  const update = async (change: Partial<Abilities>): Promise<void> => {
    known = { ...known, ...change }
    await save?.(known)
  }
  return {
    can: {
      get nativeTools() {
        return known.nativeTools
      },
      get jsonSchema() {
        return known.schema === 'kept' || known.schema === 'untried'
      },
      get embed() {
        return known.embed
      },
      get takesTools() {
        return known.takesTools === true
      },
    },
    without,
    async learn(part) {
      if (part === 'tools') await update({ nativeTools: false, takesTools: false })
      if (part === 'tools') return false
      without.add(part)
      if (part !== 'schema') return true
      await update({ schema: 'refused' })
      return save !== undefined
    },
  }
}
