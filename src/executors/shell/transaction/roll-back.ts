import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  rmdirSync,
  symlinkSync,
  unlinkSync,
} from 'node:fs'
import { spawnSync } from 'node:child_process'
import { basename, dirname, join } from 'node:path'
import { type Result, fail, isDiskFull, messageOf, sha256 as hashOf, succeed } from '../../../core/index.ts'
import { bytesOfText, showBytes } from '../../path-bytes.ts'
import { hashFile } from './compare.ts'
import { setAttributes } from './file-attributes.ts'
import { type Tree, isNotThere, openTree } from './open-tree.ts'
import { findWrongFacts, setExactTimes, setFacts } from './put-facts.ts'
import { type FileStep, type RollbackPlan, type Step, encodePlan } from './rollback-plan.ts'
import { writeJsonWhole } from './store-place.ts'
import { readLink } from './survey.ts'
import { kindOf } from './surveyed.ts'

/** For tests that stop the process between two steps. */
export type BeforeStep = (step: number) => void

export const PLAN_FILE = 'rollback.json'

export type RolledBack = { readonly restored: number; readonly removed: number }

/** The plan is on disk before the first step, so that it can be finished whatever happens. */
export function rollBack(folder: string, plan: RollbackPlan, beforeStep?: BeforeStep): Result<RolledBack> {
  try {
    writePlan(folder, plan)
  } catch (thrown) {
    return fail(
      'rollback_incomplete',
      `Nothing was put back, because the plan for it could not be written: ${messageOf(thrown)}`,
    )
  }
  return carryOut(plan, beforeStep)
}

export const writePlan = (folder: string, plan: RollbackPlan): void =>
  writeJsonWhole(join(folder, PLAN_FILE), encodePlan(plan))

/** Every step is tried, and what it was to bring is looked at afterwards; the names of what is missing are told. */
export function carryOut(plan: RollbackPlan, beforeStep?: BeforeStep): Result<RolledBack> {
  const { root, steps } = plan
  let failed: readonly FailedStep[]
  try {
    failed = takeSteps(plan, beforeStep)
  } catch (thrown) {
    return fail('rollback_incomplete', `The workspace cannot be put back: ${messageOf(thrown)}`, {
      missing: [`. (${messageOf(thrown)})`],
    })
  }
  const wrong = failed.map(({ step, why }) => `${showBytes(step.path)} (${why.replaceAll(root, '')})`)
  const known = new Set(failed.map(({ step }) => step.path))
  const missing = [...wrong, ...findWrongFacts(plan, known)]
  const [all, lost] = [countSteps(steps), countSteps(failed.map(({ step }) => step))]
  const counts = { removed: all.removed - lost.removed, restored: all.restored - lost.restored }
  if (missing.length === 0) return succeed(counts)
  return fail('rollback_incomplete', `Not put back: ${missing.slice(0, MAX_NAMED).join(', ')}.`, { missing, ...counts })
}

const MAX_NAMED = 20

/** What a folder was like is told with what was done in it. */
function countSteps(steps: readonly Step[]): RolledBack {
  const removed = steps.filter(({ act }) => act === 'remove').length
  return { removed, restored: steps.filter(({ act }) => act !== 'facts').length - removed }
}

type FailedStep = { readonly step: Step; readonly why: string }

/** Later steps may make the room that an earlier one lacked, so those that failed are tried again while any succeed. */
function takeSteps({ root, steps }: RollbackPlan, beforeStep?: BeforeStep): readonly FailedStep[] {
  const tree = openTree(root, { unlock: true })
  let [left, failed]: [readonly Step[], readonly FailedStep[]] = [steps, []]
  try {
    do {
      const before = left.length
      failed = left.flatMap((step, index) => {
        beforeStep?.(index)
        return tryStep(tree, step)
      })
      left = failed.map(({ step }) => step)
      if (left.length === before) break
    } while (left.length > 0)
    setExactTimes(tree, steps)
    tree.lock()
    return failed
  } finally {
    tree.close()
  }
}

function tryStep(tree: Tree, step: Step): readonly FailedStep[] {
  try {
    takeStep(tree, step)
    return []
  } catch (thrown) {
    // What was in a folder that is not there any more is gone with it.
    if (step.act === 'remove' && isNotThere(thrown)) return []
    return [{ step, why: isNotThere(thrown) ? 'its folder is gone' : messageOf(thrown) }]
  }
}

const LEADS_OUT = /^\/|\/\/|\/$|(?:^|\/)\.\.(?:\/|$)/

function takeStep(tree: Tree, step: Step): void {
  if (LEADS_OUT.test(step.path)) throw new Error('the plan leads out of the workspace')
  // A folder that is a link by now would lead whatever is written to another place.
  tree.at(step.path)
  switch (step.act) {
    case 'remove':
      return remove(tree, step)
    case 'folder':
      return putFolder(tree, step.path)
    case 'link':
      return putLink(tree, step)
    case 'fifo':
      return putFifo(tree, step)
    case 'file':
      return putFile(tree, step)
    case 'twin':
      return putTwin(tree, step)
    case 'facts':
      return putFolderFacts(tree, step)
  }
}

type StepOf<Act extends Step['act']> = Step & { readonly act: Act }

