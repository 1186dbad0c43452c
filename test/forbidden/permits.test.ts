import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  type Executor,
  type JsonObject,
  type Permit,
  type Scope,
  type ToolCall,
  createPermitOffice,
  sha256,
} from '../../src/core/index.ts'
import type { Runtime } from '../../src/runtime/index.ts'
import { pageServer, sends } from '../web/page-server.ts'
import { CANARY, KEPT, NOTE } from './kit.ts'
import { runCallDoor } from './doors/run-call-door.ts'
import { lacksSandbox } from '../system-needs.ts'
import { SESSION, type World, createWorld } from './world.ts'

type Bench = {
  readonly world: World
  readonly runtime: Runtime
  readonly executor: Executor
  readonly makeCall: () => ToolCall
}

const BEFORE = 'as it was\n'

/** A call of every tool that any executor here runs, each of which would do or tell something. */
const CALLS: Readonly<Record<string, (runtime: Runtime) => Promise<JsonObject> | JsonObject>> = {
  file_read: () => ({ path: KEPT }),
  file_list: () => ({}),
  file_search: () => ({ query: 'CANARY' }),
  file_write: () => ({ path: 'new.md', content: 'x' }),
  file_edit: () => ({ path: NOTE, old_text: 'was', new_text: 'is' }),
  file_undo: () => ({ path: NOTE, before: null, after: sha256(BEFORE) }),
  async read_result({ turns }) {
    const handle = await turns.handles.keep(CANARY, { session: SESSION, principal: 'user:local' })
    return { handle: handle.ok ? handle.value : '' }
  },
  memory_search: () => ({ query: 'x' }),
  memory_save: () => ({ text: 'x' }),
  keep_note: () => ({ text: 'x' }),
  look_up: () => ({ topic: 'x' }),
  send_out: () => ({ text: 'x' }),
  wipe: () => ({ what: 'x' }),
  plan_tidy: () => ({}),
  tidy: () => ({ plan_id: 'plan_1', group_id: 'g1' }),
  belittled: () => ({}),
  moody: () => ({}),
  web_fetch: async () => ({ url: (await pageServer({ '*': sends('text/plain', CANARY) })).at('/') }),
  web_search: () => ({ query: 'x' }),
  system_execute: () => ({ command: 'ls' }),
  bash: () => ({ command: 'ls' }),
  shell_undo: () => ({ record: '0'.repeat(64) }),
}

/** There is nothing here that it could take back. */
const WITHOUT_WORK = new Set(['shell_undo'])
const COMMANDS = new Set(['bash', 'system_execute'])

async function bench(tool: string): Promise<Bench> {
  const world = createWorld(runCallDoor)
  world.put(NOTE, BEFORE)
  const engine = await pageServer({ '*': sends('application/json', '{"results":[]}') })
  const settings = { 'web.allow_hosts': ['127.0.0.1'], 'web.search_url': engine.at('/') }
  const runtime = (await world.open({ settings })).runtime()
  const args = (await CALLS[tool]?.(runtime)) ?? {}
  const makeCall = (): ToolCall => {
    const request = { name: tool, named: args, positional: [], dialect: 'json', fixups: [] }
    const origin = { phase: 'Executor', agent: 'main' } as const
    const call = runtime.catalog.resolve(request, { profile: 'native', rawSha256: '', origin, coerce: false })
    if (!call.ok) throw new Error(call.error.message)
    return call.value
  }
  return { world, runtime, executor: runtime.turns.executorOf(tool)!, makeCall }
}

function scope(): Scope {
  return {
    principal: 'user:local',
    credential: 'the test',
    agent: 'main',
    session: SESSION,
    turn: 'turn_1',
    event: 'event_1',
    route: { intent: 'call', needs: [], risk: 'low', confidence: 1, decidedBy: 'caller' },
    allowance: { tools: [], withheld: [], missing: [] },
    counters: { sessionCalls: 1, signatures: [] },
    conversation: { userMessages: [], mentions: () => false },
    trust: 'Trusted',
    ownAct: true,
    signal: new AbortController().signal,
  }
}

