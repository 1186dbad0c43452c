import { constants, copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Result, fail, messageOf, newSecretId, succeed } from '../../../core/index.ts'
import { type FileAttributes, readAttributes } from './file-attributes.ts'
import { type Tree, openTree } from './open-tree.ts'
import { currentOwner, dropFolder, writeJsonWhole } from './store-place.ts'
import type { Surveyed } from './surveyed.ts'

/** Copies of files as they were, in a folder that no command sees. */
export type Snapshot = {
  readonly folder: string
  readonly root: string
  readonly entries: ReadonlyMap<string, Surveyed>
  /** The absolute path of a file's copy. */
  readonly copyOf: (path: string) => string | undefined
  /** The extended attributes of every entry that had some; undefined where there is no program that reads them. */
  readonly attributes: ReadonlyMap<string, FileAttributes> | undefined
  readonly discard: () => void
}

export type Snapshotting = {
  /** Where all transactions of this workspace are kept. */
  readonly place: string
  readonly root: string
  readonly entries: ReadonlyMap<string, Surveyed>
  /** 0 means no limit. */
  readonly maxBytes: number
  /** Which files are copied. */
  readonly includes: (path: string) => boolean
}

/** Real copies, shared with the original only where the disk itself separates them at the first change. */
export function takeSnapshot({ place, root, entries, maxBytes, includes }: Snapshotting): Result<Snapshot> {
  const files = [...entries].filter(([path, { kind }]) => kind === 'file' && includes(path))
  const bytes = files.reduce((sum, [, { size }]) => sum + size, 0)
  if (maxBytes > 0 && bytes > maxBytes)
    return fail(
      'snapshot_failed',
      `The files that the command may change have ${bytes} bytes, ` +
        `and at most ${maxBytes} are copied (max_snapshot_bytes).`,
    )
  const folder = join(place, newSecretId('plan').replace('plan', 'change'))
  const discard = (): void => dropFolder(folder)
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    writeJsonWhole(join(folder, 'owner.json'), { ...currentOwner(), root })
    const { copies, attributes } = copyAll(files, { root, folder, entries })
    return succeed({ folder, root, entries, discard, attributes, copyOf: path => copies.get(path) })
  } catch (thrown) {
    discard()
    return fail(
      'snapshot_failed',
      `The files that the command may change could not be copied first: ${messageOf(thrown)}`,
    )
  }
}

type CopyingAll = Pick<Snapshot, 'root' | 'folder' | 'entries'>
type Copied = Pick<Snapshot, 'attributes'> & { readonly copies: ReadonlyMap<string, string> }

function copyAll(files: readonly (readonly [string, Surveyed])[], { root, folder, entries }: CopyingAll): Copied {
  const copies = new Map<string, string>()
  const tree = openTree(root)
  try {
    for (const [index, [path, state]] of files.entries()) {
      const copy = join(folder, String(index))
      copyUnchanged(tree, path, { copy, state })
      copies.set(path, copy)
    }
    return { copies, attributes: readAttributes(tree, [...entries.keys()]) }
  } finally {
    tree.close()
  }
}

type Copying = { readonly copy: string; readonly state: Surveyed }

/** A file that changes while it is copied would be put back half old, half new. */
function copyUnchanged(tree: Tree, path: string, { copy, state }: Copying): void {
  copyFileSync(tree.at(path), copy, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL)
  const now = tree.find(path)
  if (String(now?.ctimeNs) !== state.changed || String(now?.ino) !== state.inode)
    throw new Error('a file was changed by somebody else while it was copied; try again')
}
