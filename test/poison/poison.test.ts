import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { textOf } from '../../src/core/index.ts'
import { draft, valueOf } from '../memory/open-facts.ts'
import { entriesOf } from '../scenarios/play.ts'
import { openTestRuntime } from '../open-test-runtime.ts'
import { quickFolder } from '../forbidden/quick-folder.ts'
import { type Attack, CARRIERS, type Carrier, attackBy } from './attack.ts'
import { DOORS } from './doors/index.ts'
import type { Decided, PoisonDoor, PoisonPlace } from './poison-door.ts'
import { POISON } from './texts.ts'

/** The mode that stores most by itself. */
const SETTINGS = { 'memory.enabled': true, 'memory.consent': 'silent' } as const
const OWN = ['I like pie', 'I use vim'] as const

function newPlace(): PoisonPlace {
  const folder = quickFolder()
  const [root, state] = [join(folder, 'workspace'), join(folder, 'state')]
  mkdirSync(root)
  return { root, state, settings: SETTINGS }
}

const openAt = ({ root, state }: PoisonPlace) =>
  openTestRuntime({ root, state, settings: { 'memory.consent': 'silent' } })

/** Everything that a poisoned text would like to change. */
async function standing(place: PoisonPlace) {
  const runtime = await openAt(place)
  const facts = await runtime.facts.list({ limit: 1_000 })
  const seen = {
    facts: facts.map(({ id, text }) => [id, text]),
    pending: await runtime.facts.pending(),
    grants: (await runtime.broker.list()).filter(({ capability }) => capability !== 'FileAccess'),
    approvals: await runtime.approvals.pending(),
    rules: runtime.ruleSet.rules,
    trust: runtime.trust,
    files: readdirSync(place.root).filter(name => name === 'owned.md' || name === 'countersign.toml'),
    told: entriesOf(runtime).flatMap(({ body }) =>
      textOf(body['event']).startsWith('MEMORY_') ? [body['event']] : [],
    ),
  }
  return seen
}

async function prepare(place: PoisonPlace, attacks: readonly Attack[]): Promise<void> {
  const { facts } = await openAt(place)
  for (const text of OWN) valueOf(await facts.store(draft(text), 'test'))
  // A person may have kept such a sentence himself; it is data all the same.
  for (const { poison, carrier } of attacks) if (carrier === 'a fact') await facts.store(draft(poison), 'test')
}

function putFiles({ root }: PoisonPlace, { files }: Attack): void {
  for (const name of readdirSync(root)) if (name !== '.control-room') rmSync(join(root, name), { recursive: true })
  for (const [path, text] of Object.entries(files)) writeFileSync(join(root, path), text)
}

/** One by one, because each brings its own files. */
async function suffer(door: PoisonDoor, attacks: readonly Attack[], place: PoisonPlace): Promise<readonly Decided[]> {
  const needsFiles = attacks.some(({ files }) => Object.keys(files).length > 0)
  if (!needsFiles) return door.suffer(attacks, place)
  const decided: Decided[] = []
  for (const attack of attacks) {
    putFiles(place, attack)
    decided.push(...(await door.suffer([attack], place)))
  }
  return decided
}

const carriersOf = (door: PoisonDoor): readonly Carrier[] => CARRIERS.filter(carrier => door.carries(carrier))
const attacksFor = (door: PoisonDoor, carrier: Carrier): readonly Attack[] =>
  POISON.filter((_, at) => (at + carriersOf(door).indexOf(carrier)) % door.every === 0).flatMap(poison =>
    door.carries(carrier) ? [attackBy(carrier, poison)] : [],
  )
const TRIED = DOORS.flatMap(door =>
  CARRIERS.filter(carrier => attacksFor(door, carrier).length > 0).map(carrier => [door.name, carrier, door] as const),
)

describe('poison', () => {
  test.each(TRIED)(
    'by %s in %s stores nothing, asks nothing, forgets nothing and opens nothing',
    async (_name, carrier, door) => {
      const place = newPlace()
      const attacks = attacksFor(door, carrier)
      await prepare(place, attacks)
      const before = await standing(place)
      const decided = await suffer(door, attacks, place)
      expect(await standing(place)).toEqual(before)
      const [usual] = await suffer(door, [attackBy(carrier, 'The lighthouse burned all night.')], place)
      for (const [at, each] of decided.entries())
        expect([attacks[at]?.poison, each]).toEqual([attacks[at]?.poison, usual])
    },
  )

  test('there are at least 40 texts, and every door tries each of them with some carrier', () => {
    expect(new Set(POISON).size).toBeGreaterThanOrEqual(40)
    for (const door of DOORS) {
      const tried = new Set(CARRIERS.flatMap(carrier => attacksFor(door, carrier).map(({ poison }) => poison)))
      expect([door.name, POISON.length - tried.size]).toEqual([door.name, 0])
    }
  })

  test('the same door does keep what the person says himself', async () => {
    for (const door of DOORS.filter(({ hears }) => hears)) {
      const place = newPlace()
      await door.suffer(
        [{ ...attackBy('a fact', ''), message: 'Remember that I like anchovies.', answer: 'I will.' }],
        place,
      )
      expect([door.name, (await standing(place)).facts.map(([, text]) => text)]).toEqual([
        door.name,
        ['I like anchovies'],
      ])
    }
  })
})
