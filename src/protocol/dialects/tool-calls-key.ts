import { type Json, isJsonList, isJsonObject } from '../../core/index.ts'
import type { Dialect, ReadCall } from './dialect.ts'
import { nameArguments } from './name-arguments.ts'
import { objectInString } from './object-in-string.ts'

const WRAPPERS = new Set([
  'tool_calls',
  'tool_call',
  'function_calls',
  'function_call',
  'calls',
  'toolCalls',
  'toolCall',
  'functionCalls',
  'functionCall',
  'tool_uses',
  'tool_use',
  'functions',
  'actions',
  'action',
  'call',
  'command',
  'tool',
])

const HARMLESS = new Set(['content', 'text', 'thought', 'thoughts', 'reasoning', 'role', 'id', 'type'])

const withOuterKeys = (call: ReadCall): ReadCall => ({
  ...call,
  fixups: [...(call.fixups ?? []), 'outer_keys_ignored'],
})

/** `{"tool_calls": [ … ]}` and its kin: the calls stand under one key. */
export const toolCallsKey: Dialect = {
  name: 'tool_calls',
  readValue: (value, tools) => {
    if (!isJsonObject(value)) return undefined
    const key = Object.keys(value).find(name => WRAPPERS.has(name))
    if (key === undefined) return undefined
    const inside = value[key]
    const items: readonly Json[] = isJsonList(inside) ? inside : [inside ?? null]
    const calls: ReadCall[] = []
    for (const item of items) {
      const quoted = objectInString(item)
      const read = nameArguments.readValue?.(quoted?.value ?? item, tools)
      if (read === undefined) return undefined
      for (const call of read)
        calls.push(quoted ? { ...call, fixups: [...quoted.fixups, ...(call.fixups ?? [])] } : call)
    }
    const isTold = Object.keys(value).every(name => name === key || HARMLESS.has(name))
    return calls.length === 0 ? undefined : isTold ? calls : calls.map(withOuterKeys)
  },
}
