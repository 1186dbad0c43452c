import type { ByteReader } from './byte-reader.ts'
import { unpacked } from './unpacked.ts'
import type { AnswerHead } from './wire/answer-head.ts'
import { type Dial, openDial } from './wire/dial.ts'
import { type Exchange, type RequestText, startExchange } from './wire/exchange.ts'
import { type Lines, createLines } from './wire/lines.ts'

/** With a body it is a POST. */
export type HttpRequest = {
  readonly url: string
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly body?: string | undefined
}

export type HttpAnswer = {
  readonly status: number
  readonly header: (name: 'content-type' | 'retry-after') => string | null
  readonly body: ByteReader
}

export const isOk = ({ status }: Pick<HttpAnswer, 'status'>): boolean => status >= 200 && status < 300

/** A request on its way. */
export type Sent = {
  /** Rejects with the error of the system or of the parser when there is no answer. */
  readonly answer: Promise<HttpAnswer>
  /** Closes the connection at once, unless the answer was read to its end: then it can be used again. */
  readonly close: () => void
}

/** Follows no redirect, and asks that nothing be packed. */
export type Send = (request: HttpRequest) => Sent

/** Keeps connections of its own for the next request. By `node:http` the same exchange takes a multiple of the processor time. */
export async function openSend(address: string): Promise<Send> {
  const placeOf = createPlaces(await openDial(address))
  return asked => send(asked, placeOf)
}

/** What is the same in all requests to an address, which is taken apart once. */
type Place = { readonly lines: Lines; readonly path: string; readonly head: string }
type PlaceOf = (url: string) => Place

const MOST_PLACES = 100

function createPlaces(dial: Dial): PlaceOf {
  const known = new Map<string, Place>()
  const linesOf = new Map<string, Lines>()
  return url => {
    const before = known.get(url)
    if (before) return before
    const place = new URL(url)
    const lines = linesOf.get(place.origin) ?? createLines(dial(place))
    linesOf.set(place.origin, lines)
    const head = `host: ${place.host}\r\naccept: */*\r\naccept-encoding: identity\r\nuser-agent: countersign\r\n`
    const made = { lines, path: `${place.pathname}${place.search}`, head }
    if (known.size >= MOST_PLACES) known.clear()
    known.set(url, made)
    return made
  }
}

function send(asked: HttpRequest, placeOf: PlaceOf): Sent {
  let open: Exchange | undefined
  let isClosed = false
  const answer = new Promise<HttpAnswer>((resolve, reject) => {
    const place = placeOf(asked.url)
    const { text, isAscii } = textOf(asked, place)
    const begin = (isNew: boolean): void => {
      open = startExchange({ text, isAscii, isNew }, place.lines, {
        answer: (head, body) => resolve(answered(head, body)),
        // The server gave up an idle connection just when we took it; on a new one it is told what was asked.
        failure: (thrown, { wasGivenUp }) => (wasGivenUp && !isClosed ? begin(true) : reject(thrown)),
      })
    }
    begin(false)
  })
  return {
    answer,
    close() {
      isClosed = true
      open?.close()
    },
  }
}

function textOf({ url: _, headers = {}, body }: HttpRequest, { path, head }: Place): RequestText {
  let text = `${body === undefined ? 'GET' : 'POST'} ${path} HTTP/1.1\r\n${head}`
  for (const [name, value] of Object.entries(headers)) text += headerLine(name, value)
  if (body === undefined) return { text: `${text}\r\n`, isAscii: true }
  const length = Buffer.byteLength(body)
  return { text: `${text}content-length: ${length}\r\n\r\n${body}`, isAscii: length === body.length }
}

/** A line break in a value would begin a header of its own. */
function headerLine(name: string, value: string): string {
  if (!/^[a-z-]+$/.test(name) || !/^[\t\x20-\x7e]*$/.test(value))
    throw new TypeError(`The header ${name} holds signs that no header has.`)
  return `${name}: ${value}\r\n`
}

function answered(head: AnswerHead, body: ByteReader): HttpAnswer | Promise<HttpAnswer> {
  const packing = head.headers.get('content-encoding')
  return packing === undefined ? answerOf(head, body) : unpacked(body, packing).then(plain => answerOf(head, plain))
}

const answerOf = ({ status, headers }: AnswerHead, body: ByteReader): HttpAnswer => ({
  status,
  header: name => headers.get(name) ?? null,
  body,
})
