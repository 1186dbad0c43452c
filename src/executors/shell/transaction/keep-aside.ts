import { randomBytes } from 'node:crypto'
import { chmodSync, constants, copyFileSync, lstatSync, mkdirSync, renameSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { bytesOfText, showBytes } from '../../path-bytes.ts'
import type { PathChange } from './compare.ts'
import { type Tree, openTree } from './open-tree.ts'

const KEPT_FOLDER = '.control-room/taken-back'
export const MOST_BYTES: number = 256 * 1024 * 1024
const MOST_KEPT = 10

export const newKeptFolder = (): string => `${KEPT_FOLDER}/${randomBytes(6).toString('hex')}`

export type KeptAside = {
  /** From the workspace down; undefined if nothing was kept. */
  readonly kept: string | undefined
  /** What there was no room for. */
  readonly unkept: readonly string[]
}

/**
 * What is about to be taken back is kept first: while a build ran, the person may have written some of it himself. What
 * was there before comes first, and small files before large ones, because those are rather a person's.
 */
export function keepAside(root: string, changes: readonly PathChange[]): KeptAside {
  const files = changes
    .filter(({ is, was, before, after }) =>
      is?.kind === 'link' ? is.link !== was?.link : is?.kind === 'file' && (after === null || before !== after),
    )
    .toSorted((a, b) => Number(a.what === 'created') - Number(b.what === 'created') || sizeOf(a) - sizeOf(b))
  let room = MOST_BYTES
  const fitting = files.filter(file => {
    if (sizeOf(file) > room) return false
    room -= sizeOf(file)
    return true
  })
  if (fitting.length === 0) return { kept: undefined, unkept: namesOf(files) }
  const kept = newKeptFolder()
  const copied = copyAside(root, kept, fitting)
  return { kept: copied.size > 0 ? kept : undefined, unkept: namesOf(files.filter(({ path }) => !copied.has(path))) }
}

const sizeOf = ({ is }: PathChange): number => is?.size ?? 0
const namesOf = (files: readonly PathChange[]): readonly string[] => files.map(({ path }) => showBytes(path))

/** Gives the paths of those that are kept. */
function copyAside(root: string, kept: string, files: readonly PathChange[]): ReadonlySet<string> {
  const copied = new Set<string>()
  const [from, to] = [openTree(root, { unlock: true }), openTree(root)]
  try {
    if (!isPlainFolder(join(root, '.control-room'))) return copied
    mkdirSync(join(root, KEPT_FOLDER), { recursive: true, mode: 0o700 })
    if (!isPlainFolder(join(root, KEPT_FOLDER))) return copied
    for (const { path, is } of files) {
      copied.add(path)
      if (is?.kind === 'link') {
        symlinkSync(bytesOfText(is.link ?? ''), to.make(`${kept}/${path}`))
        continue
      }
      // The command may have closed it to its own user.
      if (((is?.mode ?? 0) & OWNER_READS) === 0) chmodSync(from.at(path), OWNER_READS)
      copyFileSync(from.at(path), to.make(`${kept}/${path}`), constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL)
    }
    dropOldest(to, kept)
    return copied
  } catch {
    discard(to, kept)
    return new Set()
  } finally {
    from.close()
    to.close()
  }
}

type Between = { readonly from: Tree; readonly to: Tree }

/** As a whole, under its own path in a folder of what is kept: that needs neither to look into it nor any room. */
export function moveAside(path: string, kept: string, { from, to }: Between): void {
  // A folder that is closed to its own user cannot be moved.
  if (from.find(path)?.isDirectory() === true) chmodSync(from.folder(path), OWNER)
  renameSync(from.at(path), to.make(`${kept}/${path}`))
}

const OWNER = 0o700

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

/** Never the one that was just made, whatever the clock says. */
function dropOldest(tree: Tree, kept: string): void {
  const newestFirst = tree
    .list(KEPT_FOLDER)
    .filter(({ name }) => `${KEPT_FOLDER}/${name}` !== kept)
    .map(({ name }) => ({ path: `${KEPT_FOLDER}/${name}`, at: tree.find(`${KEPT_FOLDER}/${name}`)?.mtimeMs ?? 0n }))
    .toSorted((a, b) => Number(b.at - a.at))
  for (const { path } of newestFirst.slice(MOST_KEPT - 1)) tree.remove(path)
}
