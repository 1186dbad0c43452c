import { basename, join } from 'node:path'
import { type Fault, type JsonObject, fault, isJsonList, messageOf, textOf } from '../../../core/index.ts'
import { showBytes } from '../../path-bytes.ts'
import { isHidden } from './ask-rules.ts'
import { type PathChange, compareWith } from './compare.ts'
import { type Intruders, removeIntruders } from './intruders.ts'
import { keepAside, moveAside, newKeptFolder } from './keep-aside.ts'
import { type Tree, openTree } from './open-tree.ts'
import { carryOut } from './roll-back.ts'
import { planRollback } from './rollback-plan.ts'
import { type RecordedCommand, markIncomplete, writeReservedPlan } from './snapshot-record.ts'
import { type Survey, type Surveying, readLink, surveyWorkspace } from './survey.ts'
import { type Surveyed, surveyedOf } from './surveyed.ts'

export type PuttingBack = RecordedCommand & {
  readonly surveying: Surveying
  /** What was changed later than this may be the person's own work, and is left as it is. */
  readonly untilMs?: number
}

/** What differs from before the command. */
export type Differences = {
  readonly changes: readonly PathChange[]
  readonly intruders: Pick<Intruders, 'paths' | 'astray' | 'kept' | 'late'>
  /** Whether everything could be looked at, so that nothing new is unknown. */
  readonly isWhole: boolean
}

export type PutBack = {
  readonly restored: number
  readonly removed: number
  /** Where that is which stood there instead. */
  readonly kept: readonly string[]
  /** For what of it there was no room. */
  readonly unkept: readonly string[]
  /** What came later under names that give orders, and stays. */
  readonly late: readonly string[]
  /** Files took the place of others, and nobody could read what extended attributes those had. */
  readonly isBlind: boolean
  readonly left: readonly PathChange[]
  /** What is not as it was, each with the reason. */
  readonly missing: readonly string[]
}

/** What the command made of the workspace; throws if that cannot be seen. */
export function findDifferences({ surveying, snapshot, before, untilMs }: PuttingBack, guarded: boolean): Differences {
  const after = surveyWorkspace({ ...surveying, before })
  const intruders = removeIntruders(surveying, { survey: before, guarded, untilMs }, after)
  const changes = compareWith(snapshot, after.entries)
  return { changes, intruders, isWhole: sawAll(after) }
}

const sawAll = ({ tooMany, unreadable }: Survey): boolean => !tooMany && unreadable.length === 0

const NO_INTRUDERS: Differences['intruders'] = { paths: [], astray: [], kept: [], late: [] }

/** Makes the workspace what it was, from the snapshot alone if nothing else can be seen. */
export function putBack(work: PuttingBack): PutBack {
  try {
    return takeBack(work, findDifferences(work, true))
  } catch {
    return takeBack(work, { changes: knownDifferences(work), intruders: NO_INTRUDERS, isWhole: false })
  }
}

/** The plan is on disk before the first step if there is any room for it; what came makes room when it goes. */
export function takeBack(work: PuttingBack, { changes, intruders, isWhole }: Differences): PutBack {
  const { snapshot, untilMs } = work
  const [taken, left] = [changes.filter(each => !isLate(each, untilMs)), changes.filter(each => isLate(each, untilMs))]
  const { kept, unkept } = keepAside(snapshot.root, taken)
  const { plan, lost } = planRollback(taken, snapshot)
  if (!writeReservedPlan(snapshot.folder, plan)) {
    carryOut({ ...plan, steps: plan.steps.filter(({ act }) => act === 'remove') })
    writeReservedPlan(snapshot.folder, plan)
  }
  const done = carryOut(plan)
  const missing = [
    ...lost.map(path => `${showBytes(path)} (there is no copy)`),
    ...intruders.astray,
    ...(done.ok ? [] : missingIn(done.error)),
  ]
  const aside = isWhole ? { kept: [], missing: [] } : moveNewAside(work)
  const told = new Set([...missing.map(each => each.split(' (', 1)[0]), ...left.map(({ path }) => showBytes(path))])
  const still = knownDifferences(work).filter(({ path, what }) => what !== 'created' && !told.has(showBytes(path)))
  const report = {
    ...(done.ok ? done.value : countsOf(done.error)),
    kept: [...intruders.kept, ...(kept === undefined ? [] : [kept]), ...aside.kept],
    unkept,
    late: intruders.late,
    isBlind: snapshot.attributes === undefined && taken.some(isReplaced),
    left,
    missing: [...missing, ...aside.missing, ...still.map(stillWords)],
  }
  if (report.missing.length > 0) markIncomplete(snapshot.folder)
  return report
}

const MAX_TOUCHED = 50

