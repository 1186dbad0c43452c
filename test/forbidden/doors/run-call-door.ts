import type { ToolCall } from '../../../src/core/index.ts'
import type { CallScope } from '../../../src/runtime/call/call-runtime.ts'
import { runCall } from '../../../src/runtime/call/run-call.ts'
import type { Runtime } from '../../../src/runtime/index.ts'
import { type CallSignatures, createCallSignatures } from '../../../src/session/index.ts'
import { newId } from '../../../src/core/index.ts'
import type { Door, Order } from '../door.ts'
import { messageOf } from '../order-words.ts'
import { answerOf, openBehind, orThrow, refused } from './open-behind.ts'

/** The path itself, as a turn will use it: a model wrote the call, and the catalog read it. */
export const runCallDoor: Door = {
  name: 'runCall',
  can: new Set([
    'assessments',
    'built-in tools',
    'plans',
    'event',
    'own tools',
    'clock',
    'one process',
    'straight',
    'turns',
    'a model calls',
    'principal',
    'offer',
    'made calls',
    'a person',
    'disk',
    'trust',
  ]),
  async open(options) {
    const opened = await openBehind(options)
    const turns = new Map<string, CallSignatures>()
    return {
      runtime: () => orThrow(opened),
      async call(order) {
        if (!opened.ok) return refused(opened.error)
        const call = madeCall(order, opened.value)
        const scope = scopeOf(order, opened.value)
        const attempt = { raw: JSON.stringify(order.args) }
        return answerOf(
          await runCall({ call, scope, signatures: signaturesOf(scope.turn, turns), attempt }, opened.value.turns),
        )
      },
    }
  },
}

function madeCall({ tool, args, fixups = [], exchange }: Order, { catalog }: Runtime): ToolCall {
  const request = { name: tool, named: args, positional: [], dialect: 'json', fixups }
  const origin = { phase: 'Executor', agent: 'main' } as const
  const call = catalog.resolve(request, { profile: 'lenient', rawSha256: '', origin, coerce: true })
  if (!call.ok) throw new Error(`not for a door that takes made calls: ${call.error.message}`)
  return exchange ? exchange(call.value) : call.value
}

function signaturesOf(turn: string, turns: Map<string, CallSignatures>): CallSignatures {
  const known = turns.get(turn) ?? createCallSignatures()
  turns.set(turn, known)
  return known
}

function scopeOf(order: Order, { catalog, trust }: Runtime): CallScope {
  const { session = newId('sess'), event = newId('event'), turn = newId('turn'), principal = 'user:local' } = order
  const tools = catalog.list().filter(({ name }) => order.offered?.includes(name) ?? true)
  return {
    principal,
    credential: order.credential ?? 'the door of the model',
    agent: 'main',
    session,
    turn,
    event,
    route: { intent: 'tool_task', needs: [], risk: 'low', confidence: 1, decidedBy: 'heuristic' },
    allowance: { tools, withheld: [], missing: [] },
    conversation: { userMessages: [messageOf(order)], mentions: () => false },
    trust,
    ownAct: false,
    signal: order.signal ?? new AbortController().signal,
  }
}
