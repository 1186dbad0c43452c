import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import * as fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { runs } from '../../test/soak-scale.ts'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { type HeldIndex, type JsonObject, type LedgerIndex, StorageBusy, StorageFailure } from '../core/index.ts'
import { createMemoryLedgerIndex, openLedgerIndex } from './index.ts'

const DRIVERS: Record<string, (giveUpMs: number) => Promise<LedgerIndex>> = {
  memory: async giveUpMs => createMemoryLedgerIndex({ giveUpMs }),
  sqlite: giveUpMs => openLedgerIndex({ path: join(temporaryFolder().path, 'index.db'), giveUpMs }),
}

const EVIL_KEYS = ['', '\0', 'a', 'a\0', 'ab', '\ufeff', '\uffff', '😀', "'; DROP TABLE ledger; --"]
const byBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b))

describe.each(Object.keys(DRIVERS))('the ledger index in %s', driver => {
  async function open(giveUpMs = 10_000): Promise<LedgerIndex> {
    const index = await DRIVERS[driver]!(giveUpMs)
    onTestFinished(() => index.close())
    return index
  }

  test('shows what a section set to the section itself, and to others once it has ended', async () => {
    const index = await open()
    await index.exclusively(async held => held.set('head', { size: 1 }))
    const inside = await index.exclusively(async held => {
      held.set('head', { size: 2 })
      held.set('new', {})
      await sleep(1)
      return [
        held.get('head'),
        held.get('new'),
        index.get('head'),
        index.get('new'),
        index.list('').map(({ key }) => key),
      ]
    })
    expect(inside).toEqual([{ size: 2 }, {}, { size: 1 }, undefined, ['head']])
    expect([index.get('head'), index.get('new'), index.get('none')]).toEqual([{ size: 2 }, {}, undefined])
  })

  test('answers with what the work answers', async () => {
    const index = await open()
    expect(await index.exclusively(async () => 'done')).toBe('done')
  })

  test('keeps nothing of a section whose work failed, and passes its failure on', async () => {
    const index = await open()
    await index.exclusively(async held => held.set('k', { n: 1 }))
    const failing = index.exclusively(async held => {
      held.set('k', { n: 2 })
      held.remove('k')
      held.set('other', {})
      await sleep(1)
      throw new Error('no flush')
    })
    await expect(failing).rejects.toThrow('no flush')
    expect([index.get('k'), index.list('')]).toEqual([{ n: 1 }, [{ key: 'k', value: { n: 1 } }]])
    expect(await index.exclusively(async held => held.get('k'))).toEqual({ n: 1 })
  })

  test('runs sections one after another, in the order in which they were asked for', async () => {
    const index = await open()
    const events: string[] = []
    const section = (n: number, ms: number): Promise<void> =>
      index.exclusively(async held => {
        events.push(`in ${n}`)
        const before = Number(held.get('n')?.['n'] ?? 0)
        await sleep(ms)
        held.set('n', { n: before + 1 })
        events.push(`out ${n}`)
      })
    await Promise.all([section(1, 5), section(2, 1), section(3, 3), section(4, 0)])
    expect(events).toEqual([1, 2, 3, 4].flatMap(n => [`in ${n}`, `out ${n}`]))
    expect(index.get('n')).toEqual({ n: 4 })
  })

  test('goes on after a section that failed', async () => {
    const index = await open()
    const sections = [1, 2, 3].map(n =>
      index.exclusively(async held => {
        held.set(`k${n}`, {})
        if (n === 2) throw new Error('two')
      }),
    )
    expect((await Promise.allSettled(sections)).map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
    ])
    expect(index.list('k').map(({ key }) => key)).toEqual(['k1', 'k3'])
  })

  test('gives up with StorageBusy when a section does not end, and keeps the order of the others', async () => {
    const index = await open(30)
    let finish = (): void => {}
    const stuck = index.exclusively(() => new Promise<void>(resolve => (finish = resolve)))
    await expect(index.exclusively(async () => 'never')).rejects.toThrow(StorageBusy)
    const next = index.exclusively(async () => 'next')
    expect(await Promise.race([next, sleep(10, 'waits')])).toBe('waits')
    finish()
    expect([await stuck, await next]).toEqual([undefined, 'next'])
  })

  test('does not wait for ever for itself when a section asks for another one', async () => {
    const index = await open(30)
    const nested = index.exclusively(async held => {
      held.set('outer', {})
      await index.exclusively(async inner => inner.set('inner', {}))
    })
    await expect(nested).rejects.toThrow(StorageBusy)
    expect(index.list('')).toEqual([])
  })

  test('refuses to be used through a section that has ended', async () => {
    const index = await open()
    const leaked: HeldIndex[] = []
    await index.exclusively(async held => leaked.push(held))
    await index
      .exclusively(async held => {
        leaked.push(held)
        throw new Error('failed')
      })
      .catch(() => 'as expected')
    for (const held of leaked) {
      expect(() => held.set('late', {})).toThrow('has ended')
      expect(() => held.get('late')).toThrow('has ended')
      expect(() => held.remove('late')).toThrow('has ended')
    }
    expect(index.get('late')).toBeUndefined()
  })

  test('commits nothing once a step has failed, even if the work goes on as if it had not', async () => {
    const index = await open()
    const careless = index.exclusively(async held => {
      held.set('before', {})
      try {
        held.set('bad', { n: Number.NaN })
      } catch {
        // The work does not care.
      }
      expect(() => held.set('after', {})).toThrow(TypeError)
    })
    await expect(careless).rejects.toThrow(TypeError)
    expect(index.list('')).toEqual([])
  })

  test('takes any string as a key and lists by prefix in the order of the bytes', async () => {
    const index = await open()
    await index.exclusively(async held => {
      for (const key of EVIL_KEYS) held.set(key, { key })
    })
    const sorted = EVIL_KEYS.toSorted(byBytes)
    expect(index.list('')).toEqual(sorted.map(key => ({ key, value: { key } })))
    expect(index.list('a').map(({ key }) => key)).toEqual(['a', 'a\0', 'ab'])
    for (const key of EVIL_KEYS) expect(index.get(key)).toEqual({ key })
    await index.exclusively(async held => EVIL_KEYS.forEach(held.remove))
    expect(index.list('')).toEqual([])
    for (const bad of ['\ud800', 'x'.repeat(1_025)]) {
      expect(() => index.get(bad)).toThrow(RangeError)
      await expect(index.exclusively(async held => held.set(bad, {}))).rejects.toThrow(RangeError)
    }
  })

  test('keeps copies', async () => {
    const index = await open()
    const given = { list: [1] }
    await index.exclusively(async held => {
      held.set('k', given)
      given.list.push(2)
      expect(held.get('k')).toEqual({ list: [1] })
    })
    ;(index.get('k')!['list'] as unknown as number[]).push(3)
    expect(index.get('k')).toEqual({ list: [1] })
  })

  test('refuses everything when it is closed, also to commit what is under way', async () => {
    const index = await open()
    await index.exclusively(async held => held.set('k', { n: 1 }))
    const underWay = index.exclusively(async held => {
      held.set('k', { n: 2 })
      await sleep(5)
    })
    await sleep(1)
    index.close()
    await expect(underWay).rejects.toThrow(StorageFailure)
    await expect(index.exclusively(async held => held.get('k'))).rejects.toThrow(StorageFailure)
    expect(() => index.get('k')).toThrow(StorageFailure)
    expect(() => index.list('')).toThrow(StorageFailure)
    index.close()
  })

  test('tells whoever watches of each section that has ended well, until they leave', async () => {
    const index = await open()
    let wakes = 0
    const stop = index.watch(() => wakes++)
    await index.exclusively(async held => held.set('k', { n: 1 }))
    expect(wakes).toBe(1)
    await index.exclusively(() => Promise.reject(new Error('no'))).catch(() => 'as expected')
    expect([wakes, index.get('k')]).toEqual([1, { n: 1 }])
    stop()
    await index.exclusively(async held => held.set('k', { n: 2 }))
    expect(wakes).toBe(1)
  })

  test('does what a plain map would do, section by section', async () => {
    const index = await open()
    const key = fc.constantFrom('', 'a', 'ab', 'b', '\uffff', '😀')
    const step = fc.record({ key, n: fc.option(fc.integer(), { nil: undefined }) })
    const section = fc.record({ steps: fc.array(step, { maxLength: 6 }), fails: fc.boolean() })
    const model = new Map<string, JsonObject>()
    await fc.assert(
      fc.asyncProperty(fc.array(section, { maxLength: 6 }), async sections => {
        for (const { steps, fails } of sections) {
          const staged = new Map(model)
          const running = index.exclusively(async held => {
            for (const { key: at, n } of steps) {
              if (n === undefined) held.remove(at)
              else held.set(at, { n })
              if (n === undefined) staged.delete(at)
              else staged.set(at, { n })
              expect(held.get(at)).toEqual(staged.get(at))
            }
            if (fails) throw new Error('on purpose')
          })
          await running.catch(() => staged.clear())
          if (!fails) {
            model.clear()
            for (const [at, value] of staged) model.set(at, value)
          }
          const expected = [...model]
            .map(([at, value]) => ({ key: at, value }))
            .toSorted((a, b) => byBytes(a.key, b.key))
          expect(index.list('')).toEqual(expected)
        }
      }),
      { numRuns: runs(60, 2_000) },
    )
  })
})

