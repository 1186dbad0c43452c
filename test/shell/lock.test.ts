import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { buildCaller } from '../children/ledger-start.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const ROUNDS = 150
const TAKERS = 3

test('of several processes that find the lock of one that died, never two take it', async () => {
  const { path: place } = temporaryFolder()
  for (let round = 0; round < ROUNDS; round++) mkdirSync(join(place, String(round)))
  const start = await buildCaller('lock-taker')
  const takers = Array.from({ length: TAKERS }, () => start([place, String(ROUNDS)]))
  await Promise.all(takers.map(({ ready }) => ready))
  const held: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const folder = join(place, String(round))
    writeFileSync(join(folder, 'lock'), JSON.stringify({ pid: 2 ** 22 + 1, started: '1' }))
    writeFileSync(join(folder, 'go'), '')
    const answers = (): readonly string[] => readdirSync(folder).filter(name => /^[0-9]+$/.test(name))
    while (answers().length < TAKERS) await sleep(1)
    held.push(answers().filter(name => readFileSync(join(folder, name), 'utf8') === 'held').length)
  }
  expect(held.filter(count => count > 1)).toEqual([])
  expect(held.filter(count => count === 1).length).toBeGreaterThan(ROUNDS / 2)
})
