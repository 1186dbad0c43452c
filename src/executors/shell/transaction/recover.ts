import { readdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type Fault, type Workspace, fault } from '../../../core/index.ts'
import { showBytes } from '../../path-bytes.ts'
import { type PathChange, hashFile } from './compare.ts'
import { keepAside } from './keep-aside.ts'
import { leftFolders } from './left-folders.ts'
import { openTree } from './open-tree.ts'
import {
  type PutBack,
  type PuttingBack,
  copiesStay,
  incompleteFault,
  keptWords,
  missingIn,
  putBack,
} from './put-back.ts'
import { PLAN_FILE, carryOut } from './roll-back.ts'
import { type RollbackPlan, decodePlan } from './rollback-plan.ts'
import {
  keepForPerson,
  markIncomplete,
  markedAt,
  readRecordedCommand,
  readFacts,
  stateOfFolder,
} from './snapshot-record.ts'
import { GONE, dropFolder, lockWorkspace, readWhole } from './store-place.ts'
import { surveyedOf } from './surveyed.ts'

export type RecoveryParts = {
  /** Where all transactions of this workspace are kept. */
  readonly place: string
  readonly workspace: Workspace
  readonly someOnly: boolean
  readonly someClosed: boolean
  /** The call was begun, and no outcome of it is recorded. */
  readonly isPending: (call: string) => boolean
}

/** What came of commands that an earlier process did not bring to their end. */
export type Recovery = {
  /** In words for a person. */
  readonly notices: readonly string[]
  /** What still cannot be put back; until then no command may change anything. */
  readonly fault?: Fault
}

/** At a start. Another process that changes the workspace right now has recovered it, too. */
export function recoverAtStart(parts: RecoveryParts): Recovery {
  const lock = lockWorkspace(parts.place)
  if (!lock.ok) return { notices: [] }
  try {
    return recoverTransactions(parts)
  } finally {
    lock.value()
  }
}

/**
 * Finishes a rollback that had begun, and takes back what an unasked command did whose outcome nobody recorded. For
 * those who hold the lock: no other command has copies here then.
 */
export function recoverTransactions(parts: RecoveryParts): Recovery {
  const { place } = parts
  for (const name of namesIn(place))
    if (name.startsWith(GONE)) rmSync(join(place, name), { recursive: true, force: true })
  const ends = leftFolders(place).map(name => recoverOne(join(place, name), parts))
  const notices = ends.flatMap(({ notice }) => notice ?? [])
  const [first] = ends.flatMap(({ trouble }) => trouble ?? [])
  if (!first) return { notices }
  const message =
    `An earlier command could not be taken back. ${first.message} It is tried again with the next command. ` +
    'If all is well as it is, remove the copies: "countersign doctor" names the command for it.'
  return { notices: [...notices, message], fault: fault('rollback_incomplete', message, first.detail ?? {}) }
}

function namesIn(place: string): readonly string[] {
  try {
    return readdirSync(place)
  } catch {
    return []
  }
}

type RecoveryEnd = { readonly notice?: string; readonly trouble?: Fault }

function recoverOne(folder: string, parts: RecoveryParts): RecoveryEnd {
  const state = stateOfFolder(folder)
  if (state === 'kept') return {}
  const plan = state === 'open' ? undefined : decodePlan(readWhole(join(folder, PLAN_FILE)) ?? {})
  if (state === 'planned' && plan) return finish(folder, plan)
  const facts = readFacts(folder)
  // It never began, or it ended and only its copies were not cleared away.
  if (state === 'open' && (!facts || !parts.isPending(facts.call))) {
    dropFolder(folder)
    return {}
  }
  if (state === 'open' && facts?.guarded === false) return keepCopies(folder, facts.call)
  const command = readRecordedCommand(folder, parts.workspace.root)
  if (!facts || !command) return { trouble: damaged(folder) }
  const { workspace, someOnly, someClosed } = parts
  const readOnlyFolders = new Set(facts.readOnlyFolders)
  const surveying = { workspace, someOnly, someClosed, readOnlyFolders, reach: 'build' } as const
  const untilMs = Math.min(facts.startedMs + facts.limitMs + GRACE_MS, markedAt(folder) ?? Number.POSITIVE_INFINITY)
  if (plan) carryOutLate(plan, untilMs)
  return takeBackLate({ ...command, surveying, untilMs }, facts.call)
}

