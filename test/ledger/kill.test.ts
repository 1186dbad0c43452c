import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { textOf } from '../../src/core/index.ts'
import { type Entry, readEntries, receiptIn, verifyAll } from '../../src/ledger/index.ts'
import { type Caller, buildCaller } from '../children/ledger-start.ts'
import { type TestWorkspace, openTestRuntime, testWorkspace } from '../open-test-runtime.ts'
import { runs } from '../soak-scale.ts'
import { randomFrom } from './simulated-disk.ts'

const KILLS = runs(24, 1_000)
const LANES = 4

const effectsOf = ({ root }: TestWorkspace): string => join(root, '..', 'effects')
/** Which event it begins with, and how many it goes through; without end if nothing is said. */
type Range = { readonly from: number; readonly count?: number }
type Start = (range: Range) => Caller

async function callersOn(place: TestWorkspace): Promise<Start> {
  const start = await buildCaller()
  const { root, state } = place
  return ({ from, count }) =>
    start([root, state, effectsOf(place), String(from), ...(count === undefined ? [] : [String(count)])])
}

type Word = { readonly verb: string; readonly event: string; readonly about: string }

function wordsOf(printed: string): readonly Word[] {
  // What was cut off in the middle of a line was not said.
  const lines = printed.split('\n').slice(0, -1)
  return lines
    .map(line => line.split(' '))
    .flatMap(([verb = '', event, about]) => (event && about ? [{ verb, event, about }] : []))
}

const effectsIn = (place: TestWorkspace): readonly string[] =>
  existsSync(effectsOf(place)) ? readFileSync(effectsOf(place), 'utf8').split('\n').slice(0, -1) : []

/** The log as the next process finds it and puts it right. */
async function readAfter(
  place: TestWorkspace,
): Promise<{ readonly entries: readonly Entry[]; readonly failed: readonly unknown[] }> {
  const runtime = await openTestRuntime(place)
  await runtime.ledger.append({ type: 'system', body: () => ({ event: 'looked' }) })
  return { entries: [...readEntries(runtime.ledgerOptions)], failed: verifyAll(runtime.ledgerOptions).failed }
}

/** All that must be true of what the processes said and did, and of what the log tells. */
function examine(
  entries: readonly Entry[],
  said: readonly Word[],
  effects: readonly string[],
): Record<string, unknown> {
  const receipts = new Set(entries.map(entry => receiptIn(entry)?.receipt_id))
  const intended = new Set(entries.filter(({ type }) => type === 'intent').map(({ body }) => textOf(body['event_id'])))
  const told = said.filter(({ verb }) => verb === 'released' || verb === 'replayed')
  const given = new Map(told.map(({ event, about }) => [event, about]))
  return {
    gaps: entries.filter(({ seq }, index) => seq !== index + 1).map(({ seq }) => seq),
    earlier: entries.filter(({ at }, index) => at < (entries[index - 1]?.at ?? '')).map(({ seq }) => seq),
    lost: told.filter(({ about }) => !receipts.has(about)),
    twice: effects.filter((event, index) => effects.indexOf(event) !== index),
    unannounced: effects.filter(event => !intended.has(event)),
    pretended: told.filter(({ event }) => !effects.includes(event)),
    contradictory: told.filter(({ event, about }) => given.get(event) !== about),
  }
}
const NOTHING = { gaps: [], earlier: [], lost: [], twice: [], unannounced: [], pretended: [], contradictory: [] }

describe('processes that are killed', () => {
  test(
    `${LANES} at once on one workspace, ${KILLS} times: the log holds, nothing is lost, nothing acts twice`,
    { timeout: 3_600_000 },
    async () => {
      const place = testWorkspace()
      const start = await callersOn(place)
      const random = randomFrom(9)
      const said: Word[] = []
      let reached = 0
      let kills = 0
      const lane = async (): Promise<void> => {
        while (kills < KILLS) {
          const mayWork = kills++ % 3 === 0
          const child = start({ from: Math.max(0, reached - 3) })
          await child.ready
          if (mayWork) await child.says('released') // however busy the machine is, some come to do something
          else await sleep(random() * 150)
          child.kill()
          expect((await child.ended).signal).toBe('SIGKILL')
          const words = wordsOf(child.printed())
          said.push(...words)
          reached = Math.max(reached, ...words.map(({ event }) => Number(event.slice(1))))
        }
      }
      await Promise.all(Array.from({ length: LANES }, lane))

      const { entries, failed } = await readAfter(place)
      expect(failed).toEqual([])
      expect(examine(entries, said, effectsIn(place))).toEqual(NOTHING)
      expect(said.filter(({ verb }) => verb === 'released').length).toBeGreaterThan(0)

      // Everything once more: what was begun before is not done again, whatever became of it.
      const before = new Set(effectsIn(place))
      const last = start({ from: Math.max(0, reached - 20), count: 25 })
      await last.ready
      expect((await last.ended).code).toBe(0)
      const after = effectsIn(place)
      expect(after.filter(event => before.has(event))).toEqual([...before])
      const end = await readAfter(place)
      expect(end.failed).toEqual([])
      expect(examine(end.entries, [...said, ...wordsOf(last.printed())], after)).toEqual(NOTHING)
    },
  )
})

describe('processes that begin at the same moment', () => {
  test('on a fresh workspace share one log, and each event is done by one of them', async () => {
    const place = testWorkspace()
    const start = await callersOn(place)
    const children = [1, 2].map(() => start({ from: 0, count: 10 }))
    await Promise.all(children.map(child => child.ready))
    const codes = await Promise.all(children.map(async child => (await child.ended).code))
    expect(codes).toEqual([0, 0])
    const { entries, failed } = await readAfter(place)
    expect(failed).toEqual([])
    expect(entries.filter(({ body }) => body['event'] === 'begun')).toHaveLength(1)
    const said = children.flatMap(child => wordsOf(child.printed()))
    expect(examine(entries, said, effectsIn(place))).toEqual(NOTHING)
    expect(effectsIn(place).toSorted()).toEqual(Array.from({ length: 10 }, (_, number) => `e${number}`).toSorted())
  })
})
