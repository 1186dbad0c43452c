import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { verifyAll } from '../../src/ledger/index.ts'
import { scripted } from '../../src/providers/index.ts'
import { runTurn } from '../../src/runtime/index.ts'
import { buildCaller } from '../children/ledger-start.ts'
import { randomFrom } from '../ledger/simulated-disk.ts'
import { openTestRuntime, testWorkspace } from '../open-test-runtime.ts'
import { runs } from '../soak-scale.ts'

const KILLS = runs(8, 500)

const HOPELESS = 50 // turns that were stopped, and not one that was answered

async function untilAnswered(printed: () => string): Promise<void> {
  while (!printed().includes('answered')) {
    if (printed().split('stopped').length > HOPELESS) throw new Error(`No turn is answered: ${printed().slice(0, 500)}`)
    await sleep(5)
  }
}

test(
  `a process killed at any point of a turn, ${KILLS} times: each effect at most once, and the session goes on`,
  { timeout: 3_600_000 },
  async () => {
    const place = testWorkspace()
    const effects = join(place.root, '..', 'effects')
    const start = await buildCaller('turn-taker')
    const random = randomFrom(17)
    const answered = new Set<string>()
    let reached = 0
    for (let kill = 0; kill < KILLS; kill++) {
      const child = start([place.root, place.state, effects, String(Math.max(0, reached - 2))])
      await child.ready
      // However slow the machine is, some have come to an answer before they die.
      if (kill % 4 === 3) await untilAnswered(child.printed)
      await sleep(random() * 120)
      child.kill()
      expect((await child.ended).signal).toBe('SIGKILL')
      for (const line of child.printed().split('\n').slice(0, -1)) {
        const [verb, event = ''] = line.split(' ')
        if (verb === 'answered') answered.add(event)
        if (verb === 'answered' || verb === 'stopped') reached = Math.max(reached, Number(event.slice(1)) + 1)
      }
    }
    const done = existsSync(effects) ? readFileSync(effects, 'utf8').split('\n').slice(0, -1) : []
    expect(done.filter((event, index) => done.indexOf(event) !== index)).toEqual([])
    expect([...answered].filter(event => !done.includes(event))).toEqual([])
    expect(answered.size).toBeGreaterThan(0)

    const runtime = await openTestRuntime(place)
    expect(verifyAll(runtime.ledgerOptions).failed).toEqual([])
    const next = await runTurn({ message: 'Hello.', session: 'kills', model: scripted(['Good day.']) }, runtime)
    expect(next).toMatchObject({ text: 'Good day.', stopped: null })
    const { messages } = await runtime.sessions.load('kills')
    expect(messages.length).toBeGreaterThan(1)
  },
)