const damaged = (folder: string): Fault =>
  fault('rollback_incomplete', `What is known of the command in ${basename(folder)} is damaged.`, {
    snapshot: basename(folder),
  })

/** A person had approved it, so a person decides what becomes of it. */
function keepCopies(folder: string, call: string): RecoveryEnd {
  keepForPerson(folder)
  return {
    notice: `An approved command was interrupted (${call}). What it changed was left as it is. ${copiesStay(folder)}`,
  }
}

function finish(folder: string, plan: RollbackPlan): RecoveryEnd {
  const { done, ...aside } = carryOutLate(plan)
  if (done.ok) {
    dropFolder(folder)
    return { notice: `An interrupted command was taken back.${keptWords(aside)}` }
  }
  markIncomplete(folder)
  return withKept({ trouble: incompleteFault({ missing: missingIn(done.error) }, folder) }, aside)
}

/** What became of a person's work is told, though not all is well. */
const withKept = (end: RecoveryEnd, aside: Parameters<typeof keptWords>[0]): RecoveryEnd => {
  const words = keptWords(aside).trim()
  return words === '' ? end : { ...end, notice: words }
}

type LateRollback = Pick<PutBack, 'kept' | 'unkept'> & { readonly done: ReturnType<typeof carryOut> }

function carryOutLate(plan: RollbackPlan, untilMs = Number.POSITIVE_INFINITY): LateRollback {
  const found = overwritten(plan)
  const late = new Set(found.filter(({ is }) => Number(is?.changed) / 1e6 > untilMs).map(({ path }) => path))
  const steps = plan.steps.filter(({ act, path }) => act !== 'file' || !late.has(path))
  const { kept, unkept } = keepAside(
    plan.root,
    found.filter(({ path }) => !late.has(path)),
  )
  return { done: carryOut({ ...plan, steps }), kept: kept === undefined ? [] : [kept], unkept }
}

/** What stands where a file is put back: since the rollback began, it may have become a person's work. */
function overwritten({ root, steps }: RollbackPlan): readonly PathChange[] {
  const tree = openTree(root, { unlock: true })
  try {
    return steps.flatMap(step => {
      const found = step.act === 'file' ? tree.find(step.path) : undefined
      if (step.act !== 'file' || found?.isFile() !== true || hashFile(tree.at(step.path)) === step.sha256) return []
      const is = surveyedOf(found)
      return [{ path: step.path, what: 'changed', kind: 'file', before: null, after: null, is } as const]
    })
  } finally {
    tree.close()
  }
}

const GRACE_MS = 5_000

/**
 * Only what was changed while the command can have run is taken back, and kept. What was changed later may be the
 * person's own work.
 */
function takeBackLate(work: PuttingBack, call: string): RecoveryEnd {
  const { folder, copyOf } = work.snapshot
  const back = putBack(work)
  if (back.missing.length > 0) return withKept({ trouble: incompleteFault(back, folder) }, back)
  const changed = back.left.filter(({ what }) => what === 'changed')
  const named = changed.map(({ path }) => {
    const copy = copyOf(path)
    const shown = showBytes(path)
    return copy === undefined ? shown : `${shown} (before: ${basename(folder)}/${basename(copy)})`
  })
  if (named.length > 0) keepForPerson(folder)
  else dropFolder(folder)
  return { notice: lateNotice({ call, folder, back, left: named }) }
}

type LateEnd = {
  readonly call: string
  readonly folder: string
  readonly back: PutBack
  readonly left: readonly string[]
}

function lateNotice({ call, folder, back, left }: LateEnd): string {
  const told =
    `A command was interrupted (${call}), and nobody had been asked about it, so what it did was taken back: ` +
    `${back.restored} put back, ${back.removed} removed.${keptWords(back)}`
  const late = back.late.length === 0 ? '' : ` ${back.late.join(', ')} came later and stays.`
  if (left.length === 0) return told + late
  return `${told}${late} These were changed later and are left as they are: ${left.join(', ')}. ${copiesStay(folder)}`
}