/** A build that writes again what is there is no trespass; nobody had allowed the new time either. */
export function putTimesBack(
  { snapshot }: PuttingBack,
  touched: readonly PathChange[],
): { readonly missing: readonly string[]; readonly effects: JsonObject } {
  if (touched.length === 0) return { missing: [], effects: {} }
  const done = carryOut(planRollback(touched, snapshot).plan)
  const missing = done.ok ? [] : missingIn(done.error)
  if (missing.length > 0) markIncomplete(snapshot.folder)
  return { missing, effects: { times_put_back: touched.slice(0, MAX_TOUCHED).map(({ path }) => showBytes(path)) } }
}

const isLate = ({ what, kind, is }: PathChange, untilMs = Number.POSITIVE_INFINITY): boolean =>
  is !== undefined && !(what === 'changed' && kind === 'folder') && Number(is.changed) / 1e6 > untilMs

const isReplaced = ({ what, before, after }: PathChange): boolean =>
  what === 'deleted' || (what === 'changed' && before !== after)

export const missingIn = ({ detail }: Fault): readonly string[] => {
  const missing = detail?.['missing']
  return missing !== undefined && isJsonList(missing) ? missing.map(textOf) : []
}

const stillWords = ({ path, what }: PathChange): string =>
  `${showBytes(path)} (${what === 'deleted' ? 'missing' : 'still changed'})`

/** What became of every path of the snapshot, each looked at for itself. */
function knownDifferences({ snapshot }: PuttingBack): readonly PathChange[] {
  const now = new Map<string, Surveyed>()
  const tree = openTree(snapshot.root, { unlock: true })
  try {
    for (const path of snapshot.entries.keys()) {
      const is = stateNow(tree, path)
      if (is) now.set(path, is)
    }
    const changes = compareWith(snapshot, now)
    tree.lock()
    return changes
  } finally {
    tree.close()
  }
}

function stateNow(tree: Tree, path: string): Surveyed | undefined {
  try {
    const found = tree.find(path)
    return found && surveyedOf(found, found.isSymbolicLink() ? readLink(tree, path) : undefined)
  } catch {
    return undefined
  }
}

type MovedAside = { readonly kept: readonly string[]; readonly missing: readonly string[] }

/** What is new in the folders that were there goes to where things are kept. */
function moveNewAside(work: PuttingBack): MovedAside {
  const { root, entries } = work.snapshot
  const kept = newKeptFolder()
  const [moved, missing]: [string[], string[]] = [[], []]
  const [from, to] = [openTree(root, { unlock: true }), openTree(root)]
  try {
    for (const [folder] of [...entries].filter(([, { kind }]) => kind === 'folder'))
      try {
        for (const path of newIn(from, folder, work)) {
          moveAside(path, kept, { from, to })
          moved.push(path)
        }
      } catch (thrown) {
        const why = messageOf(thrown).replaceAll(root, '')
        missing.push(`${showBytes(folder)} (what is new in it is still there: ${why})`)
      }
    from.lock()
  } finally {
    from.close()
    to.close()
  }
  return { kept: moved.length > 0 ? [kept] : [], missing }
}

/** Paths that were not there. Links that no command is shown stand in no list. */
function newIn(tree: Tree, folder: string, { snapshot, before, surveying }: PuttingBack): readonly string[] {
  const known = new Set([...before.fixed, ...before.hiddenFiles, ...before.hiddenFolders, ...before.anchored])
  return tree.list(folder).flatMap(entry => {
    const path = folder === '.' ? entry.name : `${folder}/${entry.name}`
    if (snapshot.entries.has(path) || known.has(join(snapshot.root, path))) return []
    return entry.isLink && isHidden(path, entry, surveying) ? [] : [path]
  })
}

const countsOf = ({ detail }: Fault): { readonly restored: number; readonly removed: number } => ({
  restored: Number(detail?.['restored'] ?? 0),
  removed: Number(detail?.['removed'] ?? 0),
})

const MAX_NAMED = 20

/** All that is missing, file by file; the detail names what the message has no room for. */
export function incompleteFault({ missing }: Pick<PutBack, 'missing'>, folder: string): Fault {
  const detail = { missing: [...missing], snapshot: basename(folder) }
  return fault('rollback_incomplete', `Not put back: ${listed(missing)}. ${copiesStay(folder)}`, detail)
}

function listed(names: readonly string[]): string {
  const more = names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : ''
  return names.slice(0, MAX_NAMED).join(', ') + more
}

export const copiesStay = (folder: string): string =>
  `The copies from before the command are kept as ${basename(folder)}; "countersign doctor" says where they are.`

/** The person may have written some of it meanwhile. */
export const keptWords = ({ kept, unkept = [], isBlind = false }: Pick<PutBack, 'kept'> & Partial<PutBack>): string =>
  (kept.length === 0 ? '' : ` What stood there instead is kept in ${kept.join(' and ')}.`) +
  (unkept.length === 0 ? '' : ` There was no room to keep what stood in ${listed(unkept)}.`) +
  (isBlind ? ` Extended attributes, if there were any, were not put back: ${ATTRIBUTES_HINT}` : '')

const ATTRIBUTES_HINT = 'getfattr is not installed (Debian, Ubuntu: apt install attr).'
