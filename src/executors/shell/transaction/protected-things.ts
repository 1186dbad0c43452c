import { renameSync } from 'node:fs'
import { basename } from 'node:path'
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
  try {
    return moved
      .toSorted((a, b) => a.from.length - b.from.length)
      .filter(({ from, to }) => {
        try {
          if (home.find(below(from))) return true
          renameSync(away.at(below(to)), home.make(below(from)))
          return false
        } catch {
          return away.find(below(to)) !== undefined
        }
      })
  } finally {
    home.close()
    away.close()
  }
}
