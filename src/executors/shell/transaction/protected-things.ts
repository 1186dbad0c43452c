import { lstatSync, mkdirSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Survey } from './survey.ts'

/** Places that are never copied, identified by device and inode: a folder around them may be renamed. */
export type ProtectedThings = ReadonlyMap<string, string>

export function protectedIn({ fixed, hiddenFiles, hiddenFolders, anchored }: Survey): ProtectedThings {
  const things = new Map<string, string>()
  for (const path of [...fixed, ...hiddenFiles, ...hiddenFolders, ...anchored]) {
    const identity = identityOf(path)
    if (identity !== undefined) things.set(identity, path)
  }
  return things
}

/** Whether what stands there now is one of them, wherever it stood. */
export const isAmong = (things: ProtectedThings, path: string): boolean => things.has(identityOf(path) ?? '')

export type MovedPath = { readonly from: string; readonly to: string }

/** Those that stand under another name by now. */
export function movedThings(before: ProtectedThings, after: Survey): readonly MovedPath[] {
  const moved: MovedPath[] = []
  for (const [identity, to] of protectedIn(after)) {
    const from = before.get(identity)
    if (from !== undefined && from !== to && identityOf(from) !== identity) moved.push({ from, to })
  }
  return moved
}

/** The whole goes before its parts. Gives back what could not be moved: it stays where it is, and is never removed. */
export function moveBack(moved: readonly MovedPath[]): readonly MovedPath[] {
  return moved
    .toSorted((a, b) => a.from.length - b.from.length)
    .filter(({ from, to }) => {
      try {
        if (lstatSync(from, { throwIfNoEntry: false })) return true
        mkdirSync(dirname(from), { recursive: true })
        renameSync(to, from)
        return false
      } catch {
        return lstatSync(to, { throwIfNoEntry: false }) !== undefined
      }
    })
}

function identityOf(path: string): string | undefined {
  const found = lstatSync(path, { throwIfNoEntry: false, bigint: true })
  return found && `${found.dev} ${found.ino}`
}
