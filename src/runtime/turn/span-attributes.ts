import { type Json, type JsonObject, type TurnEvent, isJsonList } from '../../core/index.ts'
import type { PipelineLine } from './pipeline-log.ts'
import type { Attribute, Attributes } from './tracer.ts'

type EventOf<Type extends TurnEvent['type']> = TurnEvent & { readonly type: Type }

/** Only what is there becomes an attribute. */
export function attributesOf(values: { readonly [name: string]: Attribute | null | undefined }): Attributes {
  const there = Object.entries(values).filter(
    (entry): entry is [string, Attribute] => entry[1] !== null && entry[1] !== undefined,
  )
  return Object.fromEntries(there)
}

export const turnAttributes = ({ agent_id, session_id, turn_id, run_id }: TurnEvent): Attributes =>
  attributesOf({
    'gen_ai.operation.name': 'invoke_agent',
    'gen_ai.agent.name': agent_id,
    'gen_ai.conversation.id': session_id,
    'countersign.stage': 'turn',
    'countersign.turn.id': turn_id,
    'countersign.run.id': run_id,
  })

export const chatAttributes = (event: EventOf<'attempt.started'>): Attributes => ({
  'gen_ai.operation.name': 'chat',
  'gen_ai.provider.name': event.provider,
  'gen_ai.request.model': event.model,
  'gen_ai.conversation.id': event.session_id,
  'countersign.stage': 'model',
  'countersign.attempt.index': event.attempt,
  'countersign.attempt.purpose': event.purpose,
  'countersign.attempt.profile': event.profile,
})

export const replyAttributes = ({
  finish,
  usage,
  outcome,
  code,
  cut,
  type,
}: EventOf<'attempt.completed' | 'attempt.failed'>): Attributes =>
  attributesOf({
    'gen_ai.response.finish_reasons': finish === null ? null : [finish],
    ...usageAttributes(usage ?? {}),
    'error.type': type === 'attempt.failed' ? code : null,
    'countersign.attempt.outcome': outcome,
    'countersign.attempt.code': code,
    'countersign.attempt.cut': cut,
  })

const count = (value: Json | undefined): number | undefined => (typeof value === 'number' ? value : undefined)

export function usageAttributes({ inputTokens, outputTokens, reasoningTokens, cachedTokens }: JsonObject): Attributes {
  return attributesOf({
    'gen_ai.usage.input_tokens': count(inputTokens),
    'gen_ai.usage.output_tokens': count(outputTokens),
    'gen_ai.usage.reasoning.output_tokens': count(reasoningTokens),
    'gen_ai.usage.cache_read.input_tokens': count(cachedTokens),
  })
}

export const toolAttributes = (tool: string, callId: string): Attributes => ({
  'gen_ai.operation.name': 'execute_tool',
  'gen_ai.tool.name': tool,
  'gen_ai.tool.call.id': callId,
  'gen_ai.tool.type': 'function',
  'countersign.stage': 'executor',
})

export const verdictAttributes = ({ verdict, by, risk, grant_id }: EventOf<'gate.decided'>): Attributes =>
  attributesOf({
    'countersign.gate.verdict': verdict,
    'countersign.gate.by': by,
    'countersign.risk.class': risk,
    'countersign.grant.id': grant_id,
  })

export const resultAttributes = ({
  code,
  replayed,
  receipt_id,
}: EventOf<'tool.completed' | 'tool.failed'>): Attributes =>
  attributesOf({ 'error.type': code, 'countersign.replayed': replayed, 'countersign.receipt.id': receipt_id })

/** Attributes that hold no text of people, models or tools. */
const WITHOUT_CONTENT: { readonly [event: string]: readonly string[] } = {
  ROUTER_OUTPUT: ['Intent', 'RiskLevel', 'Confidence', 'decidedBy'],
  POLICY_DECISION: ['allowed', 'forbidden', 'permissions'],
  PERMISSION_CHECK: ['capability', 'status', 'by'],
  EXECUTOR_TOOL_CALL: ['name', 'code', 'durationMs'],
  EXECUTOR_RESPONSE: ['code', 'roundTrips'],
}

/** A line of the pipeline log as attributes of a span's event. Numbers and switches are never content. */
export function lineAttributes(
  { event, timestamp: _at, sessionId: _session, turnId: _turn, ...what }: PipelineLine,
  content: boolean,
): Attributes {
  const known = WITHOUT_CONTENT[event] ?? []
  const isShown = (key: string, value: Json): boolean =>
    content || known.includes(key) || typeof value === 'number' || typeof value === 'boolean'
  const shown = Object.entries<Json>(what).filter(([key, value]) => isShown(key, value))
  return attributesOf(Object.fromEntries(shown.map(([key, value]) => [`countersign.${key}`, attributeOf(value)])))
}

function attributeOf(value: Json): Attribute | null {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value
  if (isJsonList(value) && value.every(item => typeof item === 'string')) return [...value]
  return JSON.stringify(value)
}

/** In the form that the conventions give a message. */
export const messageAttribute = (role: 'user' | 'assistant', text: string): string =>
  JSON.stringify([{ role, parts: [{ type: 'text', content: text }] }])
