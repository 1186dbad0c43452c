import { randomBytes } from 'node:crypto'
import { chmodSync, constants, copyFileSync, lstatSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { PathChange } from './compare.ts'
import { type Tree, openTree } from './open-tree.ts'

export const KEPT_FOLDER = '.control-room/taken-back'
const MOST_BYTES = 256 * 1024 * 1024
const MOST_KEPT = 10

/**
 * What is about to be taken back is kept first: while a build ran, the person may have written some of it himself.
 * Gives the folder from the workspace down, or nothing if there was nothing to keep or no room for it.
 */
export function keepAside(root: string, changes: readonly PathChange[]): string | undefined {
  const files = changes.filter(({ is, before, after }) => is?.kind === 'file' && (after === null || before !== after))
  const bytes = files.reduce((sum, { is }) => sum + (is?.size ?? 0), 0)
  if (files.length === 0 || bytes > MOST_BYTES) return undefined
  const kept = `${KEPT_FOLDER}/${randomBytes(6).toString('hex')}`
  const [from, to] = [openTree(root, { unlock: true }), openTree(root)]
  try {
    if (!isPlainFolder(join(root, '.control-room'))) return undefined
    mkdirSync(join(root, KEPT_FOLDER), { recursive: true, mode: 0o700 })
    if (!isPlainFolder(join(root, KEPT_FOLDER))) return undefined
    for (const { path, is } of files) {
      // The command may have closed it to its own user.
      if (((is?.mode ?? 0) & OWNER_READS) === 0) chmodSync(from.at(path), OWNER_READS)
      copyFileSync(from.at(path), to.make(`${kept}/${path}`), constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL)
    }
    dropOldest(to)
    return kept
  } catch {
    discard(to, kept)
    return undefined
  } finally {
    from.close()
    to.close()
  }
}

/** Half of it would only take the room that the files themselves need. */
function discard(tree: Tree, kept: string): void {
  try {
    tree.remove(kept)
  } catch {
    // it was never made
  }
}

const OWNER_READS = 0o400
const isPlainFolder = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true

function dropOldest(tree: Tree): void {
  const newestFirst = tree
    .list(KEPT_FOLDER)
    .map(({ name }) => ({ path: `${KEPT_FOLDER}/${name}`, at: tree.find(`${KEPT_FOLDER}/${name}`)?.mtimeMs ?? 0n }))
    .toSorted((a, b) => Number(b.at - a.at))
  for (const { path } of newestFirst.slice(MOST_KEPT)) tree.remove(path)
}
