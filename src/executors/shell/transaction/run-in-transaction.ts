import {
  type Fault,
  type JsonObject,
  type Result,
  type Scope,
  type Settle,
  type ToolOutput,
  type Vault,
  causeOf,
  fail,
  fault,
  messageOf,
  succeed,
} from '../../../core/index.ts'
import { type CommandEnd, type DiskRoom, roomOn } from '../../sandbox/index.ts'
import { showBytes } from '../../path-bytes.ts'
import type { ShellPolicy } from '../policy.ts'
import { type PathChange, isWrittenAgain, showChanges } from './compare.ts'
import { removeIntruders } from './intruders.ts'
import {
  type PutBack,
  type PuttingBack,
  copiesStay,
  findDifferences,
  incompleteFault,
  keptWords,
  putBack,
  putTimesBack,
  takeBack,
} from './put-back.ts'
import { type RecoveryParts, recoverTransactions } from './recover.ts'
import { refuseEffects } from './refuse-effects.ts'
import { type Snapshot, takeSnapshot } from './snapshot.ts'
import {
  type CommandFacts,
  type RecordedCommand,
  keepForPerson,
  markIncomplete,
  recordCommand,
} from './snapshot-record.ts'
import { lockWorkspace } from './store-place.ts'
import { type Survey, type Surveying, surveyWorkspace } from './survey.ts'
import { keepForUndo } from './undo-record.ts'

export type Transaction = CommandFacts & {
  readonly surveying: Surveying
  readonly run: (survey: Survey) => Promise<Result<CommandEnd>>
  readonly policy: ShellPolicy
  /** A person typed the command: a copy that cannot be made does not stop it. */
  readonly ownAct: boolean
  /** Makes the tool's output. A failure in it takes the command back like any other. */
  readonly present: (outcome: TransactionOutcome) => Result<ToolOutput>
  readonly whenRecorded: Scope['whenRecorded']
}

export type TransactionOutcome = { readonly end: CommandEnd; readonly effects: JsonObject; readonly fault?: Fault }

type TransactionPlace = RecoveryParts & { readonly vault: Vault }

/**
 * Copies first, runs, compares, and takes back what was not allowed. The copies stay until the outcome of the call is
 * recorded, or until all is as it was. One command at a time.
 */
export async function runInTransaction(
  transaction: Transaction,
  context: TransactionPlace,
): Promise<Result<ToolOutput>> {
  const lock = lockWorkspace(context.place)
  if (!lock.ok) return lock
  let waiting: Opened | undefined
  try {
    const { fault: unfinished, notices } = recoverTransactions(context)
    if (unfinished) return { ok: false, error: unfinished }
    const opened = openTransaction(telling(notices, transaction), context)
    if (!opened.ok) return opened
    const { output, copies } = await runOpened(opened.value)
    if (copies === 'done') opened.value.command?.snapshot.discard()
    if (copies === 'wait') waiting = opened.value
    // A result that cannot be recorded is withheld, but not what became of the person's files.
    else if (!output.ok) transaction.whenRecorded?.(isRecorded => (isRecorded ? undefined : output.error.message))
    return output
  } finally {
    const settle = waiting ? settling(waiting, lock.value) : undefined
    if (!settle) lock.value()
    else if (transaction.whenRecorded) transaction.whenRecorded(settle)
    else settle(true)
  }
}

/** What was put right first, of a process that is no more, stands in the result. */
function telling(recovered: readonly string[], transaction: Transaction): Transaction {
  if (recovered.length === 0) return transaction
  const { present } = transaction
  return { ...transaction, present: end => present({ ...end, effects: { ...end.effects, recovered } }) }
}

type Opened = {
  readonly transaction: Transaction
  readonly before: Survey
  /** Undefined: it runs without a copy. */
  readonly command: RecordedCommand | undefined
  readonly vault: Vault
  /** Of the workspace and of the copies. */
  readonly disks: readonly DiskRoom[]
}

