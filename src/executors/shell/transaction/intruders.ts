import { basename, join } from 'node:path'
import type { JsonObject } from '../../../core/index.ts'
import { showBytes } from '../../path-bytes.ts'
import { roomOn } from '../../sandbox/index.ts'
import { MOST_BYTES, moveAside, newKeptFolder } from './keep-aside.ts'
import { type Tree, openTree } from './open-tree.ts'
import { moveBack, movedThings } from './protected-things.ts'
import { GIT_ORDERS, type Survey, type Surveying } from './survey.ts'

export type Intruders = {
  readonly paths: readonly string[]
  /** What was there before and stands elsewhere now, with no way back. */
  readonly astray: readonly string[]
  readonly effects: JsonObject
  /** Where that is which was not removed, but moved away. */
  readonly kept: readonly string[]
  /** What came later, and stays. */
  readonly late: readonly string[]
}

export type Before = {
  readonly survey: Survey
  /** A file that was moved is put back: the move was not allowed. */
  readonly guarded: boolean
  /**
   * When the command must have ended, where nobody saw it: what was made later is somebody else's and stays, and what
   * goes is kept.
   */
  readonly untilMs?: number | undefined
}

/**
 * New things under names that give orders to git or to us: they are removed at once, before anybody can obey them.
 * After a command that a person approved, a whole new repository may stay; what a repository obeys may not have come
 * into one that was there.
 */
export function removeIntruders(
  surveying: Surveying,
  { survey: before, guarded, untilMs }: Before,
  after: Survey,
): Intruders {
  const { root } = surveying.workspace
  const moved = movedThings(before, after)
  const astray = guarded ? moveBack(moved, root) : []
  const known = new Set([...before.fixed, ...before.hiddenFiles, ...before.hiddenFolders, ...moved.map(({ to }) => to)])
  const isPartOfMoved = (path: string): boolean => moved.some(({ to }) => isBelow(path, to))
  const isRepository = (path: string): boolean =>
    surveying.reach === 'open' && after.anchored.some(each => isBelow(path, each))
  // What is not in a list that was cut need not be new.
  const closed = before.tooMany ? [] : [...after.fixed, ...after.hiddenFiles, ...after.hiddenFolders]
  const strange = closed.filter(
    path =>
      !known.has(path) && !isPartOfMoved(path) && !isRepository(path) && !surveying.readOnlyFolders.has(basename(path)),
  )
  const below = (path: string): string => path.slice(root.length + 1)
  const tree = openTree(root, { unlock: true })
  try {
    const orders = before.anchored
      .flatMap(git => GIT_ORDERS.map(name => join(git, name)))
      .filter(path => !known.has(path) && tree.find(below(path)) !== undefined)
    const found = [...new Set([...strange, ...orders])].map(below)
    const given = new Set(orders.map(below)) // to a repository that was there: nobody's work
    const late = found.filter(path => untilMs !== undefined && madeAt(tree, path) > untilMs)
    const removed = found.filter(path => !late.includes(path))
    const whole = removed.filter(path => !given.has(path))
    const ownWork = whole.filter(path => untilMs !== undefined || (guarded && hasRoomFor(tree, path)))
    const kept = ownWork.length === 0 ? [] : [moveAllAside(tree, ownWork)]
    for (const path of removed) tree.remove(path)
    tree.lock()
    const paths = removed.map(showBytes)
    return {
      paths,
      astray: astray.map(({ from, to }) => showBytes(`${below(from)} (now ${below(to)})`)),
      effects: paths.length === 0 ? {} : { removed_orders: paths },
      kept,
      late: late.map(showBytes),
    }
  } finally {
    tree.close()
  }
}

const isBelow = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`)

/** Where the disk does not know when a thing was made, the time of its last change stands for it. */
function madeAt(tree: Tree, path: string): number {
  const found = tree.find(path)
  return Number(found?.birthtimeMs || found?.ctimeMs || 0n)
}

/** While a build runs, a person may begin a repository. What is larger is the command's, and only fills the disk. */
function hasRoomFor(tree: Tree, top: string): boolean {
  let left = Math.min(MOST_BYTES, roomOn(tree.root).bytes / 2)
  const open = [top]
  for (let path = open.pop(); path !== undefined && left > 0; path = open.pop()) {
    const found = tree.find(path)
    left -= Number(found?.size ?? 0)
    if (found?.isDirectory() === true) for (const { name } of tree.list(path)) open.push(`${path}/${name}`)
  }
  return left > 0
}

function moveAllAside(from: Tree, paths: readonly string[]): string {
  const [kept, to] = [newKeptFolder(), openTree(from.root)]
  try {
    for (const path of paths) moveAside(path, kept, { from, to })
    return kept
  } finally {
    to.close()
  }
}