/** Removes only what the command made: content that was written there since stays. */
function remove(tree: Tree, { path, kind, sha256, whole }: StepOf<'remove'>): void {
  const found = tree.find(path)
  if (!found || kindOf(found) !== kind) return
  if (kind === 'folder') {
    if (whole === true) tree.remove(path)
    else if (tree.list(path).length === 0) rmdirSync(tree.at(path))
    return
  }
  if (kind === 'file' && sha256 !== null && hashFile(tree.at(path)) !== sha256) return
  unlinkSync(tree.at(path))
}

function putFolder(tree: Tree, path: string): void {
  const found = tree.find(path)
  if (found?.isDirectory() === true) return
  if (found) unlinkSync(tree.at(path))
  mkdirSync(tree.at(path), { mode: 0o700 })
}

/** The mode comes last of all, because it may close the folder to its own user. */
function putFolderFacts(tree: Tree, step: StepOf<'facts'>): void {
  if (tree.find(step.path)?.isDirectory() !== true) throw new Error('it is no folder')
  if (step.attributes) setAttributes(String(tree.folder(step.path)), '.', step.attributes)
  setFacts(tree, step)
  tree.unlocked.set(step.path, step.mode)
}

function putLink(tree: Tree, step: StepOf<'link'>): void {
  const found = tree.find(step.path)
  if (found?.isSymbolicLink() !== true || readLink(tree, step.path) !== step.target) {
    const temporary = temporaryBeside(tree, step.path)
    symlinkSync(bytesOfText(step.target), tree.at(temporary))
    takeName(tree, temporary, step.path)
  }
  setFacts(tree, step)
}

function putFifo(tree: Tree, step: StepOf<'fifo'>): void {
  if (tree.find(step.path)?.isFIFO() !== true) {
    const temporary = temporaryBeside(tree, step.path)
    const made = spawnSync('mkfifo', [basename(temporary)], { cwd: String(tree.folder(dirname(temporary))) })
    if (made.status !== 0) throw new Error('a pipe could not be made (mkfifo)')
    takeName(tree, temporary, step.path)
  }
  setFacts(tree, step)
}

function putTwin(tree: Tree, { path, of }: StepOf<'twin'>): void {
  const first = tree.find(of)
  if (first?.isFile() !== true) throw new Error(`${showBytes(of)}, whose other name it is, is not there`)
  if (tree.find(path)?.ino === first.ino) return
  const temporary = temporaryBeside(tree, path)
  const other = openTree(tree.root)
  try {
    linkSync(other.at(of), tree.at(temporary))
  } finally {
    other.close()
  }
  takeName(tree, temporary, path)
}

/** The old bytes are complete under another name before they take this one. */
function putFile(tree: Tree, step: FileStep): void {
  const { path, copy, sha256 } = step
  const found = tree.find(path)
  if (found?.isFile() === true) {
    if ((found.mode & 0o400n) === 0n) unlockFile(tree.at(path))
    if (hashFile(tree.at(path)) === sha256) {
      if (step.attributes) setOnFile(tree, path, step.attributes)
      return setFacts(tree, step)
    }
  }
  if (hashFile(copy) !== sha256) throw new Error('its copy is missing or damaged')
  try {
    replaceFile(tree, step)
  } catch (thrown) {
    // On a full disk the file needs the room that the changed one takes; the copy stays until all is well.
    if (!found || found.isDirectory() || !isDiskFull(thrown)) throw thrown
    unlinkSync(tree.at(path))
    replaceFile(tree, step)
  }
  flush(tree.at(dirname(path)))
}

function unlockFile(path: string | Buffer): void {
  try {
    chmodSync(path, 0o600)
  } catch {
    return // it belongs to somebody else, so another takes its place
  }
}

function replaceFile(tree: Tree, step: FileStep): void {
  const temporary = temporaryBeside(tree, step.path)
  try {
    copyFileSync(step.copy, tree.at(temporary), constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL)
    chmodSync(tree.at(temporary), 0o600)
    flush(tree.at(temporary))
    if (step.attributes) setOnFile(tree, temporary, step.attributes)
    setFacts(tree, { ...step, path: temporary })
    takeName(tree, temporary, step.path)
  } catch (thrown) {
    rmSync(tree.at(temporary), { force: true })
    throw thrown
  }
}

/** A name that is no text cannot be given to the program; if anything is missing then, it is found afterwards. */
function setOnFile(tree: Tree, path: string, attributes: NonNullable<FileStep['attributes']>): void {
  const name = basename(path)
  if (name.isWellFormed()) setAttributes(String(tree.folder(dirname(path))), name, attributes)
}

/** Both names are in the same folder. */
function takeName(tree: Tree, from: string, to: string): void {
  const source = tree.at(from)
  renameSync(source, tree.at(to))
}

function flush(path: string | Buffer): void {
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** A name that no tool sees, the same every time, so that a retry after a crash leaves nothing behind. */
function temporaryBeside(tree: Tree, path: string): string {
  const slash = path.lastIndexOf('/')
  const temporary = `${path.slice(0, slash + 1)}.countersign-${hashOf(path).slice(0, 24)}.tmp`
  rmSync(tree.at(temporary), { force: true })
  return temporary
}
