import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Capability, type Risk, standardValues } from '../core/index.ts'
import {
  movableClock,
  fileReader,
  sampleCall,
  sampleOutput,
  sampleProposal,
  sampleReceipt,
  sampleScope,
  writer,
} from './conformance.ts'
import {
  cacheKeyOf,
  createResultCache,
  mayCache,
  rememberResult,
  resultCache,
  resultCacheSection,
} from './result-cache.ts'

const result = { receipt: sampleReceipt, output: sampleOutput }
const mcp = { ...fileReader, capability: 'mcp.git' } as const

function session({ ttlMs = 300_000, enabled = true, maxEntries = 512 } = {}) {
  const clock = movableClock()
  const cache = createResultCache({ ttlMs, clock, enabled, maxEntries })
  const gate = resultCache(() => cache)
  let executions = 0
  /** A call that runs unless the gate knows its result. */
  async function run(parts: Parameters<typeof sampleProposal>[0] = {}) {
    const proposal = sampleProposal(parts)
    const verdict = await gate.check(proposal, sampleScope())
    if (verdict.kind === 'allow') {
      executions++
      rememberResult(cache, proposal, result)
    }
    return verdict
  }
  return { clock, cache, run, executions: () => executions }
}

describe('results of a session', () => {
  test('[CACHE-01] they are kept by default, for 300 seconds', () => {
    expect(standardValues(resultCacheSection)).toEqual({ enabled: true, ttl_secs: 300 })
  })

  test('[CACHE-01] the same reading within that time does not run again', async () => {
    const { clock, run, executions } = session()
    await run()
    clock.move(299_999)
    expect(await run()).toEqual({ kind: 'replay', receipt: sampleReceipt, output: sampleOutput })
    expect(executions()).toBe(1)
  })

  test('[CACHE-02] the key is made of tool and arguments, in any order, and another session has its own', async () => {
    const { run, executions } = session()
    await run({ args: { path: 'a', start_line: 1 } })
    expect((await run({ args: { start_line: 1, path: 'a' } })).kind).toBe('replay')
    await run({ args: { path: 'a', start_line: 2 } })
    await run({ tool: { ...fileReader, name: 'other' }, args: { path: 'a', start_line: 1 } })
    expect(executions()).toBe(3)
    expect((await session().run({ args: { path: 'a', start_line: 1 } })).kind).toBe('allow')
  })

  test('a file that has changed is read again', async () => {
    const { run, executions } = session()
    const state = (sha256: string) => ({ assessment: { target: { name: 'a.md', sha256 } } })
    await run(state('one'))
    await run(state('two'))
    expect((await run(state('two'))).kind).toBe('replay')
    expect(executions()).toBe(2)
  })

  test('[CACHE-04] after its time an entry is gone as soon as it is asked for', async () => {
    const { clock, cache, run, executions } = session()
    await run()
    clock.move(301_000)
    expect(cache.stats().entries).toBe(1)
    expect(cache.get(cacheKeyOf(sampleProposal()))).toBeUndefined()
    expect(cache.stats().entries).toBe(0)
    await run()
    expect(executions()).toBe(2)
  })

  test('[CACHE-04] without a time it never expires, and switched off it keeps nothing', async () => {
    const forever = session({ ttlMs: 0 })
    await forever.run()
    forever.clock.move(10 ** 12)
    expect((await forever.run()).kind).toBe('replay')
    const off = session({ enabled: false })
    await off.run()
    expect(off.cache.stats()).toEqual({ entries: 0, hits: 0, misses: 0 })
    expect((await off.run()).kind).toBe('allow')
  })

  test('[CACHE-05] clearing drops everything and sets the counters to zero', async () => {
    const { cache, run } = session()
    await run()
    await run()
    expect(cache.stats()).toEqual({ entries: 1, hits: 1, misses: 1 })
    cache.clear()
    expect(cache.stats()).toEqual({ entries: 0, hits: 0, misses: 0 })
  })

  test('a call that changed something empties the cache and leaves the counters', async () => {
    const { cache, run } = session()
    await run()
    await run({ tool: writer })
    expect(cache.stats()).toEqual({ entries: 0, hits: 0, misses: 1 })
    await run()
    await run({ tool: { ...fileReader, name: 'fetch', facts: { egress: true, cacheable: true } } })
    expect(cache.stats().entries).toBe(0)
  })

  test('only so many entries are kept; the oldest goes first', async () => {
    const { run } = session({ maxEntries: 2 })
    for (const path of ['a', 'b', 'a', 'c']) await run({ args: { path } })
    expect((await run({ args: { path: 'b' } })).kind).toBe('replay')
    expect((await run({ args: { path: 'a' } })).kind).toBe('allow')
  })
})

describe('what may be kept', () => {
  test('[CACHE-07] no tool that does anything but read, whatever its facts say, and none of a server', () => {
    fc.assert(
      fc.property(
        fc.constantFrom<Risk>('read', 'write', 'destroy'),
        fc.constantFrom<Capability>('FileAccess', 'SystemExecute', 'mcp.git'),
        fc.record({ cacheable: fc.boolean(), egress: fc.boolean(), idempotent: fc.boolean() }),
        (risk, capability, facts) => {
          const { tool } = sampleCall({ tool: { ...fileReader, risk, capability, facts } })
          expect(mayCache(tool)).toBe(risk === 'read' && capability !== 'mcp.git' && facts.cacheable && !facts.egress)
        },
      ),
    )
  })

  test.each([
    ['a tool of a server', { tool: mcp }],
    ['a tool that does not say so', { tool: { ...fileReader, facts: {} } }],
    ['a writing tool that says so', { tool: { ...writer, facts: { cacheable: true } } }],
    ['a reading tool that this time would change something', { assessment: { risk: 'write' } }],
  ] as const)('%s runs both times', async (_what, parts) => {
    const { run, executions } = session()
    await run(parts)
    await run(parts)
    expect(executions()).toBe(2)
  })
})
