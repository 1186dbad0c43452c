import { setTimeout as sleep } from 'node:timers/promises'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Child, runChild } from '../../test/children/run-child.ts'
import { runs } from '../../test/soak-scale.ts'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { type Clock, systemClock } from '../core/index.ts'
import { openLedgerIndex, openSqliteStore } from './index.ts'

const start = (verb: string, path: string, count = 0): Child =>
  runChild('storage.ts', { args: [verb, path, String(count)] })

/** Lets all of them begin at the same moment. */
async function together(children: readonly Child[]): Promise<void> {
  await Promise.all(children.map(child => child.says('ready')))
  for (const child of children) child.tell('go')
}
const codes = (children: readonly Child[]): Promise<(number | null)[]> =>
  Promise.all(children.map(async child => (await child.ended).code))

describe('several processes on one file', () => {
  test('count together to exactly the sum of what each has added', async () => {
    const path = join(temporaryFolder().path, 'store.db')
    const children = Array.from({ length: 4 }, () => start('increment', path, 200))
    await together(children)
    expect(await codes(children)).toEqual([0, 0, 0, 0])
    const store = await openSqliteStore({ path, clock: systemClock })
    expect(await store.get('counters', 'n')).toEqual({ key: 'n', version: 800, value: { n: 800 } })
    await store.close()
  })

  test('may all open it first', async () => {
    const path = join(temporaryFolder().path, 'store.db')
    const children = Array.from({ length: 4 }, () => start('open', path))
    await together(children)
    expect(await codes(children)).toEqual([0, 0, 0, 0])
  })

  test('see what another one appends while they follow', async () => {
    const path = join(temporaryFolder().path, 'store.db')
    const store = await openSqliteStore({ path, clock: systemClock })
    const stop = new AbortController()
    const child = start('append', path, 3)
    await together([child])
    const seen: unknown[] = []
    for await (const { seq, record } of store.read('stream', { after: 0, follow: stop.signal })) {
      seen.push([seq, record])
      if (seq === 3) stop.abort()
    }
    expect(seen).toEqual([1, 2, 3].map(n => [n, { n }]))
    await store.close()
  })
})

test('what one process was told has ended does not come alive in the next, whatever its clock says', async () => {
  const path = join(temporaryFolder().path, 'store.db')
  const at = (time: number): Clock => ({ ...systemClock, now: () => time })
  const first = await openSqliteStore({ path, clock: at(1_000) })
  await first.swap('t', 'k', { expect: 'absent', next: {}, ttlMs: 100 })
  await first.close()
  const later = await openSqliteStore({ path, clock: at(1_100) })
  expect(await later.get('t', 'k')).toBeUndefined()
  await later.close()
  const setBack = await openSqliteStore({ path, clock: at(1_000) })
  expect(await setBack.get('t', 'k')).toBeUndefined()
  await setBack.close()
})

describe('the section of a ledger index', () => {
  test('is free again when the process in it is killed, and nothing that it set remains', async () => {
    const path = join(temporaryFolder().path, 'index.db')
    const child = start('hold', path)
    await together([child])
    await child.says('inside')
    const index = await openLedgerIndex({ path, giveUpMs: 10_000 })
    const next = index.exclusively(async held => held.get('half') ?? 'nothing')
    const waiting = await Promise.race([next, sleep(300, 'still waiting')])
    child.process.kill('SIGKILL')
    expect([waiting, await next]).toEqual(['still waiting', 'nothing'])
    index.close()
  })

  test('holds one process at a time, however many are killed in it', async () => {
    const path = join(temporaryFolder().path, 'index.db')
    const ended: Child[] = []
    const running = Array.from({ length: 3 }, () => start('sections', path))
    await together(running)
    for (let kill = 0; kill < runs(6, 200); kill++) {
      const next = start('sections', path)
      await Promise.all([together([next]), sleep(Math.random() * 100)])
      const [victim] = running.splice(kill % running.length, 1)
      victim?.process.kill('SIGKILL')
      if (victim) ended.push(victim)
      running.push(next)
      await next.says('done 0') // everyone who waits gets in
    }
    for (const child of running) child.process.kill('SIGKILL')
    ended.push(...running)
    await codes(ended)

    const index = await openLedgerIndex({ path, giveUpMs: 2_000 })
    const [left, right] = await index.exclusively(async held => [held.get('left'), held.get('right')])
    const finished = ended.map(child => child.printed().match(/done/g)?.length ?? 0).reduce((sum, n) => sum + n, 0)
    expect(left).toEqual(right)
    // One that was killed may have committed before it could say so.
    expect(left?.['n']).toBeGreaterThanOrEqual(finished)
    expect(left?.['n']).toBeLessThanOrEqual(finished + ended.length)
    expect(overlaps(readFileSync(`${path}.log`, 'utf8'))).toEqual([])
    index.close()
  })

  test('is not kept from others by a process that takes it again and again', async () => {
    const path = join(temporaryFolder().path, 'index.db')
    const greedy = start('sections', path)
    await together([greedy])
    await greedy.says('done 0')
    const sections = (): number => readFileSync(`${path}.log`, 'utf8').split('in ').length
    const index = await openLedgerIndex({ path })
    let overtaken = 0
    for (let n = 0; n < 30; n++) {
      await sleep(5)
      const before = sections()
      await index.exclusively(async () => {
        overtaken += sections() - before
      })
    }
    greedy.process.kill('SIGKILL')
    index.close()
    expect(overtaken).toBeLessThan(150)
  })
})

/** Whoever goes in is the next to go out, unless it was killed inside and is never heard of again. */
function overlaps(log: string): string[] {
  const lines = log.trimEnd().split('\n')
  return lines.filter((line, at) => line.startsWith('out') && lines[at - 1] !== line.replace('out', 'in'))
}
