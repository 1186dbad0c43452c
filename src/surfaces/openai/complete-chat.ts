import { type Fault, type JsonObject, type Model, type Result, newId } from '../../core/index.ts'
import type { AskPerson, ClientTurns, ClientReport, ClientRequest, ClientTool } from '../../runtime/index.ts'
import { type ClientKey, keyFactsOf } from './client-key.ts'
import { type DocsOf, type OpenAiError, openAiError, stoppedFault } from './error-reply.ts'
import { createChunkWriter } from './reply/chunk-writer.ts'
import { type Heading, completion, metaOf, usageOf } from './reply/completion.ts'
import { STREAM_HEADERS, createEventStream } from './reply/stream-reply.ts'
import type { CompletionRequest } from './request/read-completion-request.ts'

/** One request with its key, model and session. */
export type CompletionContext = {
  readonly request: CompletionRequest
  readonly key: ClientKey
  readonly model: Model
  readonly session: string | undefined
  readonly door: ClientTurns
  readonly ask: AskPerson | undefined
  readonly docsOf: DocsOf
  readonly now: () => number
  /** Aborts when the client goes away. */
  readonly signal: AbortSignal
}

export async function answerWhole(exchange: CompletionContext): Promise<Response> {
  const report = await exchange.door.turn(clientRequest(exchange))
  const outcome = outcomeOf(report, exchange)
  return 'status' in outcome
    ? jsonResponse(outcome.status, outcome.body)
    : jsonResponse(200, completion(headingOf(exchange), outcome.end, outcome))
}

type CompletionOutcome = {
  readonly end: NonNullable<ClientReport['end']>
  readonly usage: JsonObject
  readonly meta: JsonObject
}

/** The answer, or an error. */
function outcomeOf(result: Result<ClientReport>, exchange: CompletionContext): CompletionOutcome | OpenAiError {
  if (!result.ok) return openAiError(placed(result.error), exchange.docsOf)
  const report = result.value
  const { stopped, end } = report
  const meta = metaOf(report)
  if (stopped || !end) {
    const failed = openAiError(
      stopped ? stoppedFault(stopped) : { code: 'system_error', message: 'The turn did not end.' },
      exchange.docsOf,
    )
    return { status: failed.status, body: { error: { ...failed.body.error, _countersign: meta } } }
  }
  return { end, meta, usage: usageOf(report, () => exchange.request.messages.map(({ content }) => content).join('\n')) }
}

/** Adds the position of an invalid tool or schema in the request. */
function placed(error: Fault): Fault {
  const { tool, format } = error.detail ?? {}
  const param =
    typeof tool === 'number'
      ? `tools[${tool}].function.parameters`
      : format === undefined
        ? 'tools'
        : 'response_format.json_schema.schema'
  return { ...error, detail: { ...error.detail, param } }
}

export const jsonResponse = (status: number, body: JsonObject): Response =>
  Response.json(body, { status, headers: { 'cache-control': 'no-store' } })

const headingOf = ({ model, now }: CompletionContext): Heading => ({
  id: `chatcmpl-${newId('event').slice('event_'.length)}`,
  created: Math.floor(now() / 1_000),
  model: model.id,
})

function clientRequest({ request, key, model, session, ask, signal }: CompletionContext): ClientRequest {
  const { messages, tools, only, required, parallel, format, sampling } = request
  const standing = tools.map(tool => ({ ...tool, ...keyFactsOf(tool.name, key) }))
  const offered = standing.filter(tool => tool.offered && (only === undefined || only.includes(tool.name)))
  return {
    model,
    messages,
    tools: standing.map(({ name, description, input, risk, capability, egress }): ClientTool => ({
      name,
      description,
      input,
      risk,
      capability,
      facts: { egress },
    })),
    only: offered.map(({ name }) => name),
    askAgain: standing.flatMap(({ name, isKnownToChange }) => (isKnownToChange ? [name] : [])),
    required,
    parallel,
    format,
    sampling,
    principal: key.principal,
    credential: key.credential,
    session,
    allow: key.allow,
    approval: key.approval,
    ask,
    signal,
  }
}

const BEGIN_MS = 2_000 // an earlier failure is reported by the status of the reply
const ALIVE_MS = 10_000

/**
 * The stream begins with the first word, or when it takes long; until then a failure is still reported by the status.
 */
export async function answerInStream(exchange: CompletionContext): Promise<Response> {
  const gone = new AbortController()
  const { body, sink } = createEventStream(() => gone.abort())
  const writer = createChunkWriter(headingOf(exchange), exchange.request)
  const start = new AbortController()
  const begin = (): void => start.abort()
  const begun = new Promise<'begun'>(resolve => start.signal.addEventListener('abort', () => resolve('begun')))
  const waiting = new Set<string>()
  const alive = setInterval(
    () => sink.comment([...waiting].map(id => `waiting for approval ${id}`).join(', ') || 'working'),
    ALIVE_MS,
  )
  const soon = setTimeout(begin, BEGIN_MS)
  const turn = exchange.door.turn({
    ...clientRequest(exchange),
    signal: AbortSignal.any([exchange.signal, gone.signal]),
    onText(text) {
      for (const chunk of writer.text(text)) sink.data(chunk)
      begin()
    },
    onHold(approval) {
      waiting.add(approval)
      sink.comment(`waiting for approval ${approval}`)
      begin()
    },
  })
  const finished = turn
    .then(result => outcomeOf(result, exchange))
    .finally(() => {
      clearInterval(alive)
      clearTimeout(soon)
    })
  const first = await Promise.race([begun, finished])
  if (first !== 'begun' && 'status' in first) return jsonResponse(first.status, first.body)
  void finished.then(outcome => {
    if ('status' in outcome) sink.data(outcome.body)
    else for (const chunk of writer.end(outcome.end, outcome)) sink.data(chunk)
    return sink.done()
  })
  return new Response(body, { headers: STREAM_HEADERS })
}
