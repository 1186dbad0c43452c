import { renameSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { sha256 } from '../../../core/index.ts'
import { openTree } from './open-tree.ts'
import type { Survey } from './survey.ts'

export type MovedPath = { readonly from: string; readonly to: string }

/**
 * Places that are never copied and stand under another name by now, told by device and inode: a folder around them may
 * be renamed. Of several names of one file, those that are missing belong to those that are new.
 */
export function movedThings(before: Survey, after: Survey): readonly MovedPath[] {
  const gone = new Map<string, string[]>()
  for (const [from, identity] of before.identities)
    if (after.identities.get(from) !== identity) gone.set(identity, [...(gone.get(identity) ?? []), from])
  const moved: MovedPath[] = []
  for (const [to, identity] of after.identities) {
    const names = before.identities.get(to) === identity ? [] : (gone.get(identity) ?? [])
    const alike = names.findIndex(from => basename(from) === basename(to))
    const [from] = names.splice(Math.max(alike, 0), 1)
    if (from !== undefined) moved.push({ from, to })
  }
  return moved
}

/** The whole goes before its parts. Gives back what could not be moved: it stays where it is, and is never removed. */
export function moveBack(moved: readonly MovedPath[], root: string): readonly MovedPath[] {
  const below = (path: string): string => path.slice(root.length + 1)
  const [home, away] = [openTree(root, { unlock: true }), openTree(root, { unlock: true })]
  const move = ({ from, to }: MovedPath): boolean => {
    try {
      if (home.find(below(from))) return false
      renameSync(away.at(below(to)), home.make(below(from)))
      return true
    } catch {
      return away.find(below(to)) === undefined
    }
  }
  /** Where two have changed places, one steps aside. */
  const stepAside = ({ from, to }: MovedPath): MovedPath => {
    const beside = join(dirname(to), `.countersign-${sha256(to).slice(0, 24)}.tmp`)
    return move({ from: beside, to }) ? { from, to: beside } : { from, to }
  }
  try {
    let left = moved.toSorted((a, b) => a.from.length - b.from.length)
    for (let turn = 0; turn <= moved.length && left.length > 0; turn++) {
      const stuck = left.filter(each => !move(each))
      const isStuck = stuck.length === left.length
      left = isStuck ? stuck.map((each, at) => (at === turn % stuck.length ? stepAside(each) : each)) : stuck
    }
    return left
  } finally {
    home.close()
    away.close()
  }
}
