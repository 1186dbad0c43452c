import { join } from 'node:path'
import * as fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { runs } from '../../test/soak-scale.ts'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import type { Change, Clock, JsonObject, Store } from '../core/index.ts'
import { createMemoryStore, openSqliteStore } from './index.ts'

const byBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b))

type Operation =
  | {
      readonly do: 'swap'
      readonly key: string
      readonly expect: Change['expect']
      readonly next: JsonObject | undefined
      readonly ttlMs: number | undefined
    }
  | { readonly do: 'get'; readonly key: string }
  | {
      readonly do: 'list'
      readonly prefix: string | undefined
      readonly after: string | undefined
      readonly limit: number
    }
  | { readonly do: 'wait'; readonly ms: number }

const anyKey = fc.constantFrom('', 'a', 'a\0', 'ab', 'b', '\uffff', '😀', '😀a')
const anyOperation: fc.Arbitrary<Operation> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('swap' as const),
      key: anyKey,
      expect: fc.oneof(fc.constantFrom('any' as const, 'absent' as const), fc.integer({ min: 1, max: 4 })),
      next: fc.option(
        fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue() as fc.Arbitrary<JsonObject[string]>),
        {
          nil: undefined,
          freq: 3,
        },
      ),
      ttlMs: fc.option(fc.integer({ min: 0, max: 30 }), { nil: undefined }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('get' as const), key: anyKey }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('list' as const),
      prefix: fc.option(anyKey, { nil: undefined }),
      after: fc.option(anyKey, { nil: undefined }),
      limit: fc.integer({ min: 0, max: 6 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.integer({ min: 0, max: 20 }) }) },
)

async function perform(
  store: Store,
  { table, clock }: { table: string; clock: { time: number } },
  operation: Operation,
): Promise<unknown> {
  switch (operation.do) {
    case 'swap': {
      const { key, expect: expected, next, ttlMs } = operation
      return store.swap(table, key, { expect: expected, ...(next && { next }), ...(ttlMs !== undefined && { ttlMs }) })
    }
    case 'get':
      return store.get(table, operation.key)
    case 'list': {
      const { prefix, after, limit } = operation
      return store.list(table, {
        limit,
        ...(prefix !== undefined && { prefix }),
        ...(after !== undefined && { after }),
      })
    }
    case 'wait':
      clock.time += operation.ms
      return undefined
  }
}

/** What the verbs mean, written down in the plainest way. */
function createModel(clock: { time: number }): (operation: Operation) => unknown {
  const values = new Map<string, { json: string; until: number }>()
  const versions = new Map<string, number>()
  const entry = (key: string): unknown => {
    const held = values.get(key)
    return held && held.until > clock.time
      ? { key, version: versions.get(key), value: JSON.parse(held.json) }
      : undefined
  }
  return operation => {
    switch (operation.do) {
      case 'swap': {
        const { key, expect: expected, next, ttlMs = Number.POSITIVE_INFINITY } = operation
        const there = entry(key) !== undefined
        if (expected === 'absent' && there) return false
        if (typeof expected === 'number' && !(there && versions.get(key) === expected)) return false
        if (there || next) versions.set(key, (versions.get(key) ?? 0) + 1)
        if (next) values.set(key, { json: JSON.stringify(next), until: clock.time + ttlMs })
        else values.delete(key)
        return true
      }
      case 'get':
        return entry(operation.key)
      case 'list': {
        const { prefix = '', after, limit } = operation
        const keys = [...values.keys()].filter(
          key => key.startsWith(prefix) && (after === undefined || byBytes(key, after) > 0),
        )
        return keys
          .toSorted(byBytes)
          .map(entry)
          .filter(found => found !== undefined)
          .slice(0, limit)
      }
      case 'wait':
        return undefined
    }
  }
}

const DRIVERS: Record<string, (clock: Clock) => Promise<Store>> = {
  memory: async clock => createMemoryStore({ clock }),
  sqlite: clock => openSqliteStore({ path: join(temporaryFolder().path, 'store.db'), clock }),
}

test.each(Object.keys(DRIVERS))(
  'a store in %s does what a plain map would do, whatever is asked of it',
  async driver => {
    const clock = { time: 1_000, now: () => clock.time, monotonic: () => clock.time, boot: 'test' }
    const store = await DRIVERS[driver]!(clock)
    onTestFinished(() => store.close())
    let run = 0
    await fc.assert(
      fc.asyncProperty(fc.array(anyOperation, { maxLength: 40 }), async operations => {
        const table = `run ${run++}`
        const model = createModel(clock)
        for (const operation of operations)
          expect(await perform(store, { table, clock }, operation)).toEqual(model(operation))
      }),
      { numRuns: runs(100, 3_000) },
    )
  },
)
