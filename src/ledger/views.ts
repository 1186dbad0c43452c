import { type JsonObject, isJsonObject, sha256, textOf } from '../core/index.ts'
import type { Disk } from './disk.ts'
import type { Entry, Members } from './entry.ts'

export const AUDIT_VIEW = 'audit.jsonl'
export const ATTEMPTS_VIEW = 'attempts.jsonl'
export const PERMISSIONS_VIEW = 'permissions.jsonl'
export const CHECKPOINTS = 'checkpoints'
const SESSIONS = 'sessions'

/** A line of one of the files that are written from the log for people and other programs. */
export type ViewLine = { readonly file: string; readonly member: string; readonly value: JsonObject }

/** The members of an entry that stand, word for word, in a file of their own. */
export function viewsOf({ body }: Pick<Entry, 'body'>): readonly ViewLine[] {
  const { attempt, audit, permission, receipt } = body
  const lines: ViewLine[] = []
  if (isJsonObject(attempt)) lines.push({ file: ATTEMPTS_VIEW, member: 'attempt', value: attempt })
  if (isJsonObject(audit)) lines.push({ file: AUDIT_VIEW, member: 'audit', value: audit })
  if (isJsonObject(permission)) lines.push({ file: PERMISSIONS_VIEW, member: 'permission', value: permission })
  if (isJsonObject(receipt))
    lines.push({ file: receiptsPath(textOf(receipt['session_id'])), member: 'receipt', value: receipt })
  return lines
}

/** The same from the texts that were just written. */
export function viewTexts(
  { body }: Entry,
  members: Members,
): readonly { readonly file: string; readonly text: string }[] {
  const texts: { readonly file: string; readonly text: string }[] = []
  for (const { file, member } of viewsOf({ body })) {
    const text = members.get(member)
    if (text !== undefined) texts.push({ file, text: `${text}\n` })
  }
  return texts
}

/** All of these files that are there. */
export function viewFiles(disk: Disk): readonly string[] {
  const sessions = disk.list(SESSIONS).map(name => `${SESSIONS}/${name}/tool_receipts.jsonl`)
  return [AUDIT_VIEW, ATTEMPTS_VIEW, PERMISSIONS_VIEW, ...sessions].filter(file => disk.size(file) !== undefined)
}

export const receiptsPath = (session: string): string => `${SESSIONS}/${safeSegment(session)}/tool_receipts.jsonl`

const MAX_SEGMENT = 80

/** A session's name as a folder name. Two names that come out alike are told apart by a bit of their hash. */
export function safeSegment(name: string): string {
  const safe = name.replaceAll(/[^A-Za-z0-9._-]/g, '_').slice(0, MAX_SEGMENT)
  const isPlain = safe === name && !/^\.*$|-[0-9a-f]{8}$/.test(name)
  return isPlain ? name : `${safe.replace(/^\.+/, '_')}-${sha256(name).slice(0, 8)}`
}
