import type { EventReader, TurnEvent } from '../../core/index.ts'
import { pipelineLog } from './pipeline-log.ts'
import {
  attributesOf,
  chatAttributes,
  lineAttributes,
  messageAttribute,
  replyAttributes,
  resultAttributes,
  toolAttributes,
  turnAttributes,
  usageAttributes,
  verdictAttributes,
} from './span-attributes.ts'
import {
  SPAN_KIND,
  STATUS_ERROR,
  type TracedSpan,
  type TraceContext,
  type Tracer,
  childOf,
  remoteParent,
} from './tracer.ts'

type TelemetryOptions = {
  /** Also texts of people, models and tools; off by default. */
  readonly content?: boolean
}

/** A turn that is under way, as far as its spans are open. */
type Trace = {
  readonly root: TracedSpan
  readonly inside: TraceContext
  readonly log: EventReader
  readonly chats: Map<number, Chat>
  readonly calls: Map<string, TracedSpan>
}
type Chat = { readonly span: TracedSpan; readonly startedAt: string; readonly strict: boolean; hasText: boolean }

type Tracing = { readonly tracer: Tracer; readonly content: boolean; readonly trace: Trace }

/**
 * Spans with the names of OpenTelemetry's GenAI conventions: one for the turn, in it one for each reply and tool call.
 */
export function telemetry(tracer: Tracer, { content = false }: TelemetryOptions = {}): EventReader {
  const open = new Map<string, Trace>()
  return event => {
    const trace = open.get(event.turn_id) ?? begin(event, tracer, content)
    open.set(event.turn_id, trace)
    if (isEnd(event)) open.delete(event.turn_id)
    if (!trace.root.isRecording()) return // not sampled
    trace.log(event)
    const tracing = { tracer, content, trace }
    tellTurn(event, tracing)
    tellModel(event, tracing)
    tellTool(event, tracing)
    if (isEnd(event)) finish(trace)
  }
}

/** Its parent is the span that the request names, or else whatever span of the program is active. */
function begin(event: TurnEvent, tracer: Tracer, content: boolean): Trace {
  const parent =
    event.type === 'turn.started' && event.traceparent !== undefined ? remoteParent(event.traceparent) : undefined
  const options = { kind: SPAN_KIND.internal, attributes: turnAttributes(event) }
  const root = tracer.startSpan(`invoke_agent ${event.agent_id}`, options, ...(parent ? [parent] : []))
  const log = pipelineLog(line => void root.addEvent(line.event, lineAttributes(line, content)))
  return { root, inside: childOf(root), log, chats: new Map(), calls: new Map() }
}

const isEnd = ({ type }: TurnEvent): boolean =>
  type === 'turn.completed' || type === 'turn.stopped' || type === 'turn.failed'

/** The root ends last, and takes with it what was cut short. */
function finish({ root, chats, calls }: Trace): void {
  for (const { span } of chats.values()) span.end()
  for (const span of calls.values()) span.end()
  root.end()
}

function tellTurn(event: TurnEvent, { trace: { root }, content }: Tracing): void {
  switch (event.type) {
    case 'turn.started':
      root.setAttributes({ 'gen_ai.request.model': event.model })
      if (content) root.setAttributes({ 'gen_ai.input.messages': messageAttribute('user', event.message) })
      return
    case 'turn.completed':
      root.setAttributes(usageAttributes(event.usage))
      if (content) root.setAttributes({ 'gen_ai.output.messages': messageAttribute('assistant', event.text) })
      return
    case 'turn.stopped':
    case 'turn.failed':
      root.setAttributes({ ...usageAttributes(event.usage), 'error.type': event.code })
      root.setStatus({ code: STATUS_ERROR, ...(content && { message: event.message }) })
      return
    default:
  }
}

function tellModel(event: TurnEvent, { tracer, trace: { chats, inside } }: Tracing): void {
  switch (event.type) {
    case 'attempt.started': {
      const span = tracer.startSpan(
        `chat ${event.model}`,
        { kind: SPAN_KIND.client, attributes: chatAttributes(event) },
        inside,
      )
      chats.set(event.attempt, { span, startedAt: event.ts, strict: event.profile === 'strict', hasText: false })
      return
    }
    case 'attempt.output.delta': {
      const chat = chats.get(event.attempt)
      if (!chat || chat.hasText) return
      chat.hasText = true
      chat.span.setAttributes({ 'gen_ai.response.time_to_first_chunk': secondsBetween(chat.startedAt, event.ts) })
      return
    }
    case 'attempt.completed':
    case 'attempt.failed': {
      const chat = chats.get(event.attempt)
      if (!chat) return
      chat.span.setAttributes({
        ...replyAttributes(event),
        ...attributesOf({ 'countersign.nonce.ok': chat.strict ? nonceOf(event) : null }),
      })
      if (event.type === 'attempt.failed') chat.span.setStatus({ code: STATUS_ERROR })
      chat.span.end()
      chats.delete(event.attempt)
      return
    }
    default:
  }
}

const secondsBetween = (from: string, to: string): number => Math.max(0, Date.parse(to) - Date.parse(from)) / 1_000

/** Where the reply failed before its nonce was looked at, nothing can be said of it. */
function nonceOf({
  outcome,
  code,
}: TurnEvent & { readonly type: 'attempt.completed' | 'attempt.failed' }): boolean | null {
  if (code === 'tool_call_nonce_invalid') return false
  return outcome === 'calls' || outcome === 'final' ? true : null
}

function tellTool(event: TurnEvent, { tracer, content, trace: { calls, inside } }: Tracing): void {
  switch (event.type) {
    case 'gate.decided':
      begun(event.tool, event.call_id).setAttributes(verdictAttributes(event))
      return
    case 'tool.completed':
    case 'tool.failed': {
      const span = calls.get(event.call_id) ?? begun(event.tool, event.call_id)
      span.setAttributes(resultAttributes(event))
      if (content)
        span.setAttributes({
          'gen_ai.tool.call.arguments': JSON.stringify(event.args),
          'gen_ai.tool.call.result': event.text,
        })
      if (event.type === 'tool.failed') span.setStatus({ code: STATUS_ERROR, ...(content && { message: event.text }) })
      span.end()
      calls.delete(event.call_id)
      return
    }
    default:
  }

  function begun(tool: string, callId: string): TracedSpan {
    const span = tracer.startSpan(
      `execute_tool ${tool}`,
      { kind: SPAN_KIND.internal, attributes: toolAttributes(tool, callId) },
      inside,
    )
    calls.set(callId, span)
    return span
  }
}
