import type { Grant } from '../../../permissions/index.ts'
import type { GrantView } from '../shapes.ts'
import { ruleWords } from '../../cli/turn/rule-words.ts'

/** A grant in the API. */
export function grantView(grant: Grant, used = 0): GrantView {
  const { id, capability, session, principal, paths, decidedBy, purpose, confirmsWrites, tool, issuedAt, ends } = grant
  const seconds = ends ? Math.round((ends.at - issuedAt) / 1_000) : undefined
  return {
    id,
    capability,
    session_id: session,
    principal,
    paths: [...paths],
    source: decidedBy,
    purpose,
    confirms_writes: confirmsWrites,
    tool: tool?.name ?? null,
    definition_hash: tool?.definition ?? null,
    rule: ruleWords({ capability, paths, confirmsWrites, tool, everywhere: session === null, seconds }),
    used,
    issued_at: new Date(issuedAt).toISOString(),
    expires_at: ends ? new Date(ends.at).toISOString() : null,
  }
}
