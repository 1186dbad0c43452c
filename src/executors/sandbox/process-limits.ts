import {
  mkdirSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  rmdirSync,
  statSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { childProcesses } from './child-processes.ts'

const OLDER = '/sys/fs/cgroup/pids'
const NEWER = '/sys/fs/cgroup'
/** The kernel's magic number of a control group folder, old and new. Anything else only looks like one. */
const GROUP_TYPES: ReadonlySet<number> = new Set([0x27e0eb, 0x63677270])
const PREFIX = 'countersign-'
const THREADS = 8 // the kernel counts threads, and a compiler has several
const AGAIN_MS = 100
const TRIES = 50
const DAY_MS = 24 * 60 * 60 * 1_000

export type ProcessLimits = {
  /** What starts a program under these limits. */
  readonly under: (program: string, args: readonly string[]) => readonly [program: string, ...args: string[]]
  readonly remove: () => void
}

const ENTER = 'echo 0 > "$0/cgroup.procs" || exit 125; exec "$@"'
let made = 0
/** Some groups can be made and not be entered; then all is as where none can be made. */
const isEntered = new Map<string, boolean>()

/**
 * Root is bound by no limit of its own, and whoever counts from outside may come too late when processes multiply. So
 * the kernel holds them down, wherever it lets us say so; then the counting only has to name the reason. Others have
 * `ulimit`, which binds them.
 */
export function findProcessLimits(
  processes: number,
  places: readonly string[] = ownPlaces(),
): ProcessLimits | undefined {
  if (process.getuid?.() !== 0) return undefined
  for (const place of places) {
    const folder = makeGroup(place, processes * THREADS)
    if (folder !== undefined)
      return {
        under: (program, args) => ['/bin/sh', '-c', ENTER, folder, program, ...args],
        remove: () => removeGroup(folder, TRIES),
      }
  }
  return undefined
}

/** Prefers a place below our own group, so that our limits bind the command too; the top only where nothing is lost. */
export function ownPlaces(membership: string = textOf('/proc/self/cgroup')): readonly string[] {
  const older = /^\d+:(?:[^:\n]*,)?pids(?:,[^:\n]*)?:(?<path>\/.*)$/m.exec(membership)?.groups?.['path'] ?? '/'
  const newer = /^0::(?<path>\/.*)$/m.exec(membership)?.groups?.['path'] ?? '/'
  return [...new Set([below(OLDER, older), OLDER, below(NEWER, newer), ...(isUnbound(newer) ? [NEWER] : [])])]
}

const below = (top: string, path: string): string => (path === '/' ? top : `${top}${path}`)

/** No memory limit on the way from the top to our own group. */
function isUnbound(path: string): boolean {
  const names = path.split('/').filter(name => name !== '')
  return names.every((_, at) =>
    ['', 'max'].includes(textOf(`${NEWER}/${names.slice(0, at + 1).join('/')}/memory.max`).trim()),
  )
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

function makeGroup(place: string, most: number): string | undefined {
  const folder = `${place}/${PREFIX}${processSpace()}-${process.pid}-${made++}`
  try {
    if (!GROUP_TYPES.has(statfsSync(place).type)) return undefined
    if (made === 1) removeLeftOvers(place)
    mkdirSync(folder)
  } catch {
    return undefined
  }
  try {
    // Never created here: the kernel ignores a folder that it has not made.
    writeFileSync(`${folder}/pids.max`, String(most), { flag: 'r+' })
    if (!isEntered.has(place)) isEntered.set(place, enter(folder))
    if (isEntered.get(place) === true) return folder
  } catch {
    // it counts no processes
  }
  removeGroup(folder, TRIES)
  return undefined
}

/** The last process may need a moment to be gone for good. */
function removeGroup(folder: string, tries: number): void {
  try {
    rmdirSync(folder)
  } catch {
    if (tries > 0) setTimeout(() => removeGroup(folder, tries - 1), AGAIN_MS).unref()
  }
}

/** Removes old groups of killed processes, told by their age; the kernel refuses to remove a group in use. */
export function removeLeftOvers(place: string, now: number = Date.now()): void {
  for (const name of readdirSync(place)) {
    const [, space, pid] = new RegExp(`^${PREFIX}(\\d+)-(\\d+)-\\d+$`).exec(name) ?? []
    if (pid === undefined) continue
    const isOurs = space === processSpace()
    if (isOurs ? !isAlive(Number(pid)) : isOld(`${place}/${name}`, now)) removeGroup(`${place}/${name}`, 0)
  }
}

function isOld(folder: string, now: number): boolean {
  const found = statSync(folder, { throwIfNoEntry: false })
  return found !== undefined && now - found.ctimeMs > DAY_MS
}

/** In which numbering of processes we are: every container has its own. */
function processSpace(): string {
  try {
    return /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0] ?? '0'
  } catch {
    return '0'
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (thrown) {
    return thrown instanceof Error && 'code' in thrown && thrown.code === 'EPERM'
  }
}

const enter = (folder: string): boolean =>
  childProcesses().spawnSync('/bin/sh', ['-c', ENTER, folder, 'true'], { stdio: 'ignore' }).status === 0
