import { spawnSync } from 'node:child_process'
import { chmodSync, lchownSync, lutimesSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { bytesOfText, showBytes } from '../../path-bytes.ts'
import { isSameAttributes, isShortPath, readAttributes } from './file-attributes.ts'
import { type Tree, openTree } from './open-tree.ts'
import type { RollbackPlan, Step } from './rollback-plan.ts'
import { type EntryFacts, type EntryKind, isSameTime, surveyedOf } from './surveyed.ts'

type WithFacts = Extract<Step, EntryFacts>

/** What cannot be set is found afterwards, when everything is looked at. The mode of a folder is set last of all. */
export function setFacts(tree: Tree, step: WithFacts): void {
  const { act, uid, gid, mode, modified } = step
  const [path, found, seconds] = [tree.at(step.path), tree.find(step.path), Number(modified) / 1e9]
  if (Number(found?.uid) !== uid || Number(found?.gid) !== gid) attempt(() => lchownSync(path, uid, gid))
  // A new owner takes some bits of the mode away, so the mode comes after it.
  if (act === 'file' || act === 'fifo') attempt(() => chmodSync(path, mode))
  attempt(() => lutimesSync(path, seconds, seconds))
}

function attempt(act: () => void): void {
  try {
    act()
  } catch {
    return
  }
}

/** Node sets times to the microsecond and none before 1970; `touch` sets the rest, files before the folders around. */
export function setExactTimes(tree: Tree, steps: readonly Step[]): void {
  const near = new Map<string, Buffer[]>()
  for (const step of steps) {
    if (!('modified' in step) || String(timeOf(tree, step.path) ?? step.modified) === step.modified) continue
    const isShort = isShortPath(step.path)
    const [folder, name] = isShort ? ['.', step.path] : [dirname(step.path), basename(step.path)]
    const words = [Buffer.from(`@${decimal(step.modified)}\0./`), Buffer.from(bytesOfText(name)), Buffer.from([0])]
    near.set(folder, [...(near.get(folder) ?? []), ...words])
  }
  for (const [folder, words] of near)
    spawnSync('xargs', ['-0', '-n', '2', 'touch', '-chmd'], {
      input: Buffer.concat(words),
      cwd: String(tree.folder(folder)),
      stdio: ['pipe', 'ignore', 'ignore'],
    })
}

const timeOf = (tree: Tree, path: string): bigint | undefined => {
  try {
    return tree.find(path)?.mtimeNs
  } catch {
    return undefined
  }
}

const NANO_DIGITS = 9

/** Nanoseconds as seconds, with all their digits. */
function decimal(nanoseconds: string): string {
  const digits = nanoseconds.replace('-', '').padStart(NANO_DIGITS + 1, '0')
  const sign = nanoseconds.startsWith('-') ? '-' : ''
  return `${sign}${digits.slice(0, -NANO_DIGITS)}.${digits.slice(-NANO_DIGITS)}`
}

/** Looks at everything that was put back: what is not as it was is named, with what about it. */
export function findWrongFacts({ root, steps }: RollbackPlan, known: ReadonlySet<string>): readonly string[] {
  const tree = openTree(root)
  try {
    const attributes = readAttributes(
      tree,
      steps.flatMap(step => ('attributes' in step ? [step.path] : [])),
    )
    return steps.flatMap(step => {
      if (known.has(step.path)) return []
      const wrong = [...wrongIn(tree, step)]
      if ('attributes' in step && !isSameAttributes(attributes?.get(step.path), step.attributes))
        wrong.push('extended attributes')
      return wrong.length === 0 ? [] : [`${showBytes(step.path)} (not as before: ${wrong.join(', ')})`]
    })
  } finally {
    tree.close()
  }
}

const KINDS: Readonly<Partial<Record<Step['act'], EntryKind>>> = {
  file: 'file',
  link: 'link',
  fifo: 'fifo',
  facts: 'folder',
}

function wrongIn(tree: Tree, step: Step): readonly string[] {
  if (!('modified' in step)) return []
  const found = lookAt(tree, step.path)
  if (found === 'closed') return []
  if (!found) return ['it is missing']
  const is = surveyedOf(found)
  if (is.kind !== KINDS[step.act]) return ['its kind']
  return [
    ...(step.act === 'link' || is.mode === step.mode ? [] : ['its mode']),
    ...(is.uid === step.uid && is.gid === step.gid ? [] : ['its owner']),
    ...(isSameTime(is.modified, step.modified) ? [] : ['its time']),
  ]
}

/** A folder that was closed to its own user is closed again, with all that is in it. */
function lookAt(tree: Tree, path: string): ReturnType<Tree['find']> | 'closed' {
  try {
    return tree.find(path)
  } catch {
    return 'closed'
  }
}
