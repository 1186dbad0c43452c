import { renameSync } from 'node:fs'
import { openTree } from './open-tree.ts'
import type { Survey } from './survey.ts'

/** Places that are never copied, identified by device and inode: a folder around them may be renamed. */
export type ProtectedThings = ReadonlyMap<string, string>

export const protectedIn = ({ identities }: Survey): ProtectedThings =>
  new Map([...identities].map(([path, identity]) => [identity, path]))

export type MovedPath = { readonly from: string; readonly to: string }

/** Those that stand under another name by now. */
export function movedThings(before: ProtectedThings, { identities }: Survey): readonly MovedPath[] {
  const moved: MovedPath[] = []
  for (const [to, identity] of identities) {
    const from = before.get(identity)
    if (from !== undefined && from !== to && identities.get(from) !== identity) moved.push({ from, to })
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
