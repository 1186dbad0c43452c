import { closeSync, fstatSync, fsyncSync, lstatSync, openSync, readdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { type Folder, identityOf } from './folder.ts'

/**
 * Where the system has no paths for descriptors: plain paths, compared after opening. Someone who swaps folders at the
 * right moment can win against this; on Linux the other implementation is used, against which he cannot.
 */
export function openNamedRoot(root: string): Folder {
  return folderAt(root, [])
}

function folderAt(path: string, names: readonly string[]): Folder {
  const at = (name: string): string => join(path, name)
  const inPlace = (): boolean => isRealName(path)
  return {
    names,
    at,
    enter(name) {
      const folder = folderAt(at(name), [...names, name])
      if (!lstatSync(at(name)).isDirectory() || !folder.inPlace()) throw notAFolder()
      return folder
    },
    entries: () => readdirSync(path, { withFileTypes: true }),
    identity: () => identityOf(lstatSync(path, { bigint: true })),
    inPlace,
    holds: (descriptor, name) =>
      isRealName(at(name)) &&
      identityOf(fstatSync(descriptor, { bigint: true })) === identityOf(lstatSync(at(name), { bigint: true })),
    sync: () => syncFolder(path),
    close: () => undefined,
  }
}

/** Links, short names and other spellings that the system knows for a path all have another real one. */
const isRealName = (path: string): boolean => realpathSync.native(path).normalize() === path.normalize()

const notAFolder = (): Error => Object.assign(new Error('not a folder'), { code: 'ENOTDIR', syscall: 'open' })

/** Not every system lets a folder be opened, and then it needs no sync either. */
function syncFolder(path: string): void {
  try {
    const descriptor = openSync(path, 'r')
    try {
      fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
  } catch {
    return
  }
}
