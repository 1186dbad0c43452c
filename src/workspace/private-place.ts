import { type BigIntStats, lstatSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Folder, identityOf } from './folder.ts'

/** Knows our own folder by device and inode: behind a link, or through a second name of a file. */
export type PrivatePlace = {
  readonly isFolder: (folder: Folder) => boolean
  /** Only a file with several names (hard links) needs to be asked about. */
  readonly isFile: (file: BigIntStats) => boolean
}

const MAX_SEARCHED = 20_000

export function createPrivatePlace(root: Folder): PrivatePlace {
  const place = (): string => root.at('.control-room')
  return {
    isFolder(folder) {
      const ours = look(() => statSync(place(), { bigint: true, throwIfNoEntry: false }))
      return ours !== undefined && identityOf(ours) === folder.identity()
    },
    isFile: file => file.nlink > 1n && holdsFile(place(), identityOf(file)),
  }
}

/** Too much to search counts as found. */
function holdsFile(place: string, wanted: string): boolean {
  const ahead = [place]
  let searched = 0
  for (let folder = ahead.pop(); folder !== undefined; folder = ahead.pop()) {
    const here = folder
    for (const entry of look(() => readdirSync(here, { withFileTypes: true })) ?? []) {
      if (++searched > MAX_SEARCHED) return true
      const path = join(here, entry.name)
      if (entry.isDirectory()) ahead.push(path)
      else if (entry.isFile() && isThat(path, wanted)) return true
    }
  }
  return false
}

function isThat(path: string, wanted: string): boolean {
  const found = look(() => lstatSync(path, { bigint: true, throwIfNoEntry: false }))
  return found !== undefined && identityOf(found) === wanted
}

/** There may be no such folder, or it may vanish while we look. */
function look<T>(ask: () => T): T | undefined {
  try {
    return ask()
  } catch {
    return undefined
  }
}
