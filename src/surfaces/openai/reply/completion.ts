import { type Json, type JsonObject, estimateTokens } from '../../../core/index.ts'
import type { ClientCall, ClientEnd, ClientReport } from '../../../runtime/index.ts'

/** The members that every object of an answer repeats. */
export type Heading = { readonly id: string; readonly created: number; readonly model: string }

type Finish = 'stop' | 'length' | 'tool_calls' | 'content_filter'

export const finishOf = ({ calls, finish }: ClientEnd): Finish => {
  if (calls.length > 0) return 'tool_calls'
  return finish === 'length' ? 'length' : finish === 'filtered' ? 'content_filter' : 'stop'
}

/** A call in OpenAI's format, with the checked arguments as JSON text. */
const wireCall = ({ id, name, args }: ClientCall): JsonObject => ({
  id,
  type: 'function',
  function: { name, arguments: JSON.stringify(args) },
})

export function completion(
  heading: Heading,
  end: ClientEnd,
  rest: { readonly usage: JsonObject; readonly meta: JsonObject },
): JsonObject {
  const { text, calls } = end
  const message = {
    role: 'assistant',
    content: calls.length > 0 && text === '' ? null : text,
    refusal: null,
    ...(calls.length > 0 && { tool_calls: calls.map(wireCall) }),
  }
  return {
    ...heading,
    object: 'chat.completion',
    choices: [{ index: 0, message, logprobs: null, finish_reason: finishOf(end) }],
    usage: rest.usage,
    _countersign: rest.meta,
  }
}

/** Token usage of all requests, including repairs; estimated if the server reports none. */
export function usageOf({ usage, end }: ClientReport, prompt: () => string): JsonObject {
  const { inputTokens, outputTokens, cachedTokens, reasoningTokens } = usage
  const isTold = inputTokens > 0 || outputTokens > 0
  const written = `${end?.text ?? ''}${JSON.stringify(end?.calls.map(({ args }) => args) ?? [])}`
  const [input, output] = isTold ? [inputTokens, outputTokens] : [estimateTokens(prompt()), estimateTokens(written)]
  return {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    ...(cachedTokens !== undefined && { prompt_tokens_details: { cached_tokens: cachedTokens } }),
    ...(reasoningTokens !== undefined && { completion_tokens_details: { reasoning_tokens: reasoningTokens } }),
  }
}

/** The `_countersign` member, which other clients ignore. */
export function metaOf({ end, settled, strays, evidence, session, turn, usage }: ClientReport): JsonObject {
  return {
    session,
    turn,
    requests: usage.requests,
    evidence: evidence && { ...evidence },
    calls: (end?.calls ?? []).map(callMeta),
    refused: (end?.refused ?? []).map(({ tool, fault, receipt }): Json => ({
      tool,
      code: fault.code,
      message: fault.message,
      receipt,
      ...(typeof fault.detail?.['approval'] === 'string' && { approval: fault.detail['approval'] }),
    })),
    rejected: (end?.rejected ?? []).map(({ code, message }): Json => ({ code, message })),
    outcomes: settled.map(({ id, receipt }): Json => ({ tool_call_id: id, receipt })),
    not_taken: strays.map(({ id, because }): Json => ({ tool_call_id: id.slice(0, MAX_ID), because })),
    ...(end?.promptCut === true && { prompt_cut: true }),
  }
}

const MAX_ID = 80

const callMeta = ({ id, name, dialect, fixups, aliases, requested, repaired }: ClientCall): Json => ({
  id,
  dialect,
  fixups: [...fixups],
  repaired: repaired || fixups.length > 0 || requested !== name,
  asked_again: repaired,
  ...(requested !== name && { requested, aliases: [...aliases] }),
})
