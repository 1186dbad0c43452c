import { dirname, join } from 'node:path'
import { type Fault, type JsonObject, type Result, type Vault, fail, fault, succeed } from '../../../core/index.ts'
import type { CommandEnd } from '../../sandbox/index.ts'
import type { ShellPolicy } from '../policy.ts'
import { type PathChange, compareWith, showChanges } from './compare.ts'
import { keepAside } from './keep-aside.ts'
import { type Intruders, removeIntruders } from './intruders.ts'
import { isAmong, protectedIn } from './protected-things.ts'
import { rollBack } from './roll-back.ts'
import { plantedHooks } from './planted-hooks.ts'
import { planRollback } from './rollback-plan.ts'
import { type Snapshot, takeSnapshot } from './snapshot.ts'
import { lockWorkspace } from './store-place.ts'
import { type Survey, type Surveying, surveyWorkspace } from './survey.ts'
import { readFileSync } from 'node:fs'

export type Transaction = {
  readonly surveying: Surveying
  readonly run: (survey: Survey) => Promise<Result<CommandEnd>>
  /** Changing what exists was not approved, so such changes are taken back. */
  readonly guarded: boolean
  readonly policy: ShellPolicy
  /** A person typed the command: a copy that cannot be made does not stop it. */
  readonly ownAct: boolean
}

export type TransactionOutcome = { readonly end: CommandEnd; readonly effects: JsonObject; readonly fault?: Fault }

type TransactionPlace = { readonly place: string; readonly vault: Vault }

/** Copies first, runs, compares, and takes back what was not allowed. One command at a time. */
export async function runInTransaction(
  transaction: Transaction,
  { place, vault }: TransactionPlace,
): Promise<Result<TransactionOutcome>> {
  const leave = lockWorkspace(place)
  if (!leave) return fail('tool_busy', 'Another command changes this workspace right now.')
  try {
    const before = surveyWorkspace(transaction.surveying)
    const taken = snapshotFor(transaction, before, place)
    return taken.ok ? await runWithCopies({ transaction, before, snapshot: taken.value, vault }) : taken
  } finally {
    leave()
  }
}

type Copied = {
  readonly transaction: Transaction
  readonly before: Survey
  readonly snapshot: Snapshot | undefined
  readonly vault: Vault
}

async function runWithCopies({ transaction, before, snapshot, vault }: Copied): Promise<Result<TransactionOutcome>> {
  let mayDiscard = true
  try {
    const things = protectedIn(before)
    const end = await transaction.run(before)
    if (!end.ok) return end
    const after = surveyWorkspace({ ...transaction.surveying, wasLeft: path => isAmong(things, path) })
    const intruders = removeIntruders(
      transaction.surveying,
      { survey: before, things, guarded: transaction.guarded },
      after,
    )
    if (!snapshot) return succeed({ end: end.value, effects: { ...NO_COPY, ...intruders.effects } })
    const changes = compareWith(snapshot, after.entries)
    const hooks = transaction.guarded ? plantedHooks(changes, before.fixed, snapshot.root) : []
    const outcome = settle({ transaction, snapshot, changes, hooks, end: end.value, vault, intruders })
    // What could not be put back may still be put back by a person.
    mayDiscard = outcome.fault?.code !== 'rollback_incomplete'
    return succeed(outcome)
  } finally {
    if (mayDiscard) snapshot?.discard()
  }
}

const NO_COPY: JsonObject = {
  changes: null,
  undo: null,
  note: 'No copy was made before, so what changed is not known and cannot be taken back.',
}

const GUARD_BYTES = 1024 * 1024 * 1024 // more is not copied for every build
const UNDO_BYTES = 256 * 1024 * 1024

/** Undefined: it may run without a copy. */
function snapshotFor(
  { guarded, policy, ownAct, surveying }: Transaction,
  before: Survey,
  place: string,
): Result<Snapshot | undefined> {
  const { transactional, snapshot_required: required, max_snapshot_bytes: limit } = policy.settings
  const isNeeded = guarded || (transactional && required && !ownAct)
  if (before.tooMany)
    return isNeeded
      ? fail('snapshot_failed', 'The workspace holds too many files to copy them first.')
      : succeed(undefined)
  if (isNeeded && before.unreadable !== undefined) return fail('snapshot_failed', cannotRead(before.unreadable))
  if (isNeeded && before.nameless !== undefined) return fail('snapshot_failed', cannotName(before.nameless))
  const maxBytes = guarded ? limit || GUARD_BYTES : transactional ? limit : UNDO_BYTES
  const includes = guarded || !transactional ? () => true : policy.inScope
  const taken = takeSnapshot({ place, root: surveying.workspace.root, entries: before.entries, maxBytes, includes })
  if (taken.ok) return taken
  return isNeeded ? taken : succeed(undefined)
}

const cannotRead = (folder: string): string =>
  `The folder ${JSON.stringify(folder)} cannot be read, so nothing in it can be copied first. ` +
  'Make it readable, or name it in [tools.shell] read_only_folders.'

