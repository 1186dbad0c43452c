import { type JsonObject, type Workspace, isJsonObject, sha256, textOf } from '../core/index.ts'
import { listLeftCopies } from '../executors/index.ts'
import { type Entry, type IsActing, type LedgerOptions, unknownCalls } from '../ledger/index.ts'
import { openWorkspace } from '../workspace/index.ts'
import { shellPlace } from './build-tools.ts'

/** A call that began and whose end was never recorded, with what a person can look at. */
export type UnknownOutcome = {
  readonly call_id: string
  /** The line of its intent. */
  readonly seq: number
  readonly at: string
  readonly session_id: string
  readonly tool: string
  readonly summary: string
  readonly target: string | null
  /** What its file is like now; null if it was about no file. */
  readonly file: FileNow | null
  /** What to look at, in a sentence. */
  readonly look: string
  /** Says that somebody has looked. */
  readonly command: string
}

/** `written`: it holds what the call was to write. `gone`, `new`: it was there before and is not now, or vice versa. */
export type FileNow = 'as_before' | 'written' | 'changed' | 'gone' | 'new' | 'unreadable'

export type UnknownIn = {
  readonly ledger: LedgerOptions
  readonly root: string
  /** The workspace's own part of the state folder, where copies of a command's files may lie. */
  readonly own?: string
  readonly isActing?: IsActing
}

/** Every call of the workspace whose outcome is unknown and that nobody has looked at yet, the oldest first. */
export async function unknownOutcomes({ ledger, root, own, isActing }: UnknownIn): Promise<readonly UnknownOutcome[]> {
  const entries = await unknownCalls(ledger, isActing)
  if (entries.length === 0) return []
  const workspace = openWorkspace({ root, rules: { denyRead: [], allowRead: [] } })
  try {
    const copies = own === undefined ? [] : listLeftCopies(shellPlace(own))
    const folders = new Map(copies.map(({ call, folder }) => [call, folder]))
    return entries.map(entry => outcomeOf(entry, { workspace, folders }))
  } finally {
    workspace.close()
  }
}

/** Removes the unfinished files that killed writers have left beside the files that they were to write. */
export async function removeUnfinished({ ledger, root }: UnknownIn): Promise<void> {
  const left = (await unknownCalls(ledger)).filter(({ writer }) => writer !== undefined)
  if (left.length === 0) return
  const workspace = openWorkspace({ root, rules: { denyRead: [], allowRead: [] } })
  for (const { body, writer = {} } of left) {
    const target = isJsonObject(body['target']) ? body['target'] : {}
    if (isFile(body, target)) workspace.removeLeft(textOf(target['name']), writer)
  }
  workspace.close()
}

type Surroundings = { readonly workspace: Workspace; readonly folders: ReadonlyMap<string, string> }

function outcomeOf({ seq, at, body }: Entry, { workspace, folders }: Surroundings): UnknownOutcome {
  const target = isJsonObject(body['target']) ? body['target'] : {}
  const name = textOf(target['name'])
  const file = isFile(body, target) ? fileNow(body, workspace) : null
  const call = textOf(body['call_id'])
  return {
    call_id: call,
    seq,
    at,
    session_id: textOf(body['session_id']),
    tool: textOf(body['tool_id']),
    summary: textOf(body['summary']),
    target: name === '' ? null : name,
    file,
    look: file === null ? lookElsewhere(name, folders.get(call)) : LOOK[file](name),
    command: `countersign ledger looked-at ${call}`,
  }
}

/** A hash of it as it was, or the right to change files, says that the target is a file. */
const isFile = ({ capability }: JsonObject, { name, sha256: before }: JsonObject): boolean =>
  typeof name === 'string' && (typeof before === 'string' || capability === 'FileWrite')

const MAX_BYTES = 64 * 1_024 * 1_024

function fileNow({ target, inputs }: JsonObject, workspace: Workspace): FileNow {
  const { name, sha256: before = null } = isJsonObject(target) ? target : {}
  const read = workspace.read(textOf(name), { maxBytes: MAX_BYTES })
  if (!read.ok && read.error.code !== 'file_not_found') return 'unreadable'
  if (!read.ok) return before === null ? 'as_before' : 'gone'
  if (read.value.sha256 === before) return 'as_before'
  const texts = Object.values(isJsonObject(inputs) ? inputs : {})
  if (texts.some(text => typeof text === 'string' && sha256(text) === read.value.sha256)) return 'written'
  return before === null ? 'new' : 'changed'
}

const LOOK: Readonly<Record<FileNow, (name: string) => string>> = {
  as_before: name => `${name} is as it was before the call, so the call has most likely changed nothing.`,
  written: name => `${name} holds what the call was to write.`,
  changed: name => `${name} is not as it was before the call. Open it and see whether it is right.`,
  gone: name => `${name} was there before the call and is gone.`,
  new: name => `${name} was not there before the call and is there now. Open it and see whether it is right.`,
  unreadable: name => `${name} cannot be read now. Look at it yourself.`,
}

function lookElsewhere(name: string, copies: string | undefined): string {
  const look =
    name === ''
      ? 'Look at what it was to change, and see whether it has.'
      : `Look at ${name} and see whether it happened.`
  return copies === undefined ? look : `${look} Copies of files from before it lie in ${copies}.`
}
