import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A folder in memory where the system has one: every call flushes, and here nothing is to be learnt from waiting for a disk. */
export function quickFolder(): string {
  const base = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()
  const path = realpathSync(mkdtempSync(join(base, 'countersign-test-')))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}
