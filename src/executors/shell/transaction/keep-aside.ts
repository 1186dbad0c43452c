import { randomBytes } from 'node:crypto'
import { constants, copyFileSync, lstatSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { PathChange } from './compare.ts'

export const KEPT_FOLDER = '.control-room/taken-back'
const MOST_BYTES = 256 * 1024 * 1024
const MOST_KEPT = 10

/**
 * What is about to be taken back is kept first: while a build ran, the person may have written some of it himself.
 * Gives the folder from the workspace down, or nothing if there was nothing to keep or no room for it.
 */
export function keepAside(root: string, changes: readonly PathChange[]): string | undefined {
  const files = changes.filter(({ is }) => is?.kind === 'file')
  const bytes = files.reduce((sum, { is }) => sum + (is?.size ?? 0), 0)
  if (files.length === 0 || bytes > MOST_BYTES) return undefined
  const kept = `${KEPT_FOLDER}/${randomBytes(6).toString('hex')}`
  try {
    if (!isPlainFolder(join(root, '.control-room'))) return undefined
    mkdirSync(join(root, KEPT_FOLDER), { recursive: true, mode: 0o700 })
    if (!isPlainFolder(join(root, KEPT_FOLDER))) return undefined
    for (const { path } of files) {
      const copy = join(root, kept, path)
      mkdirSync(dirname(copy), { recursive: true, mode: 0o700 })
      copyFileSync(join(root, path), copy, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL)
    }
    dropOldest(join(root, KEPT_FOLDER))
    return kept
  } catch {
    discard(join(root, kept))
    return undefined
  }
}

/** Half of it would only take the room that the files themselves need. */
function discard(kept: string): void {
  try {
    rmSync(kept, { recursive: true, force: true })
  } catch {
    // it was never made
  }
}

const isPlainFolder = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true

function dropOldest(folder: string): void {
  const newestFirst = readdirSync(folder)
    .map(name => ({ path: join(folder, name), at: statSync(join(folder, name)).mtimeMs }))
    .toSorted((a, b) => b.at - a.at)
  for (const { path } of newestFirst.slice(MOST_KEPT)) rmSync(path, { recursive: true, force: true })
}
