import { type ModelChunk, fault } from '../../core/index.ts'
import { type Endpoint, authorization } from '../endpoint.ts'
import { boundedText } from './bounded-text.ts'
import type { Arrival, ByteReader } from './byte-reader.ts'
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
  readonly body: () => string
  /** Parts of the body that a refusal may blame. */
  readonly parts: () => readonly RequestPart[]
  /** Chooses by the form in which the server answers; undefined: no model server answers so. */
  readonly reader: (contentType: string) => ReplyReader | undefined
}

type Step = ModelChunk | Trouble

/** One attempt, to be closed in any case. */
export type OpenReply = {
  /** The chunks of a reply with its end, or a trouble as the last thing, as they come. */
  readonly next: () => Promise<readonly Step[]>
  /** The last thing was told. */
  readonly isOver: () => boolean
  readonly close: () => void
}

export function openReply(post: Post, connection: Connection, signal: AbortSignal): OpenReply {
  const { endpoint, limits } = connection
  const watch = startWatch(signal, term(endpoint, 'finish its reply', [limits.wholeMs, 'whole_secs']))
  const place = { endpoint, limits, watch }
  let reading: Reading | undefined
  let isOver = false
  const last = (steps: readonly Step[]): readonly Step[] => {
    isOver = true
    return steps
  }
  function ask(): Promise<HttpAnswer> {
    watch.expect(term(endpoint, 'begin its reply', [limits.firstMs, 'first_chunk_secs']))
    const sent = send(post, connection)
    watch.closes(sent.close)
    return watch.during(sent.answer)
  }
  return {
    close: watch.stop,
    isOver: () => isOver,
    async next() {
      try {
        if (!reading) {
          const answer = await ask()
          if (!isOk(answer)) return last([await watch.during(refused(answer, post, connection))])
          reading = readingOf(answer, post)
          if (!reading) return last([trouble(notAReply(endpoint, answer))])
        }
        for (;;) {
          const arrival = nextPiece(reading, watch)
          const piece = arrival instanceof Promise ? await arrival : arrival
          if (piece === undefined) return last(closing(reading.reader))
          reading.total += piece.length
          if (reading.total > limits.maxReplyBytes) return last([trouble(tooLarge(place))])
          const chunks = feed(piece, reading, place)
          if (chunks.length > 0) return chunks
        }
      } catch (thrown) {
        const reason = watch.reason()
        return last([reason ? trouble(reason) : troubleOf(thrown, endpoint)])
      }
    },
  }
}

const term = ({ base }: Endpoint, what: string, [milliseconds, setting]: readonly [number, string]): Term => ({
  milliseconds,
  late: () =>
    fault(
      'model_timeout',
      `The server at ${base} did not ${what} within ${milliseconds / 1_000} seconds (${setting} in [providers]).`,
    ),
})

const send = ({ url, body }: Post, connection: Connection): Sent =>
  connection.send({
    url,
    headers: { 'content-type': 'application/json', ...authorization(connection.endpoint) },
    body: body(),
  })

const MAX_ERROR_BYTES = 65_536

async function refused(answer: HttpAnswer, { parts }: Post, { endpoint, clock }: Connection): Promise<Trouble> {
  const body = (await boundedText(answer.body, MAX_ERROR_BYTES)) ?? ''
  const refusal = { status: answer.status, body, retryAfter: answer.header('retry-after') }
  return troubleOfRefusal(refusal, { endpoint, sent: parts(), now: clock.now() })
}

type Place = { readonly endpoint: Endpoint; readonly limits: Limits; readonly watch: Watch }

/** A body, and how far it has been read. */
type Reading = { readonly body: ByteReader; readonly reader: ReplyReader; total: number; events: number }

const contentTypeOf = ({ header }: HttpAnswer): string => header('content-type') ?? ''

function readingOf(answer: HttpAnswer, post: Post): Reading | undefined {
  const reader = post.reader(contentTypeOf(answer).toLowerCase())
  return reader && { body: answer.body, reader, total: 0, events: 0 }
}

function feed(piece: Uint8Array, reading: Reading, place: Place): readonly ModelChunk[] {
  const { reader } = reading
  const chunks = reader.feed(piece)
  // Bytes that complete nothing do not count, or a server could trickle for ever.
  if (reader.events() !== reading.events) place.watch.expect(patienceAt(reader.stage(), place))
  reading.events = reader.events()
  return chunks
}

const notAReply = (endpoint: Endpoint, answer: HttpAnswer): Trouble['fault'] =>
  fault(
    'model_reply_unreadable',
    `${endpoint.base} answers with ${plainWords(contentTypeOf(answer), endpoint, 60)}, which is no model's reply. Is this the right address?`,
  )
const tooLarge = ({ endpoint, limits }: Place): Trouble['fault'] =>
  fault(
    'model_reply_too_large',
    `The reply of ${endpoint.base} is longer than ${limits.maxReplyBytes} bytes (max_reply_bytes in [providers]).`,
  )

function nextPiece({ body, reader }: Reading, watch: Watch): Arrival {
  const piece = reader.stage() === 'broken' ? undefined : body.read()
  return piece instanceof Promise ? orEnd(watch.during(piece), reader, watch) : piece
}

/** Once the answer is complete, a connection that stays open or breaks is an end like any other. */
async function orEnd(
  piece: Promise<Uint8Array | undefined>,
  reader: ReplyReader,
  watch: Watch,
): Promise<Uint8Array | undefined> {
  try {
    return await piece
  } catch (thrown) {
    const isComplete = reader.stage() === 'answered' || reader.stage() === 'done'
    if (isComplete && watch.reason()?.code !== 'tool_cancelled') return undefined
    throw thrown
  }
}

const FIGURES_MS = 2_000 // usage follows the last word at once, if it follows at all
const GOODBYE_MS = 50 // time for the server to end the response, so that the connection can be used again

function patienceAt(stage: ReplyStage, { endpoint, limits }: Place): Term {
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