describe('ledger indexes on one file', () => {
  test('share their sections and what was committed', async () => {
    const path = join(temporaryFolder().path, 'index.db')
    const [one, two] = [await openLedgerIndex({ path }), await openLedgerIndex({ path })]
    const add = (index: LedgerIndex): Promise<void> =>
      index.exclusively(async held => {
        const n = Number(held.get('n')?.['n'] ?? 0)
        await sleep(1)
        held.set('n', { n: n + 1 })
      })
    await Promise.all(Array.from({ length: 20 }, (_, at) => add(at % 2 === 0 ? one : two)))
    expect([one.get('n'), two.get('n')]).toEqual([{ n: 20 }, { n: 20 }])
    one.close()
    two.close()
  })

  test('wait without stopping this process, and give up with StorageBusy', async () => {
    const path = join(temporaryFolder().path, 'index.db')
    const [holder, other] = [await openLedgerIndex({ path }), await openLedgerIndex({ path, giveUpMs: 150 })]
    let finish = (): void => {}
    const held = holder.exclusively(() => new Promise<void>(resolve => (finish = resolve)))
    let ticks = 0
    const ticking = setInterval(() => ticks++, 5)
    await expect(other.exclusively(async () => 'never')).rejects.toThrow(StorageBusy)
    clearInterval(ticking)
    expect(ticks).toBeGreaterThan(5)
    finish()
    await held
    expect(await other.exclusively(async () => 'now')).toBe('now')
    holder.close()
    other.close()
  })

  test('are free for others when one is closed in the middle of a section', async () => {
    const path = join(temporaryFolder().path, 'index.db')
    const [one, two] = [await openLedgerIndex({ path }), await openLedgerIndex({ path, giveUpMs: 2_000 })]
    const cut = one.exclusively(async held => {
      held.set('half', {})
      await sleep(20)
    })
    const failure = cut.catch((thrown: unknown) => thrown)
    await sleep(5)
    one.close()
    expect(await two.exclusively(async held => held.get('half') ?? 'nothing')).toBe('nothing')
    expect(await failure).toBeInstanceOf(StorageFailure)
    two.close()
  })

  test('find everything again when they are opened anew', async () => {
    const path = join(temporaryFolder().path, 'index.db')
    const first = await openLedgerIndex({ path })
    await first.exclusively(async held => held.set('head', { size: 7 }))
    first.close()
    const second = await openLedgerIndex({ path })
    expect(second.get('head')).toEqual({ size: 7 })
    second.close()
  })
})
