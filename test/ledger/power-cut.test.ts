import { describe, expect, test } from 'vitest'
import { systemClock, textOf } from '../../src/core/index.ts'
import { createMemoryStore } from '../../src/storage/index.ts'
import { acceptLedger, readEntries, receiptIn, verifyAll } from '../../src/ledger/index.ts'
import { type CallReport, type Runtime, callTool, locateLedger, openRuntime } from '../../src/runtime/index.ts'
import { countingTool, configWith, testWorkspace } from '../open-test-runtime.ts'
import { runs } from '../soak-scale.ts'
import { SimulatedDisk, SimulatedIndex, type Trouble, randomFrom } from './simulated-disk.ts'

const SEEDS = runs(150, 10_000)
const EVENTS = ['one', 'two', 'three', 'four']
const KINDS: readonly Trouble['kind'][] = ['cut', 'full', 'bad_flush']

type World = {
  lives: number
  readonly disk: SimulatedDisk
  readonly index: SimulatedIndex
  readonly effects: string[]
  readonly released: CallReport[]
}

/** One life of a process: it makes all its calls, or the disk ends it before. */
async function live(world: World, place: ReturnType<typeof testWorkspace>): Promise<string | undefined> {
  const pay = countingTool({
    name: 'pay',
    risk: 'write',
    capability: 'MessageSend',
    execute: ({ event }) => void world.effects.push(textOf(event)),
  })
  const { disk, index } = world
  const clock = { ...systemClock, boot: `start ${(world.lives += 1)}` }
  const options = {
    ...place,
    disk,
    index,
    clock,
    store: createMemoryStore({ clock }),
    config: configWith(),
    trust: 'Provisional' as const,
    tools: [pay],
  }
  const opened = await openRuntime(options)
  if (!opened.ok) return opened.error.code
  for (const event of EVENTS) await makeCall(event, opened.value, world)
  await opened.value.close()
  return undefined
}

async function makeCall(event: string, runtime: Runtime, { released }: World): Promise<void> {
  const report = await callTool(
    { tool: 'pay', args: { event }, event, session: 'shop', allow: ['MessageSend'] },
    runtime,
  )
  if (report.ok && !report.replayed) released.push(report)
}

async function restart(world: World, place: ReturnType<typeof testWorkspace>, random: () => number): Promise<void> {
  world.disk.restart()
  world.index.restart(Math.floor(random() * 4))
  // Only what lost its very first note of the log needs a person; everything else goes on by itself.
  if ((await live(world, place)) === 'ledger_unknown') {
    const found = await locateLedger({ ...place, disk: world.disk, index: world.index })
    if (found.ok) await acceptLedger(found.value.ledger, 'tty')
    expect(await live(world, place)).toBeUndefined()
  }
}

describe('a disk that loses, reorders or tears what was not flushed', () => {
  test(
    `loses no released outcome, lets nothing act without an intent, and nothing twice (${SEEDS} seeds)`,
    { timeout: 3_600_000 },
    async () => {
      const place = testWorkspace()
      for (let seed = 1; seed <= SEEDS; seed++) {
        const random = randomFrom(seed)
        const world: World = {
          lives: 0,
          disk: new SimulatedDisk(random),
          index: new SimulatedIndex(),
          effects: [],
          released: [],
        }
        world.disk.trouble = { kind: KINDS[seed % KINDS.length] ?? 'cut', at: Math.floor(random() * 50) }
        await live(world, place)
        await restart(world, place, random)
        const entries = [...readEntries({ disk: world.disk })]
        const receipts = new Set(entries.map(entry => receiptIn(entry)?.receipt_id))
        const intended = new Set(entries.filter(({ type }) => type === 'intent').map(({ body }) => body['event_id']))
        const found = await locateLedger({ ...place, disk: world.disk, index: world.index })
        const failed = found.ok ? verifyAll(found.value.ledger).failed : ['no ledger']
        expect({
          seed,
          lost: world.released.filter(({ receipt }) => !receipts.has(receipt?.receipt_id)),
          unannounced: world.effects.filter(event => !intended.has(event)),
          twice: world.effects.filter((event, index) => world.effects.indexOf(event) !== index),
          failed,
        }).toEqual({ seed, lost: [], unannounced: [], twice: [], failed: [] })
      }
    },
  )
})
