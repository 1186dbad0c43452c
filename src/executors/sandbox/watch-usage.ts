import { readFileSync, readdirSync, statSync, statfsSync } from 'node:fs'
import type { SandboxLimits } from './confinement.ts'

/** Which limit was passed. */
export type Overrun = 'processes' | 'memory' | 'disk' | 'files'

export type UsageWatch = { readonly stop: () => void }

export type WatchedSandbox = {
  /** The first process of the sandbox, as this machine numbers it. */
  readonly pid: number
  /** What lies on the disk that the command may fill. */
  readonly root: string
  readonly limits: SandboxLimits
  readonly onOverrun: (overrun: Overrun) => void
}

const EVERY_MS = 20
const PAGE = 4_096

/**
 * The kernel holds ordinary users to their limits, but not root, and it counts memory for each process alone. So
 * somebody counts what is in the sandbox, through the sandbox's own view of its processes.
 */
export function watchUsage({ pid, root, limits, onOverrun }: WatchedSandbox): UsageWatch {
  const inside = `/proc/${pid}/root`
  const [onDisk, inMemory] = [newFiles([root]), newFiles(IN_MEMORY.map(place => `${inside}${place}`))]
  onDisk()
  const usage = { root, limits, freeAtStart: roomOn(root).bytes, onDisk, inMemory }
  const timer = setInterval(() => {
    const overrun = findOverrun(`${inside}/proc`, usage)
    if (overrun) {
      clearInterval(timer)
      onOverrun(overrun)
    }
  }, EVERY_MS)
  return { stop: () => clearInterval(timer) }
}

type Usage = {
  readonly root: string
  readonly limits: SandboxLimits
  readonly freeAtStart: number
  readonly onDisk: () => number
  readonly inMemory: () => number
}

function findOverrun(processes: string, { root, limits, freeAtStart, onDisk, inMemory }: Usage): Overrun | undefined {
  const pids = processesIn(processes)
  if (pids.length > limits.processes) return 'processes'
  if (memoryOf(processes, pids) > limits.memoryBytes) return 'memory'
  if (freeAtStart - roomOn(root).bytes > limits.diskBytes) return 'disk'
  const isFull = onDisk() > limits.files || (pids.length > 0 && inMemory() > limits.files)
  return isFull ? 'files' : undefined
}

const IN_MEMORY: readonly string[] = ['/tmp', '/dev/shm']

/** How many came since the first look. Empty files take no bytes, but they use memory or the disk's last inodes. */
function newFiles(places: readonly string[]): () => number {
  let first: number | undefined
  return () => {
    const found = places.reduce((sum, place) => sum + filesOn(place), 0)
    first ??= found
    return found - first
  }
}

/** Gone already, or not set up yet and still with the machine's own view: nothing to count. */
function processesIn(folder: string): readonly string[] {
  try {
    if (statSync(folder).dev === statSync('/proc').dev) return []
    return readdirSync(folder).filter(name => /^[0-9]+$/.test(name))
  } catch {
    return []
  }
}

function memoryOf(folder: string, pids: readonly string[]): number {
  let pages = 0
  for (const pid of pids) {
    try {
      const [, resident = 0, inFiles = 0] = readFileSync(`${folder}/${pid}/statm`, 'latin1').split(' ').map(Number)
      // Pages of files are not the command's own, except for those in memory alone, which are rare and small.
      pages += Math.max(0, resident - Math.floor(inFiles / 2))
    } catch {
      continue
    }
  }
  return pages * PAGE
}

/** What is free on the disk that a folder lies on. */
export type DiskRoom = { readonly path: string; readonly bytes: number; readonly files: number }

export function roomOn(path: string): DiskRoom {
  try {
    const { bavail, bsize, ffree } = statfsSync(path)
    return { path, bytes: bavail * bsize, files: ffree }
  } catch {
    return { path, bytes: 0, files: 0 }
  }
}

const ENOUGH_BYTES = 4 * 1024 * 1024
const ENOUGH_FILES = 64

/** Too little is left for anybody else, and it was not so before. */
export function isFilled(before: DiskRoom): boolean {
  const now = roomOn(before.path)
  return now.bytes < Math.min(ENOUGH_BYTES, before.bytes / 2) || now.files < Math.min(ENOUGH_FILES, before.files / 2)
}

/** Some disks do not count them, and say 0. */
function filesOn(place: string): number {
  try {
    const { files, ffree } = statfsSync(place)
    return files - ffree
  } catch {
    return 0
  }
}