/** `wait`: until the outcome is recorded; `done`: all is as it was; `keep`: for what is still to be put back. */
type Ended = { readonly output: Result<ToolOutput>; readonly copies: 'wait' | 'done' | 'keep' }

function openTransaction(transaction: Transaction, { place, vault }: TransactionPlace): Result<Opened> {
  const { surveying } = transaction
  const before = surveyWorkspace(surveying)
  const command = commandWithCopies(transaction, before, place)
  if (!command.ok) return command
  const disks = [surveying.workspace.root, place].map(roomOn)
  return succeed({ transaction, before, command: command.value, vault, disks })
}

/** Whatever fails between the start of the command and its output ends in one place. */
async function runOpened(opened: Opened): Promise<Ended> {
  const { transaction, before } = opened
  try {
    const end = await transaction.run(before)
    return end.ok ? settleRun(opened, end.value) : afterTrouble(opened, end.error)
  } catch (thrown) {
    const because = `What the command did could not be looked through: ${causeOf(thrown)}.`
    return afterTrouble(opened, fault('effect_not_allowed', because))
  }
}

const workOf = ({ surveying }: Transaction, command: RecordedCommand): PuttingBack => ({ ...command, surveying })

function settleRun({ transaction, before, command, vault, disks }: Opened, end: CommandEnd): Ended {
  const { present, guarded } = transaction
  if (!command) {
    const { surveying } = transaction
    const after = surveyWorkspace({ ...surveying, before })
    const { effects } = removeIntruders(surveying, { survey: before, guarded }, after)
    return { output: present({ end, effects: { ...NO_COPY, ...effects } }), copies: 'done' }
  }
  const work = workOf(transaction, command)
  const found = findDifferences(work, guarded)
  const orders = found.intruders.paths.length === 0 ? {} : { removed_orders: found.intruders.paths }
  const isAsBefore = (change: PathChange): boolean => guarded && isWrittenAgain(change, command.snapshot)
  const changes = found.changes.filter(change => !isAsBefore(change))
  const refusal = refuseEffects({ ...transaction, command, found: { ...found, changes }, disks, end })
  if (!refusal) {
    const { missing, effects: times } = putTimesBack(work, found.changes.filter(isAsBefore))
    const effects = { ...keepForUndo(changes, command.snapshot, vault), ...orders, ...times }
    if (missing.length === 0) return { output: present({ end, effects }), copies: 'wait' }
    const incomplete = incompleteFault({ missing }, command.snapshot.folder)
    return { output: present({ end, effects, fault: incomplete }), copies: 'keep' }
  }
  const back = takeBack(work, found)
  const told = { changes: showChanges(found.changes), undo: null, ...keptIn(back), ...orders }
  if (back.missing.length > 0) {
    const incomplete = incompleteFault(back, command.snapshot.folder)
    return { output: present({ end, effects: told, fault: incomplete }), copies: 'keep' }
  }
  const effects = { ...told, rolled_back: { restored: back.restored, removed: back.removed } }
  const notAllowed = refusal.says === undefined ? {} : { fault: refusedEffect(refusal.says, back) }
  return { output: present({ end, effects, ...notAllowed }), copies: 'done' }
}

const keptIn = ({ kept }: PutBack): JsonObject => (kept.length === 0 ? {} : { kept: kept.join(' and ') })

