import {
  type Json,
  type JsonObject,
  type ModelEnd,
  type ModelUsage,
  type NativeCall,
  isJsonList,
  isJsonObject,
  textOf,
} from '../../core/index.ts'
import type { Endpoint } from '../endpoint.ts'
import { countOf } from '../http/count.ts'
import type { ReplyState } from '../http/reply-state.ts'
import { faultInStream } from '../http/server-error.ts'
import { createCallAssembly } from './call-assembly.ts'

export type CompletionReader = {
  /** One object of the stream, or the whole reply as one. */
  readonly read: (value: JsonObject) => void
  readonly calls: () => readonly NativeCall[]
}

/** Reads the objects of chat completions, as the products really write them. */
export function createCompletionReader(state: ReplyState, endpoint: Endpoint): CompletionReader {
  const assembly = createCallAssembly()
  let isCutShort = false
  return {
    read(value) {
      if (isFailure(value)) return state.break(faultInStream(value, endpoint))
      state.advance('started')
      const usage = usageOf(value['usage'])
      if (usage) state.figures({ usage })
      const choice = firstOf(value['choices'])
      const delta = choice['delta'] ?? choice['message']
      if (isJsonObject(delta)) {
        state.reasoning(reasoningOf(delta))
        state.text(contentOf(delta['content']) || textOf(delta['refusal']))
        assembly.add(callsIn(delta))
      } else state.text(textOf(choice['text'])) // the older kind of completions, behind the newer address
      const reason = textOf(choice['finish_reason'])
      if (reason === '') return
      const finish = FINISHES.get(reason)
      isCutShort ||= finish === 'length'
      state.figures(finish ? { finish } : {})
      state.advance('answered')
    },
    calls: () => (isCutShort ? assembly.wholeCalls() : assembly.calls()),
  }
}

/** `{"error":…}`, or the bare error object of servers that forget to wrap it. */
const isFailure = (value: JsonObject): boolean =>
  (value['error'] !== undefined && value['error'] !== null) || value['object'] === 'error'

function firstOf(list: Json | undefined): JsonObject {
  const [first] = isJsonList(list) ? list : []
  return isJsonObject(first) ? first : {}
}

/** Older servers know one call only, under its own name. */
function callsIn({ tool_calls, function_call, content }: JsonObject): Json | undefined {
  return tool_calls ?? (isJsonObject(function_call) ? [{ function: function_call }] : callParts(content))
}

const CALL_PARTS: ReadonlySet<unknown> = new Set(['tool_use', 'tool_call', 'function_call'])

/** Servers that translate another protocol leave its calls among the parts of the content. */
function callParts(content: Json | undefined): Json | undefined {
  const parts = isJsonList(content) ? content.filter(part => isJsonObject(part) && CALL_PARTS.has(part['type'])) : []
  return parts.length === 0 ? undefined : parts
}

/** The reasoning. It may stand under two names, and is read once. */
const reasoningOf = (delta: JsonObject): string =>
  textOf(delta['reasoning_content']) || textOf(delta['reasoning']) || textOf(delta['thinking'])

/** A text, or a list of parts of which some are texts. */
function contentOf(content: Json | undefined): string {
  if (!isJsonList(content)) return textOf(content)
  return content.map(part => (isJsonObject(part) ? textOf(part['text']) : textOf(part))).join('')
}

function usageOf(usage: Json | undefined): ModelUsage | undefined {
  if (!isJsonObject(usage)) return undefined
  const inputTokens = countOf(usage['prompt_tokens'])
  const outputTokens = countOf(usage['completion_tokens'])
  if (inputTokens === undefined || outputTokens === undefined) return undefined
  const reasoningTokens = detail(usage['completion_tokens_details'], 'reasoning_tokens')
  const cachedTokens = detail(usage['prompt_tokens_details'], 'cached_tokens')
  return {
    inputTokens,
    outputTokens,
    ...(reasoningTokens !== undefined && { reasoningTokens }),
    ...(cachedTokens !== undefined && { cachedTokens }),
  }
}

const detail = (details: Json | undefined, key: string): number | undefined =>
  isJsonObject(details) ? countOf(details[key]) : undefined

const FINISHES: ReadonlyMap<string, NonNullable<ModelEnd['finish']>> = new Map([
  ['stop', 'stop'],
  ['length', 'length'],
  ['tool_calls', 'calls'],
  ['function_call', 'calls'],
  ['content_filter', 'filtered'],
])
