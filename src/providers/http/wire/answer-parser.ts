import { type AnswerHead, parseAnswerHead } from './answer-head.ts'
import { type BodySplitter, createBodySplitter } from './body-splitter.ts'
import { unreadableAnswer } from './unreadable-answer.ts'

/** Who hears what an answer consists of, in its order: one head, pieces of the body, the end. */
export type Listener = {
  readonly head: (head: AnswerHead) => void
  readonly piece: (piece: Buffer) => void
  /** How long the connection may wait for the next request, in milliseconds; 0: it is not used again. */
  readonly end: (idleMs: number) => void
}

/** Reads one answer of HTTP/1.1 from bytes as they come. Both throw where these cannot be one. */
export type AnswerParser = {
  readonly feed: (bytes: Buffer) => void
  /** The server says nothing more. */
  readonly close: () => void
}

const MAX_HEAD = 16_384
const MAX_INTERIM = 100
const HEAD_END = '\r\n\r\n'
const BEGINNING = 'HTTP/1.'
const LONE_FEED = /(?:^|[^\r])\n/

export function createAnswerParser(listener: Listener): AnswerParser {
  let early: Buffer | undefined
  let head: AnswerHead | undefined
  let body: BodySplitter | undefined
  let interims = 0
  let isOver = false

  const finish = (idleMs: number): void => {
    isOver = true
    listener.end(idleMs)
  }
  const readBody = (opened: BodySplitter, bytes: Buffer): void => {
    const used = opened.feed(bytes)
    if (opened.isOver()) finish(head && used === bytes.length ? head.idleMs : 0)
  }
  /** What follows the head, if there is all of it; `early` keeps the beginning of one. */
  function takeHead(bytes: Buffer): { readonly found: AnswerHead; readonly rest: Buffer } | undefined {
    const all = early ? Buffer.concat([early, bytes]) : bytes
    const text = all.toString('latin1', 0, MAX_HEAD)
    const end = text.indexOf(HEAD_END)
    if (end < 0) {
      refuseEarly(text)
      if (all.length >= MAX_HEAD) throw unreadableAnswer('the head is too long')
      early = all
      return undefined
    }
    early = undefined
    return { found: parseAnswerHead(text.slice(0, end)), rest: all.subarray(end + HEAD_END.length) }
  }
  function readHead(bytes: Buffer): void {
    let taken = takeHead(bytes)
    // "Go on", "still at it": the answer proper follows.
    for (; taken && taken.found.status < 200; taken = taken.rest.length > 0 ? takeHead(taken.rest) : undefined)
      refuseInterim(taken.found)
    if (!taken) return
    head = taken.found
    body = createBodySplitter(head.framing, listener.piece)
    listener.head(head)
    readBody(body, taken.rest)
  }
  function refuseInterim({ status, framing, idleMs }: AnswerHead): void {
    interims += 1
    if (framing !== 'until closed' || idleMs === 0)
      throw unreadableAnswer('what comes before the answer is an answer itself')
    if (status === 101) throw unreadableAnswer('the server wants to speak something else')
    if (interims > MAX_INTERIM) throw unreadableAnswer('the answer proper never comes')
  }
  return {
    feed(bytes) {
      if (isOver) throw unreadableAnswer('more came than was asked for')
      if (body) readBody(body, bytes)
      else readHead(bytes)
    },
    close() {
      if (isOver) return
      if (head?.framing !== 'until closed')
        throw Object.assign(new Error('closed before the end'), { code: 'ECONNRESET' })
      finish(0)
    },
  }
}

/** Who speaks something else is not waited for. */
function refuseEarly(text: string): void {
  if (!BEGINNING.startsWith(text.slice(0, BEGINNING.length))) throw unreadableAnswer('the first line is no status')
  if (LONE_FEED.test(text)) throw unreadableAnswer('a line does not end as it should')
}
