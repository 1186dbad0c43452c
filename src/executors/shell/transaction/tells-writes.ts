import { statfsSync } from 'node:fs'

/** ext2 to ext4, XFS, Btrfs, F2FS. */
const TELLING: ReadonlySet<number> = new Set([0xef53, 0x58465342, 0x9123683e, 0xf2f52010])

export type TellsWrites = (device: string, path: string) => boolean

/**
 * Whether the times of a file move with everything that is written to it. On a disk in memory they do not: what a program has mapped and
 * read first, it may write without a word. Nor is it known of disks that lie elsewhere or upon others, so only those count that are listed.
 */
export function createTellsWrites(): TellsWrites {
  const known = new Map<string, boolean>()
  return (device, path) => {
    const tells = known.get(device) ?? isTelling(path)
    known.set(device, tells)
    return tells
  }
}

function isTelling(path: string): boolean {
  try {
    return TELLING.has(statfsSync(path).type)
  } catch {
    return false
  }
}
