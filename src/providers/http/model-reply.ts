import { type Fault, type ModelChunk, fault } from '../../core/index.ts'
import { type Endpoint, authorization } from '../endpoint.ts'
import type { ServerConnection, ServerLimits } from './connection.ts'
import { type RequestDeadlines, type TimeLimit, startDeadlines } from './deadlines.ts'
import { type HttpAnswer, isOk, readBodyText } from './http-client.ts'
import type { ReplyReader, ReplyStage } from './reply-state.ts'
import { createRetryPolicy, pauseFor } from './retry.ts'
import { plainWords, failureOfRefusal } from './server-error.ts'
import {
  type RequestPart,
  type AttemptFailure,
  cancelled,
  attemptFailure,
  attemptFailureOf,
} from './attempt-failure.ts'

/** One request for a reply. */
export type ReplyRequest = {
  readonly url: string
  readonly body: () => string
  /** Parts of the body that a refusal may blame. */
  readonly parts: () => readonly RequestPart[]
  /** Chooses by the form in which the server answers; undefined: no model server answers so. */
  readonly reader: (contentType: string) => ReplyReader | undefined
}

export type ReplyAttempts = {
  readonly connection: ServerConnection
  readonly signal: AbortSignal
  /** Made anew for every attempt, since the server may have taught something. */
  readonly request: () => ReplyRequest
  /** The server blames a part of the request. True: it was left out, so the next attempt differs. */
  readonly learn: (part: RequestPart) => Promise<boolean>
}

/** A reply, with passing troubles tried again as long as nothing of it was delivered. Always ends with one `end`. */
export async function* replyWithRetries(attempts: ReplyAttempts): AsyncGenerator<ModelChunk> {
  const { connection, signal, request, learn } = attempts
  const retry = createRetryPolicy(connection)
  for (;;) {
    const failure = signal.aborted ? attemptFailure(cancelled()) : yield* attemptReply(request(), connection, signal)
    if (!failure) return
    const isOther = failure.blames !== undefined && (await learn(failure.blames))
    const pause = isOther ? 0 : retry(failure)
    if (pause === undefined) {
      yield { kind: 'end', fault: signal.aborted ? cancelled() : failure.fault }
      return
    }
    await pauseFor(pause, signal)
  }
}

/** Yields a reply with its end, or returns why there is none. */
async function* attemptReply(
  request: ReplyRequest,
  connection: ServerConnection,
  signal: AbortSignal,
): AsyncGenerator<ModelChunk, AttemptFailure | undefined> {
  const { endpoint, limits } = connection
  const whole = limitFor('finish its reply', [limits.wholeMs, 'whole_secs'], endpoint)
  const deadlines = startDeadlines(signal, whole)
  let isDelivered = false
  try {
    deadlines.expect(limitFor('begin its reply', [limits.firstMs, 'first_chunk_secs'], endpoint))
    const answer = await deadlines.during(post(request, connection, deadlines.signal))
    if (!isOk(answer)) return await deadlines.during(refused(answer, request, connection))
    const reader = request.reader(contentTypeOf(answer).toLowerCase())
    if (!reader) return attemptFailure(notAReply(answer, endpoint))
    let total = 0
    for await (const piece of piecesOf(answer, reader, { connection, deadlines })) {
      total += piece.length
      if (total > limits.maxReplyBytes) return attemptFailure(tooLarge(connection))
      const chunks = reader.feed(piece)
      isDelivered ||= chunks.length > 0
      yield* chunks
    }
    const { chunks, end } = reader.close()
    // A connection that ended before anything came may be tried again.
    if (end.fault?.code === 'model_failed' && reader.events() === 0) return attemptFailure(end.fault, { again: true })
    yield* chunks
    yield end
    return undefined
  } catch (thrown) {
    const reason = deadlines.reason()
    if (reason) return attemptFailure(reason)
    const failure = attemptFailureOf(thrown, endpoint)
    return isDelivered ? attemptFailure(failure.fault) : failure
  } finally {
    deadlines.stop()
  }
}

const limitFor = (what: string, [milliseconds, setting]: readonly [number, string], { base }: Endpoint): TimeLimit => ({
  milliseconds,
  late: fault(
    'model_timeout',
    `The server at ${base} did not ${what} within ${milliseconds / 1_000} seconds (${setting} in [providers]).`,
  ),
})

const post = (
  { url, body }: ReplyRequest,
  { endpoint, send }: ServerConnection,
  signal: AbortSignal,
): Promise<HttpAnswer> =>
  send({ url, headers: { 'content-type': 'application/json', ...authorization(endpoint) }, body: body() }, signal)

const MAX_ERROR_BYTES = 65_536

async function refused(
  answer: HttpAnswer,
  { parts }: ReplyRequest,
  { endpoint, clock }: ServerConnection,
): Promise<AttemptFailure> {
  const body = (await readBodyText(answer.body, MAX_ERROR_BYTES)) ?? ''
  const refusal = { status: answer.status, body, retryAfter: answer.header('retry-after') }
  return failureOfRefusal(refusal, { endpoint, sent: parts(), now: clock.now() })
}

const contentTypeOf = ({ header }: HttpAnswer): string => header('content-type') ?? ''

function notAReply(answer: HttpAnswer, endpoint: Endpoint): Fault {
  const form = plainWords(contentTypeOf(answer), endpoint, 60)
  return fault(
    'model_reply_unreadable',
    `${endpoint.base} answers with ${form}, which is no model's reply. Is this the right address?`,
  )
}

const tooLarge = ({ endpoint, limits }: ServerConnection): Fault =>
  fault(
    'model_reply_too_large',
    `The reply of ${endpoint.base} is longer than ${limits.maxReplyBytes} bytes (max_reply_bytes in [providers]).`,
  )

const FIGURES_MS = 2_000 // usage follows the last word at once, if it follows at all
const GOODBYE_MS = 50 // time for the server to end the response, so that the connection can be used again

function idleMsAt(stage: ReplyStage, { idleMs }: ServerLimits): number {
  if (stage === 'answered') return Math.min(FIGURES_MS, idleMs)
  return stage === 'done' ? GOODBYE_MS : idleMs
}

type ReplyWatch = { readonly connection: ServerConnection; readonly deadlines: RequestDeadlines }

/** The body in pieces, until it ends or the reader cannot go on. */
async function* piecesOf(
  { body }: HttpAnswer,
  reader: ReplyReader,
  { connection: { endpoint, limits }, deadlines }: ReplyWatch,
): AsyncGenerator<Uint8Array> {
  const idle = limitFor('go on with its reply', [limits.idleMs, 'idle_secs'], endpoint)
  const pieces: AsyncIterator<Uint8Array> = body[Symbol.asyncIterator]()
  const isComplete = (): boolean => reader.stage() === 'answered' || reader.stage() === 'done'
  let events = 0
  while (reader.stage() !== 'broken') {
    const next = await deadlines.during(pieces.next()).catch((thrown: unknown) => {
      // Once the answer is complete, a connection that stays open or breaks is an end like any other.
      if (isComplete() && deadlines.reason()?.code !== 'tool_cancelled') return undefined
      throw thrown
    })
    if (next === undefined || next.done === true) return
    yield next.value
    // Bytes that complete nothing do not count, or a server could trickle for ever.
    if (reader.events() !== events) deadlines.expect({ ...idle, milliseconds: idleMsAt(reader.stage(), limits) })
    events = reader.events()
  }
}