/** A command that nobody was asked about leaves nothing behind; of others the copies stay. */
function afterTrouble({ transaction, command }: Opened, trouble: Fault): Ended {
  if (!command) return { output: { ok: false, error: trouble }, copies: 'done' }
  const { folder } = command.snapshot
  const work = workOf(transaction, command)
  if (!transaction.guarded) {
    if (isUnchanged(work)) return { output: { ok: false, error: trouble }, copies: 'done' }
    keepForPerson(folder)
    return { output: fail(trouble.code, `${trouble.message} ${copiesStay(folder)}`, trouble.detail), copies: 'keep' }
  }
  const back = putBackOrKeep(work)
  if (back.missing.length > 0) {
    const { message, detail } = incompleteFault(back, folder)
    return { output: fail('rollback_incomplete', `${trouble.message} ${message}`, detail), copies: 'keep' }
  }
  const { restored, removed } = back
  if (restored + removed + back.kept.length === 0) return { output: { ok: false, error: trouble }, copies: 'done' }
  const effects = { changes: null, undo: null, ...keptIn(back), rolled_back: { restored, removed } }
  const message = `${trouble.message} Everything was put back as it was.${keptWords(back)}`
  return { output: fail(trouble.code, message, { ...trouble.detail, effects }), copies: 'done' }
}

function isUnchanged(work: PuttingBack): boolean {
  try {
    return findDifferences(work, false).changes.length === 0
  } catch {
    return false
  }
}

/** What goes wrong here is told like a file that is missing, and the copies stay. */
function putBackOrKeep(work: PuttingBack): PutBack {
  try {
    return putBack(work)
  } catch (thrown) {
    markIncomplete(work.snapshot.folder)
    return {
      restored: 0,
      removed: 0,
      kept: [],
      unkept: [],
      late: [],
      isBlind: false,
      left: [],
      missing: [`. (${messageOf(thrown)})`],
    }
  }
}

/** Called once, when it is known whether the outcome is on disk. Gives a sentence about an unrecorded one. */
function settling({ transaction, command }: Opened, leave: () => void): Settle {
  return isRecorded => {
    try {
      if (!command) return undefined
      const { snapshot } = command
      if (isRecorded) {
        snapshot.discard()
        return undefined
      }
      if (!transaction.guarded) {
        keepForPerson(snapshot.folder)
        return copiesStay(snapshot.folder)
      }
      const back = putBackOrKeep(workOf(transaction, command))
      if (back.missing.length > 0) return incompleteFault(back, snapshot.folder).message
      snapshot.discard()
      return `What the command had changed was put back as it was.${keptWords(back)}`
    } finally {
      leave()
    }
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
function commandWithCopies(
  transaction: Transaction,
  before: Survey,
  place: string,
): Result<RecordedCommand | undefined> {
  const { guarded, policy, ownAct, surveying } = transaction
  const { transactional, snapshot_required: required, max_snapshot_bytes: limit } = policy.settings
  const isNeeded = guarded || (transactional && required && !ownAct)
  if (before.tooMany)
    return isNeeded
      ? fail('snapshot_failed', 'The workspace holds too many files, or too deep folders, to copy them first.')
      : succeed(undefined)
  const [unreadable] = before.unreadable
  if (isNeeded && unreadable !== undefined) return fail('snapshot_failed', cannotRead(unreadable))
  const maxBytes = guarded ? limit || GUARD_BYTES : transactional ? limit : UNDO_BYTES
  const includes = guarded || !transactional ? () => true : policy.inScope
  const taken = takeSnapshot({ place, root: surveying.workspace.root, entries: before.entries, maxBytes, includes })
  const recorded = taken.ok ? withRecord(transaction, before, taken.value) : taken
  return recorded.ok || isNeeded ? recorded : succeed(undefined)
}

function withRecord(facts: CommandFacts, before: Survey, snapshot: Snapshot): Result<RecordedCommand> {
  const command = { snapshot, before }
  try {
    recordCommand(command, facts)
    return succeed(command)
  } catch (thrown) {
    snapshot.discard()
    return fail('snapshot_failed', `There is no room to take the command back: ${messageOf(thrown)}`)
  }
}

const cannotRead = (folder: string): string =>
  `The folder ${JSON.stringify(showBytes(folder))} cannot be read, so nothing in it can be copied first. ` +
  'Make it readable, or name it in [tools.shell] read_only_folders.'

const refusedEffect = (says: string, back: PutBack): Fault =>
  fault('effect_not_allowed', `While the command ran, ${says}. Everything was put back as it was.${keptWords(back)}`)
