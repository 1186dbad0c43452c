import type { JsonObject, Wire } from '../../core/index.ts'
import { type SchemaRequest, responseSchemaFor } from './response-schema-for.ts'
import { toWire } from './to-wire.ts'

export type EnforcementRequest = SchemaRequest & {
  /** Does this model's server hold its replies to a schema? */
  readonly canJsonSchema: boolean
  readonly wire: Wire
}

export type Enforcement = {
  /** What to send, in the form of the wire. */
  readonly responseSchema: JsonObject | undefined
  /** For the attempt log: a model that could not write a wrong nonce deserves no praise for the right one. */
  readonly recorded: { readonly schema_enforced: boolean; readonly nonce_forced: boolean }
}

export function planEnforcement({ canJsonSchema, wire, ...request }: EnforcementRequest): Enforcement {
  const schema = canJsonSchema ? responseSchemaFor(request) : undefined
  const sent = schema && toWire(schema, wire)
  const enforced = sent?.enforced === true
  return {
    responseSchema: sent?.body,
    recorded: { schema_enforced: enforced, nonce_forced: enforced && request.profile === 'strict' },
  }
}
