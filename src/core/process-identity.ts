import { readFileSync, readlinkSync } from 'node:fs'
import type { Clock } from './clock.ts'
import { hashJson } from './hash.ts'
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

const TAG = 12 // hex digits

/** A process in a few hex digits, for the names of files that it may leave behind. */
export const processTag = (named: JsonObject): string => hashJson(named).slice(0, TAG)

/** Certainly gone, as far as this process can see. Where it cannot, nobody is: their time runs out by itself. */
export const isGone = (other: JsonObject, here: JsonObject): boolean => isSeen(other, here) && !answers(other)

/** Certainly alive, as far as this process can see. Who ran before the last boot, or in another container, is not. */
export const isRunning = (other: JsonObject, here: JsonObject): boolean =>
  (isSeen(other, here) || here['space'] === '') && answers(other)

const isSeen = ({ boot, pid, space }: JsonObject, here: JsonObject): boolean =>
  typeof pid === 'number' && space !== '' && space === here['space'] && boot === here['boot']

function answers({ pid, started = null }: JsonObject): boolean {
  if (typeof pid !== 'number') return false
  const now = startOf(pid)
  if (started !== null && now !== undefined) return now === started // another one may have got its number
  try {
    return process.kill(pid, 0)
  } catch (thrown) {
    return !(thrown instanceof Error && 'code' in thrown && thrown.code === 'ESRCH')
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
