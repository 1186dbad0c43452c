import { randomBytes } from 'node:crypto'
import { chmodSync, lstatSync, mkdirSync, readdirSync, realpathSync, renameSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { type Fault, fault, isJsonList, messageOf, textOf } from '../../../core/index.ts'
import { type PathChange, compareWith } from './compare.ts'
import { removeIntruders } from './intruders.ts'
import { KEPT_FOLDER, keepAside } from './keep-aside.ts'
import { isAmong } from './protected-things.ts'
import { carryOut } from './roll-back.ts'
import { planRollback } from './rollback-plan.ts'
import { type RecordedCommand, markIncomplete, writeReservedPlan } from './snapshot-record.ts'
import { type Survey, type Surveyed, type Surveying, stateOf, surveyWorkspace } from './survey.ts'

export type PuttingBack = RecordedCommand & {
  readonly surveying: Surveying
  /** What was changed so late that it may be the person's own work is left as it is. */
  readonly mayTake?: (change: PathChange) => boolean
}

/** What differs from before the command. */
export type Differences = {
  readonly changes: readonly PathChange[]
  readonly intruders: readonly string[]
  /** What was there before and stands elsewhere now, with no way back. */
  readonly astray: readonly string[]
  /** Whether everything could be looked at, so that nothing new is unknown. */
  readonly isWhole: boolean
}

export type PutBack = {
  readonly restored: number
  readonly removed: number
  /** Where that is which stood there instead. */
  readonly kept: readonly string[]
  readonly left: readonly PathChange[]
  /** What is not as it was, each with the reason. */
  readonly missing: readonly string[]
}

/** What the command made of the workspace; throws if that cannot be seen. */
export function findDifferences({ surveying, snapshot, before, things }: PuttingBack, guarded: boolean): Differences {
  const after = surveyAfter({ surveying, things })
  const intruders = removeIntruders(surveying, { survey: before, things, guarded }, after)
  const changes = compareWith(snapshot, after.entries)
  return { changes, intruders: intruders.paths, astray: intruders.astray, isWhole: sawAll(after) }
}

export const surveyAfter = ({ surveying, things }: Pick<PuttingBack, 'surveying' | 'things'>): Survey =>
  surveyWorkspace({ ...surveying, wasLeft: path => isAmong(things, path) })

const sawAll = ({ tooMany, unreadable }: Survey): boolean => !tooMany && unreadable === undefined

/** Makes the workspace what it was, from the snapshot alone if nothing else can be seen. */
export function putBack(work: PuttingBack): PutBack {
  try {
    return takeBack(work, findDifferences(work, true))
  } catch {
    return takeBack(work, { changes: knownDifferences(work), intruders: [], astray: [], isWhole: false })
  }
}

/** The plan is on disk before the first step if there is any room for it; what came makes room when it goes. */
export function takeBack(work: PuttingBack, { changes, astray, isWhole }: Differences): PutBack {
  const { snapshot, mayTake = () => true } = work
  const [taken, left] = [changes.filter(mayTake), changes.filter(change => !mayTake(change))]
  const kept = keepAside(snapshot.root, taken)
  const { plan, lost } = planRollback(taken, snapshot)
  if (!writeReservedPlan(snapshot.folder, plan)) {
    carryOut({ ...plan, steps: plan.steps.filter(({ act }) => act === 'remove') })
    writeReservedPlan(snapshot.folder, plan)
  }
  const done = carryOut(plan)
  const missing = [
    ...lost.map(path => `${path} (there is no copy)`),
    ...astray,
    ...(done.ok ? [] : missingIn(done.error)),
  ]
  const aside = isWhole ? { kept: [], missing: [] } : moveNewAside(work)
  const told = new Set([...missing.map(each => each.split(' (', 1)[0]), ...left.map(({ path }) => path)])
  const still = knownDifferences(work).filter(({ path, what }) => what !== 'created' && !told.has(path))
  const report = {
    ...(done.ok ? done.value : countsOf(done.error)),
    kept: [...(kept === undefined ? [] : [kept]), ...aside.kept],
    left,
    missing: [...missing, ...aside.missing, ...still.map(stillWords)],
  }
  if (report.missing.length > 0) markIncomplete(snapshot.folder)
  return report
}

export const missingIn = ({ detail }: Fault): readonly string[] => {
  const missing = detail?.['missing']
  return missing !== undefined && isJsonList(missing) ? missing.map(textOf) : []
}

const stillWords = ({ path, what }: PathChange): string =>
  `${path} (${what === 'deleted' ? 'missing' : 'still changed'})`

/** What became of every path of the snapshot. Each is looked at alone, so that none hides the others. */
function knownDifferences({ snapshot }: PuttingBack): readonly PathChange[] {
  return [...snapshot.entries].flatMap(([path, was]) => {
    const is = stateNow(join(snapshot.root, path))
    if (is && is.stamp === was.stamp && is.kind !== 'file') return []
    const alone = { ...snapshot, entries: new Map([[path, was]]) }
    try {
      return compareWith(alone, new Map(is ? [[path, is]] : []))
    } catch {
      return [{ path, what: 'changed', kind: was.kind, before: null, after: null, was } as const]
    }
  })
}

function stateNow(absolute: string): Surveyed | undefined {
  try {
    const found = lstatSync(absolute, { bigint: true, throwIfNoEntry: false })
    return found && stateOf(absolute, found)
  } catch {
    return undefined
  }
}

type MovedAside = { readonly kept: readonly string[]; readonly missing: readonly string[] }

/**
 * What is new in the folders that were there goes to where things are kept, as a whole: a rename needs neither to look
 * into it nor any room.
 */
function moveNewAside(work: PuttingBack): MovedAside {
  const { root } = work.snapshot
  const kept = `${KEPT_FOLDER}/${randomBytes(6).toString('hex')}`
  const [moved, missing]: [string[], string[]] = [[], []]
  for (const folder of ['.', ...foldersOf(work)]) {
    try {
      for (const name of newIn(folder, work)) {
        const path = folder === '.' ? name : `${folder}/${name}`
        mkdirSync(dirname(join(root, kept, path)), { recursive: true, mode: OWNER })
        // A folder that is closed to its own user cannot be moved.
        if (lstatSync(join(root, path)).isDirectory()) chmodSync(join(root, path), OWNER)
        renameSync(join(root, path), join(root, kept, path))
        moved.push(path)
      }
    } catch (thrown) {
      missing.push(`${folder} (what is new in it is still there: ${messageOf(thrown).replaceAll(root, '')})`)
    }
  }
  return { kept: moved.length > 0 ? [kept] : [], missing }
}

const foldersOf = ({ snapshot }: PuttingBack): readonly string[] =>
  [...snapshot.entries].filter(([, { kind }]) => kind === 'folder').map(([path]) => path)

/** Names that were not there. Links that no command is shown stand in no list. */
function newIn(folder: string, { snapshot, before, surveying }: PuttingBack): readonly string[] {
  const absolute = join(snapshot.root, folder)
  if (realpathSync(absolute) !== absolute) throw new Error('it is a link by now')
  const mode = snapshot.entries.get(folder)?.mode
  if (mode !== undefined && (mode & OWNER) !== OWNER) chmodSync(absolute, mode | OWNER)
  const known = new Set([...before.fixed, ...before.hiddenFiles, ...before.hiddenFolders, ...before.anchored])
  const names = readdirSync(absolute).filter(name => {
    const path = folder === '.' ? name : `${folder}/${name}`
    if (snapshot.entries.has(path) || known.has(join(absolute, name))) return false
    return !surveying.workspace.refuse(path, 'read') || !lstatSync(join(absolute, name)).isSymbolicLink()
  })
  if (mode !== undefined && (mode & OWNER) !== OWNER) chmodSync(absolute, mode)
  return names
}

const OWNER = 0o700

const countsOf = ({ detail }: Fault): { readonly restored: number; readonly removed: number } => ({
  restored: Number(detail?.['restored'] ?? 0),
  removed: Number(detail?.['removed'] ?? 0),
})

const MAX_NAMED = 20

/** All that is missing, file by file; the detail names what the message has no room for. */
export function incompleteFault({ missing }: Pick<PutBack, 'missing'>, folder: string): Fault {
  const named = missing.slice(0, MAX_NAMED).join(', ')
  const more = missing.length > MAX_NAMED ? ` and ${missing.length - MAX_NAMED} more` : ''
  const full = missing.some(each => /ENOSPC|EDQUOT/.test(each)) ? 'The disk is full. ' : ''
  const detail = { missing: [...missing], snapshot: basename(folder) }
  return fault('rollback_incomplete', `${full}Not put back: ${named}${more}. ${copiesStay(folder)}`, detail)
}

export const copiesStay = (folder: string): string =>
  `The copies from before the command are kept as ${basename(folder)}; "countersign doctor" says where they are.`

/** The person may have written some of it meanwhile. */
export const keptWords = (kept: readonly string[]): string =>
  kept.length === 0 ? '' : ` What stood there instead is kept in ${kept.join(' and ')}.`
