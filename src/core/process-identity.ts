import { readFileSync, readlinkSync } from 'node:fs'
import type { Clock } from './clock.ts'
import type { JsonObject } from './json.ts'

/** The pid namespace: containers that share a state folder number their processes separately. Empty if unknown. */
export function processSpace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid')
  } catch {
    return ''
  }
}

/** How a process is named to those who may outlive it. */
export const thisProcess = (clock: Clock, space: string): JsonObject => ({
  boot: clock.boot,
  pid: process.pid,
  space,
  started: startOf(process.pid) ?? null,
})

/** Certainly gone, as far as this process can see. Where it cannot, nobody is: their time runs out by itself. */
export function isGone({ boot, pid, space, started = null }: JsonObject, here: JsonObject): boolean {
  if (typeof pid !== 'number' || space === '' || space !== here['space'] || boot !== here['boot']) return false
  const now = startOf(pid)
  if (started !== null && now !== undefined) return now !== started // another one may have got its number
  try {
    process.kill(pid, 0)
    return false
  } catch (thrown) {
    return thrown instanceof Error && 'code' in thrown && thrown.code === 'ESRCH'
  }
}

/** When a process began, in ticks since the machine did; undefined where there is no such process, or no /proc. */
function startOf(pid: number): string | undefined {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return line.slice(line.lastIndexOf(')') + 2).split(' ')[19]
  } catch {
    return undefined
  }
}
