import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

const lockModule = JSON.stringify(new URL('../scripts/lock.mjs', import.meta.url).href)
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-lock-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** A process that writes one mark when it has the lock and one before it lets go. */
function work(): Promise<number | null> {
  const code = `
    import { appendFileSync } from 'node:fs'
    import { setTimeout as sleep } from 'node:timers/promises'
    import { withLock } from ${lockModule}
    await withLock(${JSON.stringify(folder)}, async () => {
      appendFileSync('marks', '(')
      await sleep(50)
      appendFileSync('marks', ')')
    })`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { cwd: folder, stdio: 'ignore' })
  return new Promise(resolve => child.on('close', resolve))
}

test('processes that want the lock at once take turns', async () => {
  expect(await Promise.all([work(), work(), work(), work()])).toEqual([0, 0, 0, 0])
  expect(readFileSync(join(folder, 'marks'), 'utf8')).toBe('()()()()')
})

test('the lock of a process that died is taken over by one of those who wait', async () => {
  const { pid } = spawnSync(process.execPath, ['-e', ''])
  mkdirSync(join(folder, '.cache', 'ensure.lock'), { recursive: true })
  writeFileSync(
    join(folder, '.cache', 'ensure.lock', 'owner.json'),
    JSON.stringify({ pid, host: hostname(), token: 'dead' }),
  )
  expect(await Promise.all([work(), work(), work()])).toEqual([0, 0, 0])
  expect(readFileSync(join(folder, 'marks'), 'utf8')).toBe('()()()')
})
