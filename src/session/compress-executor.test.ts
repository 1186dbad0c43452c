import { expect, test } from 'vitest'
import { createCatalog } from '../catalog/index.ts'
import {
  type Executor,
  type PermitOffice,
  type Result,
  type Scope,
  type ToolCall,
  type ToolOutput,
  createPermitOffice,
} from '../core/index.ts'
import { COMPRESS_CONTEXT, createCompressExecutor } from './index.ts'

const catalog = createCatalog([COMPRESS_CONTEXT])
const context = {
  profile: 'native',
  rawSha256: '',
  origin: { phase: 'Executor', agent: 'a' },
  coerce: false,
} as const

function newCall(): ToolCall {
  const call = catalog.resolve(
    { name: 'compress_context', named: {}, positional: [], dialect: 'test', fixups: [] },
    context,
  )
  if (!call.ok) throw new Error(call.error.message)
  return call.value
}
const scope = (session: string): Scope => ({ session, signal: new AbortController().signal }) as Scope

type Runner = { executor: Executor; office: PermitOffice; run: (session?: string) => Promise<Result<ToolOutput>> }
function runner(compress: (scope: Scope, run: Runner['run']) => Promise<Result<ToolOutput>>): Runner {
  const office = createPermitOffice()
  const executor = createCompressExecutor({ redeem: office.redeem, compress: given => compress(given, run) })
  const run = (session = 's'): Promise<Result<ToolOutput>> => {
    const call = newCall()
    return executor.execute(call, office.mint(call), scope(session))
  }
  return { executor, office, run }
}
const DONE: Result<ToolOutput> = { ok: true, value: { text: 'done', sources: [] } }

test('[MEM-17] it is never cached, and a repeated call runs again', async () => {
  let runs = 0
  const { executor, run } = runner(async () => (runs++, DONE))
  expect(executor.tools[0]?.facts.cacheable).toBe(false)
  expect([await run(), await run(), runs]).toEqual([DONE, DONE, 2])
})

test('[MEM-17] a call from within itself is refused, and the outer one goes on', async () => {
  const nested: Result<ToolOutput>[] = []
  const { run } = runner(async (_scope, again) => {
    nested.push(await again())
    return DONE
  })
  expect(await run()).toEqual(DONE)
  expect(nested).toMatchObject([{ ok: false, error: { code: 'policy_blocked' } }])
})

test('other sessions are not held up, and a failure frees the session', async () => {
  const { run } = runner(async ({ session }, again) => {
    if (session === 'outer') return again('inner')
    throw new Error('a bug')
  })
  await expect(run('outer')).rejects.toThrow('a bug')
  await expect(run('outer')).rejects.toThrow('a bug')
})

test('without a fresh permit nothing is compressed', async () => {
  let runs = 0
  const { executor, office } = runner(async () => (runs++, DONE))
  const call = newCall()
  const permit = office.mint(call)
  await executor.execute(call, permit, scope('s'))
  expect(await executor.execute(call, permit, scope('s'))).toMatchObject({ error: { code: 'permit_invalid' } })
  expect(runs).toBe(1)
})
