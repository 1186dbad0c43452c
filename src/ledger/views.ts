import { type Json, type JsonObject, canonicalJson, isJsonObject, sha256, textOf } from '../core/index.ts'
import type { Entry } from './entry.ts'

export const AUDIT_VIEW = 'audit.jsonl'
export const ATTEMPTS_VIEW = 'attempts.jsonl'
export const PERMISSIONS_VIEW = 'permissions.jsonl'
const SESSIONS = 'sessions'

/** A line of one of the files that are written from the log for people and other programs. */
export type ViewLine = { readonly file: string; readonly value: JsonObject }

/** The members of an entry that stand, word for word, in a file of their own. */
export function viewsOf({ body }: Entry): readonly ViewLine[] {
  const { attempt, audit, permission, receipt } = body
  const lines: ViewLine[] = []
  if (isJsonObject(attempt)) lines.push({ file: ATTEMPTS_VIEW, value: attempt })
  if (isJsonObject(audit)) lines.push({ file: AUDIT_VIEW, value: audit })
  if (isJsonObject(permission)) lines.push({ file: PERMISSIONS_VIEW, value: permission })
  if (isJsonObject(receipt)) lines.push({ file: receiptsPath(textOf(receipt['session_id'])), value: receipt })
  return lines
}

export const viewText = (value: Json): string => `${canonicalJson(value)}\n`

export const receiptsPath = (session: string): string => `${SESSIONS}/${safeSegment(session)}/tool_receipts.jsonl`

const MAX_SEGMENT = 80

/** A session's name as a folder name. Two names that come out alike are told apart by a bit of their hash. */
export function safeSegment(name: string): string {
  const safe = name.replaceAll(/[^A-Za-z0-9._-]/g, '_').slice(0, MAX_SEGMENT)
  const isPlain = safe === name && !/^\.*$/.test(name)
  return isPlain ? name : `${safe.replace(/^\.+/, '_')}-${sha256(name).slice(0, 8)}`
}
