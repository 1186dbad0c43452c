import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LedgerIndex } from '../../src/core/index.ts'
import { type Disk, type LedgerOptions, verifyAll } from '../../src/ledger/index.ts'
import { runs } from '../soak-scale.ts'
import {
  type Audited,
  fillAudited,
  filesBelow,
  ledgerOf,
  newAudited,
  openAudited,
  removeAudited,
} from './audited-workspace.ts'
import { randomFrom } from './simulated-disk.ts'

const FLIPS = runs(300, 10_000)

const [large, small] = [newAudited(), newAudited()]
beforeAll(async () => {
  await fillAudited(large, ['alice', 'bob'])
  const runtime = await openAudited(small)
  await runtime.ledger.checkpoint()
  await runtime.close()
})
afterAll(() => [large, small].forEach(removeAudited))

/** Reads from memory, so that a bit can be turned and turned back thousands of times. */
function diskIn(files: ReadonlyMap<string, Buffer>): Disk {
  const refuse = (): never => {
    throw new Error('verify writes nothing')
  }
  const below = (path: string): readonly string[] => [...files.keys()].filter(name => name.startsWith(`${path}/`))
  return {
    list: path => [...new Set(below(path).map(name => name.slice(path.length + 1).split('/')[0] ?? ''))].toSorted(),
    size: path => files.get(path)?.length,
    read: (path, from, length) => files.get(path)?.subarray(from, from + length) ?? refuse(),
    makeFolder: refuse,
    append: refuse,
    sync: refuse,
    truncate: refuse,
    replace: refuse,
    setAside: refuse,
    close: () => {},
  }
}

/** The index as it is now, read once. */
function indexOf({ index }: LedgerOptions): LedgerIndex {
  const rows = new Map(index.list('').map(({ key, value }) => [key, value]))
  return { ...index, get: key => rows.get(key), list: prefix => index.list(prefix) }
}

type Flip = { readonly path: string; readonly at: number; readonly bit: number }

type Flips = (files: ReadonlyMap<string, Buffer>) => Iterable<Flip>

/** Those that verify does not notice. */
async function missedOf(place: Audited, flips: Flips): Promise<readonly Flip[]> {
  const ledger = await ledgerOf(place)
  const files = filesBelow(place.audit)
  const options = { ...ledger, disk: diskIn(files), index: indexOf(ledger) }
  expect(verifyAll(options).failed).toEqual([])
  const missed: Flip[] = []
  for (const flip of flips(files)) {
    const bytes = files.get(flip.path) ?? Buffer.alloc(0)
    const before = bytes[flip.at] ?? 0
    bytes[flip.at] = before ^ (1 << flip.bit)
    if (verifyAll(options).failed.length === 0) missed.push(flip)
    bytes[flip.at] = before
  }
  expect(verifyAll(options).failed).toEqual([])
  return missed
}

function* randomFlips(files: ReadonlyMap<string, Buffer>): Generator<Flip> {
  const random = randomFrom(2_026)
  const all = [...files].map(([path, { length }]) => ({ path, length }))
  const total = all.reduce((sum, { length }) => sum + length, 0)
  for (let count = 0; count < FLIPS; count++) {
    let at = Math.floor(random() * total)
    const { path } = all.find(({ length }) => at < length || ((at -= length), false)) ?? { path: '' }
    yield { path, at, bit: Math.floor(random() * 8) }
  }
}

function* allFlips(files: ReadonlyMap<string, Buffer>, path: string): Generator<Flip> {
  const length = files.get(path)?.length ?? 0
  for (let at = 0; at < length; at++) for (let bit = 0; bit < 8; bit++) yield { path, at, bit }
}

describe('a single bit that is not as it was', () => {
  test(`anywhere in the audit folder is found (${FLIPS} places)`, { timeout: 600_000 }, async () => {
    expect(await missedOf(large, randomFlips)).toEqual([])
  })

  test.each(['log/000001.jsonl', 'secret.key', 'checkpoints/000000000001.txt'])(
    'in %s of a small log is found, whichever it is',
    { timeout: 60_000 },
    async path => {
      expect(await missedOf(small, files => allFlips(files, path))).toEqual([])
    },
  )
})