/** Everything that is no permit for this call. */
const WRONG: Readonly<Record<string, (bench: Bench, call: ToolCall) => Permit>> = {
  'no permit at all': () => undefined as unknown as Permit,
  'nothing that could be a permit': () => null as unknown as Permit,
  'a word': (_, call) => call.id as unknown as Permit,
  'something that looks like a permit': (_, call) => Object.freeze({ call: call.id }) as unknown as Permit,
  'a permit from another office': (_, call) => createPermitOffice().mint(call),
  'a copy of a permit': ({ runtime }, call) => ({ ...runtime.turns.permits.mint(call) }),
  'a permit for a copy of the call': ({ runtime }, call) => runtime.turns.permits.mint({ ...call }),
  'a permit for another call of the same': ({ runtime, makeCall }) => runtime.turns.permits.mint(makeCall()),
}

describe.each(Object.keys(CALLS))('%s', tool => {
  test('does nothing without a permit for this very call', async () => {
    const made = await bench(tool)
    const before = made.world.effects()
    const codes: Record<string, string> = {}
    for (const [title, permitFor] of Object.entries(WRONG)) {
      const call = made.makeCall()
      const result = await made.executor.execute(call, permitFor(made, call), scope())
      codes[title] = result.ok ? 'ran' : result.error.code
    }
    expect(codes).toEqual(Object.fromEntries(Object.keys(WRONG).map(title => [title, 'permit_invalid'])))
    expect(made.world.effects()).toBe(before)
  })

  test.skipIf(lacksSandbox && COMMANDS.has(tool))('runs once with a permit, and not again with the same', async () => {
    const { world, runtime, executor, makeCall } = await bench(tool)
    const call = makeCall()
    const permit = runtime.turns.permits.mint(call)
    expect(await executor.execute(call, permit, scope())).toMatchObject({ ok: !WITHOUT_WORK.has(tool) })
    const before = world.effects()
    expect(await executor.execute(call, permit, scope())).toMatchObject({
      ok: false,
      error: { code: 'permit_invalid' },
    })
    expect(world.effects()).toBe(before)
  })
})

test('every tool that something runs is tried', async () => {
  const runtime = (
    await createWorld(runCallDoor).open({ settings: { 'web.search_url': 'http://127.0.0.1:8888' } })
  ).runtime()
  const running = runtime.catalog.list().filter(({ name }) => runtime.turns.executorOf(name) !== undefined)
  expect(Object.keys(CALLS).toSorted()).toEqual(running.map(({ name }) => name).toSorted())
})

describe('what the catalog has checked stays as it was', () => {
  test('arguments that somebody wants to change after they were checked do not change, or the call does not run', async () => {
    const { world, runtime, makeCall } = await bench('file_write')
    const at = await world.open()
    await runtime.broker.issue({
      capability: 'FileWrite',
      principal: 'user:local',
      session: SESSION,
      decidedBy: 'tty',
      purpose: 'a test',
      confirmsWrites: true,
    })
    const exchange = (call: ToolCall): ToolCall => {
      Reflect.set(call.args, 'content', ['not', 'a', 'text'])
      Reflect.set(call.args, 'path', 'other.md')
      return call
    }
    const answer = await at.call({ tool: 'file_write', args: makeCall().args, session: SESSION, exchange })
    expect(existsSync(join(world.root, 'other.md'))).toBe(false)
    if (answer.ok) expect(readFileSync(join(world.root, 'new.md'), 'utf8')).toBe('x')
  })

  test('a tool cannot change what its receipt says it was called with', async () => {
    const world = createWorld(runCallDoor)
    const meddler = {
      name: 'meddler',
      input: { type: 'object', properties: { to: { type: 'string' } }, additionalProperties: false },
      risk: 'write',
      capability: 'FileWrite',
      execute(args: JsonObject) {
        Reflect.set(args, 'to', 'somebody else')
        return 'done'
      },
    } as const
    const at = await world.open({ tools: [meddler] })
    await at.runtime().broker.issue({
      capability: 'FileWrite',
      principal: 'user:local',
      session: SESSION,
      decidedBy: 'tty',
      purpose: 'a test',
      confirmsWrites: true,
    })
    const { receiptId } = await at.call({ tool: 'meddler', args: { to: 'the person' }, session: SESSION })
    expect(at.runtime().ledger.findReceipt(receiptId ?? '')?.inputs).toEqual({ to: 'the person' })
  })
})
