import { mkdirSync, readdirSync, rmdirSync, writeFileSync } from 'node:fs'

/** Where the kernel is told how many processes a group may have: control groups of the older and of the newer kind. */
const PLACES = ['/sys/fs/cgroup/pids', '/sys/fs/cgroup']
const PREFIX = 'countersign-'
const THREADS = 8 // the kernel counts threads, and a compiler has several
const AGAIN_MS = 100
const TRIES = 50

export type ProcessRoof = {
  /** What starts a program below the roof. */
  readonly under: (program: string, args: readonly string[]) => readonly [program: string, ...args: string[]]
  readonly remove: () => void
}

const ENTER = 'echo 0 > "$0/cgroup.procs" || exit 125; exec "$@"'
let made = 0

/**
 * Root is bound by no limit of its own, and whoever counts from outside may come too late when processes multiply. So the kernel holds them
 * down, wherever it lets us say so; then the counting only has to name the reason. Others have `ulimit`, which binds them.
 */
export function processRoof(processes: number, places: readonly string[] = PLACES): ProcessRoof | undefined {
  if (process.getuid?.() !== 0) return undefined
  const folder = places.map(place => makeGroup(place, processes * THREADS)).find(each => each !== undefined)
  if (folder === undefined) return undefined
  return {
    under: (program, args) => ['/bin/sh', '-c', ENTER, folder, program, ...args],
    remove: () => removeGroup(folder, TRIES),
  }
}

function makeGroup(place: string, most: number): string | undefined {
  const folder = `${place}/${PREFIX}${process.pid}-${made++}`
  try {
    if (made === 1) removeLeftOvers(place)
    mkdirSync(folder)
    writeFileSync(`${folder}/pids.max`, String(most))
    return folder
  } catch {
    removeGroup(folder, 0)
    return undefined
  }
}

/** The last process may need a moment to be gone for good. */
function removeGroup(folder: string, tries: number): void {
  try {
    rmdirSync(folder)
  } catch {
    if (tries > 0) setTimeout(() => removeGroup(folder, tries - 1), AGAIN_MS).unref()
  }
}

/** Of processes that were killed. */
function removeLeftOvers(place: string): void {
  for (const name of readdirSync(place)) {
    const pid = Number(new RegExp(`^${PREFIX}(\\d+)-\\d+$`).exec(name)?.[1] ?? 0)
    if (pid > 0 && !isAlive(pid)) removeGroup(`${place}/${name}`, 0)
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
