import { readlinkSync } from 'node:fs'
import type { Clock, JsonObject } from '../core/index.ts'

/** The pid namespace: containers that share a state folder number their processes separately. Empty if unknown. */
export function processSpace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid')
  } catch {
    return ''
  }
}

/** How a process is named to those who may outlive it. */
export const thisProcess = (clock: Clock, space: string): JsonObject => ({ boot: clock.boot, pid: process.pid, space })

/** Certainly gone, as far as this process can see. Where it cannot, nobody is: their time runs out by itself. */
export function isGone({ boot, pid, space }: JsonObject, here: JsonObject): boolean {
  if (typeof pid !== 'number' || space === '' || space !== here['space'] || boot !== here['boot']) return false
  try {
    process.kill(pid, 0)
    return false
  } catch (thrown) {
    return thrown instanceof Error && 'code' in thrown && thrown.code === 'ESRCH'
  }
}