export const cannotName = (path: string): string =>
  `The name of ${JSON.stringify(path)} is no text in UTF-8, so it can be neither copied nor covered. ` +
  'Rename it, or put it into a folder that is named in [tools.shell] read_only_folders.'

type Settling = {
  readonly transaction: Transaction
  readonly snapshot: Snapshot
  readonly changes: readonly PathChange[]
  /** New files that git would obey. */
  readonly hooks: readonly PathChange[]
  readonly end: CommandEnd
  readonly vault: Vault
  readonly intruders: Intruders
}

function settle({ transaction, snapshot, changes, hooks, end, vault, intruders }: Settling): TransactionOutcome {
  const { guarded, policy } = transaction
  const trespass = [...changes.filter(({ what }) => what !== 'created'), ...plantedRepositories(changes), ...hooks]
  const isForbidden = guarded && (trespass.length > 0 || intruders.paths.length > 0 || intruders.astray.length > 0)
  const { auto_rollback: automatic, transactional, auto_rollback_exit_codes: codes } = policy.settings
  const isFailure = transactional && automatic && codes.includes(end.exitCode) && changes.length > 0
  if (!isForbidden && !isFailure)
    return { end, effects: { ...keepForUndo(changes, snapshot, vault), ...intruders.effects } }
  const kept = keepAside(snapshot.root, changes)
  const undone = takeBack(snapshot, changes, intruders.astray)
  const told = { changes: showChanges(changes), undo: null, ...(kept !== undefined && { kept }), ...intruders.effects }
  if (!undone.ok) return { end, effects: told, fault: undone.error }
  const effects = { ...told, rolled_back: { ...undone.value } }
  return isForbidden ? { end, effects, fault: notAllowed(trespass, intruders.paths, kept) } : { end, effects }
}

function takeBack(
  snapshot: Snapshot,
  changes: readonly PathChange[],
  astray: readonly string[],
): ReturnType<typeof rollBack> {
  const { plan, lost: uncopied } = planRollback(changes, snapshot)
  const lost = [...uncopied, ...astray]
  const done = rollBack(snapshot.folder, plan)
  if (done.ok && lost.length === 0) return done
  return done.ok
    ? fail('rollback_incomplete', `Not put back, because there was no copy: ${lost.join(', ')}.`, { missing: lost })
    : done
}

/** A folder with HEAD, objects and refs is a repository to git, whatever its name, and git obeys its settings. */
function plantedRepositories(changes: readonly PathChange[]): readonly PathChange[] {
  const created = new Set(changes.filter(({ what }) => what === 'created').map(({ path }) => path))
  return changes.filter(
    ({ path, what }) =>
      what === 'created' &&
      path.endsWith('/HEAD') &&
      ['objects', 'refs'].every(name => created.has(join(dirname(path), name))),
  )
}

const MAX_NAMED = 10

function notAllowed(trespass: readonly PathChange[], intruders: readonly string[], kept: string | undefined): Fault {
  const named = trespass.slice(0, MAX_NAMED).map(({ path, what }) => `${path} (${what})`)
  const more = trespass.length > MAX_NAMED ? ` and ${trespass.length - MAX_NAMED} more` : ''
  const list = named.length > 0 ? named.join(', ') + more : intruders.join(', ')
  return fault(
    'effect_not_allowed',
    `While the command ran, what existed was changed, which nobody had allowed: ${list}. ` +
      `Everything was put back as it was.${keptWords(kept)}`,
  )
}

/** The person may have written some of it meanwhile. */
const keptWords = (kept: string | undefined): string =>
  kept === undefined ? '' : ` What stood there instead is kept in ${kept}.`

const MAX_CHANGES = 5_000
const MAX_FILE = 64 * 1024 * 1024

/** The old bytes go to the vault, and with them a record of the whole; `undo` is the hash of that record. */
function keepForUndo(changes: readonly PathChange[], snapshot: Snapshot, vault: Vault): JsonObject {
  const shown = { changes: showChanges(changes), change_count: changes.length }
  if (changes.length === 0 || changes.length > MAX_CHANGES) return { ...shown, undo: null }
  if (!changes.every(change => keepOld(change, snapshot, vault))) return { ...shown, undo: null }
  const record = changes.map(({ path, what, kind, before, after, was }) => ({
    path,
    what,
    kind,
    before,
    after,
    mode: was?.mode ?? null,
    modifiedMs: was?.modifiedMs ?? null,
    link: was?.link ?? null,
  }))
  const kept = vault.keep(Buffer.from(JSON.stringify({ v: 1, changes: record })))
  return { ...shown, undo: kept.ok ? kept.value : null }
}

function keepOld({ path, what, kind, was }: PathChange, snapshot: Snapshot, vault: Vault): boolean {
  if (what === 'created' || (was?.kind ?? kind) !== 'file') return was?.kind !== 'other'
  const copy = snapshot.copyOf(path)
  if (copy === undefined || (was?.size ?? 0) > MAX_FILE) return false
  return vault.keep(readFileSync(copy)).ok
}
