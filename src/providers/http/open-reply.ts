import { type JsonObject, type ModelChunk, fault } from '../../core/index.ts'
import { type Endpoint, authorization } from '../endpoint.ts'
import { boundedText } from './bounded-text.ts'
import type { ByteReader } from './byte-reader.ts'
import type { Connection, Limits } from './connection.ts'
import { troubleOfRefusal } from './refusal.ts'
import type { ReplyReader, ReplyStage } from './reply-reader.ts'
import { type HttpAnswer, type Sent, isOk } from './send.ts'
import { plainWords } from './server-error.ts'
import { type RequestPart, type Trouble, trouble, troubleOf } from './trouble.ts'
import { type Term, type Watch, startWatch } from './watch.ts'

/** One request for a reply. */
export type Post = {
  readonly url: string
  readonly body: JsonObject
  /** Parts of the body that a refusal may blame. */
  readonly parts: () => readonly RequestPart[]
  /** Chooses by the form in which the server answers; undefined: no model server answers so. */
  readonly reader: (contentType: string) => ReplyReader | undefined
}

type Step = ModelChunk | Trouble

/** One attempt, to be closed in any case. */
export type OpenReply = {
  /** The chunks of a reply with its end, or a trouble as the last thing, as they come; undefined after it. */
  readonly next: () => Promise<readonly Step[] | undefined>
  readonly close: () => void
}

export function openReply(post: Post, connection: Connection, signal: AbortSignal): OpenReply {
  const { endpoint, limits } = connection
  const watch = startWatch(signal, term(endpoint, 'finish its reply', [limits.wholeMs, 'whole_secs']))
  let read: OpenReply['next'] = begin

  async function begin(): Promise<readonly Step[] | undefined> {
    watch.expect(term(endpoint, 'begin its reply', [limits.firstMs, 'first_chunk_secs']))
    const sent = send(post, connection)
    watch.closes(sent.close)
    const answer = await watch.during(sent.answer)
    if (isOk(answer)) {
      read = readingOf(answer, post, { endpoint, limits, watch })
      return read()
    }
    read = atEnd
    return [await watch.during(refused(answer, post, connection))]
  }
  return {
    close: watch.stop,
    async next() {
      try {
        return await read()
      } catch (thrown) {
        read = atEnd
        const reason = watch.reason()
        return [reason ? trouble(reason) : troubleOf(thrown, endpoint)]
      }
    },
  }
}

const atEnd = async (): Promise<undefined> => undefined

const term = ({ base }: Endpoint, what: string, [milliseconds, setting]: readonly [number, string]): Term => ({
  milliseconds,
  late: () =>
    fault('model_timeout', `The server at ${base} did not ${what} within ${milliseconds / 1_000} seconds (${setting} in [providers]).`),
})

const send = ({ url, body }: Post, connection: Connection): Sent =>
  connection.send({
    url,
    headers: { 'content-type': 'application/json', ...authorization(connection.endpoint) },
    body: JSON.stringify(body),
  })

const MAX_ERROR_BYTES = 65_536

async function refused(answer: HttpAnswer, { parts }: Post, { endpoint, clock }: Connection): Promise<Trouble> {
  const body = (await boundedText(answer.body, MAX_ERROR_BYTES)) ?? ''
  const refusal = { status: answer.status, body, retryAfter: answer.header('retry-after') }
  return troubleOfRefusal(refusal, { endpoint, sent: parts(), now: clock.now() })
}

type Reading = { readonly endpoint: Endpoint; readonly limits: Limits; readonly watch: Watch }

/** What the next bytes bring; undefined after the end. */
function readingOf(answer: HttpAnswer, post: Post, reading: Reading): () => Promise<readonly Step[] | undefined> {
  const contentType = answer.header('content-type') ?? ''
  const reader = post.reader(contentType.toLowerCase())
  let isOver = false
  let [total, events] = [0, 0]
  const end = (...steps: readonly Step[]): readonly Step[] => {
    isOver = true
    return steps
  }
  return async () => {
    if (isOver) return undefined
    if (!reader) return end(trouble(notAReply(reading.endpoint, contentType)))
    const piece = reader.stage() === 'broken' ? undefined : await nextPiece(answer.body, reader, reading.watch)
    if (piece === undefined) return end(...closing(reader))
    total += piece.length
    if (total > reading.limits.maxReplyBytes) return end(trouble(tooLarge(reading)))
    const chunks = reader.feed(piece)
    // Bytes that complete nothing do not count, or a server could trickle for ever.
    if (reader.events() !== events) reading.watch.expect(patienceAt(reader.stage(), reading))
    events = reader.events()
    return chunks
  }
}

const notAReply = (endpoint: Endpoint, contentType: string): Trouble['fault'] =>
  fault(
    'model_reply_unreadable',
    `${endpoint.base} answers with ${plainWords(contentType, endpoint, 60)}, which is no model's reply. Is this the right address?`,
  )
const tooLarge = ({ endpoint, limits }: Reading): Trouble['fault'] =>
  fault(
    'model_reply_too_large',
    `The reply of ${endpoint.base} is longer than ${limits.maxReplyBytes} bytes (max_reply_bytes in [providers]).`,
  )

/** Undefined at the end. Once the answer is complete, a connection that stays open or breaks is an end like any other. */
async function nextPiece(body: ByteReader, reader: ReplyReader, watch: Watch): Promise<Uint8Array | undefined> {
  try {
    return await watch.during(body.read())
  } catch (thrown) {
    const isComplete = reader.stage() === 'answered' || reader.stage() === 'done'
    if (isComplete && watch.reason()?.code !== 'tool_cancelled') return undefined
    throw thrown
  }
}

const FIGURES_MS = 2_000 // usage follows the last word at once, if it follows at all
const GOODBYE_MS = 50 // time for the server to end the response, so that the connection can be used again

function patienceAt(stage: ReplyStage, { endpoint, limits }: Reading): Term {
  const idle = term(endpoint, 'go on with its reply', [limits.idleMs, 'idle_secs'])
  if (stage === 'answered') return { ...idle, milliseconds: Math.min(FIGURES_MS, limits.idleMs) }
  return stage === 'done' ? { ...idle, milliseconds: GOODBYE_MS } : idle
}

/** A connection that ended before anything came may be tried again. */
function closing(reader: ReplyReader): readonly Step[] {
  const { chunks, end } = reader.close()
  if (end.fault?.code === 'model_failed' && reader.events() === 0) return [trouble(end.fault, { again: true })]
  return [...chunks, end]
}
