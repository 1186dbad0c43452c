import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { type Result, fail, messageOf, sha256 as hashOf, succeed } from '../../../core/index.ts'
import { hashFile } from './compare.ts'
import { type RollbackPlan, type Step, encodePlan } from './rollback-plan.ts'
import { writeJsonWhole } from './store-place.ts'
import { stateOf } from './survey.ts'

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

/** Every step is tried; a single one that fails makes the whole a failure, with the names of what is missing. */
export function carryOut(plan: RollbackPlan, beforeStep?: BeforeStep): Result<RolledBack> {
  const { root, steps } = plan
  const failed = takeSteps(plan, beforeStep)
  const missing = failed.map(({ step, why }) => `${step.path} (${why.replaceAll(root, '')})`)
  const removed = removals(steps) - removals(failed.map(({ step }) => step))
  const counts = { removed, restored: steps.length - failed.length - removed }
  if (missing.length === 0) return succeed(counts)
  return fail('rollback_incomplete', `Not put back: ${missing.slice(0, MAX_NAMED).join(', ')}.`, { missing, ...counts })
}

const removals = (list: readonly Step[]): number => list.filter(({ act }) => act === 'remove').length

type FailedStep = { readonly step: Step; readonly why: string }

/** Later steps may make the room that an earlier one lacked, so those that failed are tried again while any succeed. */
function takeSteps({ root, steps }: RollbackPlan, beforeStep?: BeforeStep): readonly FailedStep[] {
  let [left, failed]: [readonly Step[], readonly FailedStep[]] = [steps, []]
  do {
    const before = left.length
    failed = left.flatMap((step, index) => {
      beforeStep?.(index)
      try {
        takeStep(root, step)
        return []
      } catch (thrown) {
        return [{ step, why: messageOf(thrown) }]
      }
    })
    left = failed.map(({ step }) => step)
    if (left.length === before) break
  } while (left.length > 0)
  return failed
}

const MAX_NAMED = 20

function takeStep(root: string, step: Step): void {
  const path = join(root, step.path)
  if (!hasFolders(root, step)) return
  switch (step.act) {
    case 'remove':
      return remove(path, step)
    case 'folder':
      return putFolder(path, step.mode)
    case 'link':
      return putLink(path, step.target)
    case 'file':
      return putFile(path, step)
  }
}

/** A folder that is a link by now would lead whatever is written to another place. */
function hasFolders(root: string, { path, act }: Step): boolean {
  const names = path.split('/')
  if (names.includes('..') || path.startsWith('/')) throw new Error('the plan leads out of the workspace')
  let folder = root
  for (const name of names.slice(0, -1)) {
    folder = join(folder, name)
    const found = lstatSync(folder, { throwIfNoEntry: false })
    // What was in a folder that is not there any more is gone with it.
    if (!found?.isDirectory() && act === 'remove') return false
    if (!found?.isDirectory()) throw new Error('its folder is gone')
    // A command may have closed the folder to its own user.
    if ((found.mode & OWNER) !== OWNER) chmodSync(folder, (found.mode & 0o7777) | OWNER)
  }
  return true
}

const OWNER = 0o700

/** Removes only what the command made: content that was written there since stays. */
function remove(path: string, { kind, sha256 }: Step & { readonly act: 'remove' }): void {
  const found = lstatSync(path, { bigint: true, throwIfNoEntry: false })
  if (!found || stateOf(path, found).kind !== kind) return
  if (kind === 'folder') {
    chmodSync(path, 0o700)
    if (readdirSync(path).length === 0) rmSync(path, { recursive: true })
    return
  }
  if (kind === 'file' && sha256 !== null && hashFile(path) !== sha256) return
  unlinkSync(path)
}

function putFolder(path: string, mode: number): void {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found && !found.isDirectory()) unlinkSync(path)
  if (!found?.isDirectory()) mkdirSync(path)
  chmodSync(path, mode)
}

function putLink(path: string, target: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found?.isSymbolicLink() && readlinkSync(path) === target) return
  const temporary = temporaryBeside(path)
  symlinkSync(target, temporary)
  renameSync(temporary, path)
}

/** The old bytes are complete under another name before they take this one. */
function putFile(path: string, step: Step & { readonly act: 'file' }): void {
  const { copy, sha256 } = step
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found?.isFile() && hashFile(path) === sha256) return setFacts(path, step)
  if (hashFile(copy) !== sha256) throw new Error('its copy is missing or damaged')
  try {
    replaceFile(path, step)
  } catch (thrown) {
    // On a full disk the file needs the room that the changed one takes; the copy stays until all is well.
    if (!found || found.isDirectory() || !isFullDisk(thrown)) throw thrown
    unlinkSync(path)
    replaceFile(path, step)
  }
  flush(dirname(path))
}

const isFullDisk = (thrown: unknown): boolean =>
  thrown instanceof Error && 'code' in thrown && (thrown.code === 'ENOSPC' || thrown.code === 'EDQUOT')

function replaceFile(path: string, { copy, mode, modifiedMs }: Step & { readonly act: 'file' }): void {
  const temporary = temporaryBeside(path)
  try {
    copyFileSync(copy, temporary, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL)
    setFacts(temporary, { mode, modifiedMs })
    flush(temporary)
    renameSync(temporary, path)
  } catch (thrown) {
    rmSync(temporary, { force: true })
    throw thrown
  }
}

function setFacts(path: string, { mode, modifiedMs }: { readonly mode: number; readonly modifiedMs: number }): void {
  chmodSync(path, mode)
  utimesSync(path, modifiedMs / 1_000, modifiedMs / 1_000)
}

function flush(path: string): void {
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** A name that no tool sees, the same every time, so that a retry after a crash leaves nothing behind. */
function temporaryBeside(path: string): string {
  const temporary = join(dirname(path), `.countersign-${hashOf(path).slice(0, 24)}.tmp`)
  rmSync(temporary, { force: true })
  return temporary
}
