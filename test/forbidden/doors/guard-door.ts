import { CountersignError, type Json, isJsonObject, newId, textOf } from '../../../src/core/index.ts'
import { guard } from '../../../src/index.ts'
import { readEntries } from '../../../src/ledger/index.ts'
import type { Runtime } from '../../../src/runtime/index.ts'
import type { Answer, Door, DoorOptions, Order } from '../door.ts'
import { openBehind, orThrow, refused } from './open-behind.ts'

/** `guard(tools)`: a program's own functions, called as it calls them. What is settled before is settled through a runtime of its own. */
export const guardDoor: Door = {
  name: 'guard',
  can: new Set(['assessments', 'own tools', 'trust', 'a person']),
  async open(options) {
    const behind = await openBehind(options)
    return {
      runtime: () => orThrow(behind),
      async call(order) {
        if (!behind.ok) return refused(behind.error)
        const before = entriesBehind(behind.value)
        const answer = await callGuarded(order, options)
        const written = [...readEntries(behind.value.ledgerOptions)].slice(before)
        const audits = written.flatMap(({ body: { audit } }) =>
          isJsonObject(audit) ? [textOf(audit['receipt_id'])] : [],
        )
        return { ...answer, receiptId: audits.at(-1) || null }
      },
    }
  },
}

const entriesBehind = ({ ledgerOptions }: Runtime): number => [...readEntries(ledgerOptions)].length

async function callGuarded(
  { tool, args, session = newId('sess'), event = newId('event') }: Order,
  options: DoorOptions,
): Promise<Answer> {
  const { root: workspace, state, settings, trust, ask, tools = [] } = options
  const runnable = tools.filter(({ execute }) => execute !== undefined)
  const rest = { ...(settings && { settings }), ...(trust && { trust }), ...(ask && { ask }) }
  const guarded = guard(runnable, { workspace, state, session, onRefusal: 'throw', ...rest })
  try {
    const found = guarded.find(({ name }) => name === tool)
    if (!found?.execute) throw new Error(`no tool "${tool}" to guard`)
    const value: Json = await Reflect.apply(found.execute, found, [args, { toolCallId: event }])
    return {
      ok: true,
      code: null,
      text: typeof value === 'string' ? value : JSON.stringify(value),
      data: null,
      receiptId: null,
      approval: null,
    }
  } catch (thrown) {
    if (!(thrown instanceof CountersignError)) throw thrown
    const { code, message } = thrown
    return {
      ok: false,
      code,
      text: message,
      data: null,
      receiptId: null,
      approval: /\bappr_\w+/.exec(message)?.[0] ?? null,
    }
  } finally {
    await guard.close(guarded)
  }
}
