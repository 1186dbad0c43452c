import { type TurnEvent, isFaultCode } from '../../../src/core/index.ts'
import { type ScriptedModel, scripted } from '../../../src/providers/index.ts'
import { runTurn } from '../../../src/runtime/index.ts'
import type { Answer, Door, Order } from '../door.ts'
import { intentOf, messageOf } from '../order-words.ts'
import { openBehind, orThrow, refused } from './open-behind.ts'

/** A whole turn: a model wants the call, in its own field, and nothing else. */
export const turnDoor: Door = {
  name: 'runTurn',
  can: new Set([
    'assessments',
    'built-in tools',
    'plans',
    'event',
    'own tools',
    'clock',
    'one process',
    'a model calls',
    'principal',
    'offer',
    'reading',
    'a person',
    'disk',
    'trust',
  ]),
  async open(options) {
    const opened = await openBehind(options)
    return {
      runtime: () => orThrow(opened),
      async call(order) {
        if (!opened.ok) return refused(opened.error)
        const events: TurnEvent[] = []
        const report = await runTurn({ ...requestOf(order), onEvent: event => void events.push(event) }, opened.value)
        return answerFrom(events, { code: report.stopped?.code ?? '', text: report.text })
      },
    }
  },
}

type Ending = { readonly code: string; readonly text: string }

/** What became of the one call that the turn was about. */
export function answerFrom(events: readonly TurnEvent[], { code, text }: Ending): Answer {
  const answer = events.map(answerIn).findLast(each => each !== undefined)
  const receipt = events.flatMap(event => (event.type === 'receipt.minted' ? [event.receipt_id] : [])).at(-1)
  return { ...(answer ?? stoppedBy(code, text)), receiptId: receipt ?? null }
}

/** In its own field; a call that had to be mended is written as text, and the model does not say the same again. */
export function modelFor({ tool, args, fixups = [] }: Order): ScriptedModel {
  if (fixups.length === 0)
    return scripted([{ calls: [{ id: 'c1', name: tool, arguments: args }] }, 'That is all.'], {
      can: { nativeTools: true },
    })
  const mended = (text: string): string =>
    JSON.stringify({ type: 'tool_call', name: tool, args: { ...args, text } }).replace(/\}$/, ',}')
  return scripted([mended('one thing'), mended('another'), 'That is all.'])
}

function requestOf(order: Order): Parameters<typeof runTurn>[0] {
  const { session, event, principal, credential, offered, signal } = order
  const model = modelFor(order)
  return {
    message: messageOf(order),
    intent: intentOf(order),
    model,
    session,
    event,
    ...(principal !== undefined && { principal }),
    ...(credential !== undefined && { credential }),
    ...(offered && { toolPolicy: { allowedTools: offered } }),
    ...(signal && { signal }),
  }
}

function answerIn(event: TurnEvent): Answer | undefined {
  if (event.type === 'attempt.rejected') return stoppedBy(event.reason, event.message)
  if (event.type !== 'tool.completed' && event.type !== 'tool.failed') return undefined
  const { code, text, data } = event
  const approval = /\bappr_\w+/.exec(text)?.[0] ?? null
  return { ...stoppedBy(code ?? '', text), ok: event.type === 'tool.completed', data, receiptId: null, approval }
}

const stoppedBy = (code: string, text: string): Answer => ({
  ok: false,
  code: isFaultCode(code) ? code : null,
  text,
  data: null,
  receiptId: null,
  approval: null,
})
