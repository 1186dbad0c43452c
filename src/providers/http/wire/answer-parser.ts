import { type AnswerHead, parseAnswerHead } from './answer-head.ts'
import { type BodySplitter, createBodySplitter } from './body-splitter.ts'
import { unreadableAnswer } from './unreadable-answer.ts'

/** Who hears what an answer consists of, in its order: one head, pieces of the body, the end. */
export type Listener = {
  readonly head: (head: AnswerHead) => void
  readonly piece: (piece: Buffer) => void
  /** May the connection be used again? */
  readonly end: (canGoOn: boolean) => void
}

/** Reads one answer of HTTP/1.1 from bytes as they come. Both throw where these cannot be one. */
export type AnswerParser = {
  readonly feed: (bytes: Buffer) => void
  /** The server says nothing more. */
  readonly close: () => void
}

const MAX_HEAD = 16_384
const HEAD_END = '\r\n\r\n'

export function createAnswerParser(listener: Listener): AnswerParser {
  let early: Buffer | undefined
  let head: AnswerHead | undefined
  let body: BodySplitter | undefined
  let isOver = false

  const finish = (canGoOn: boolean): void => {
    isOver = true
    listener.end(canGoOn)
  }
  const readBody = (opened: BodySplitter, bytes: Buffer): void => {
    const used = opened.feed(bytes)
    if (opened.isOver()) finish(head?.staysOpen === true && used === bytes.length)
  }
  function readHead(bytes: Buffer): void {
    const all = early ? Buffer.concat([early, bytes]) : bytes
    const text = all.toString('latin1', 0, MAX_HEAD)
    const end = text.indexOf(HEAD_END)
    if (end < 0) {
      if (all.length >= MAX_HEAD) throw unreadableAnswer('the head is too long')
      early = all
      return
    }
    early = undefined
    const found = parseAnswerHead(text.slice(0, end))
    const rest = all.subarray(end + HEAD_END.length)
    if (found.status < 200) return afterInterim(found, rest)
    head = found
    body = createBodySplitter(found.framing, listener.piece)
    listener.head(found)
    readBody(body, rest)
  }
  /** "Go on", "still at it": the answer proper follows. */
  function afterInterim({ status, framing, staysOpen }: AnswerHead, rest: Buffer): void {
    if (framing !== 'until closed' || !staysOpen) throw unreadableAnswer('what comes before the answer is an answer itself')
    if (status === 101) throw unreadableAnswer('the server wants to speak something else')
    if (rest.length > 0) readHead(rest)
  }
  return {
    feed(bytes) {
      if (isOver) throw unreadableAnswer('more came than was asked for')
      if (body) readBody(body, bytes)
      else readHead(bytes)
    },
    close() {
      if (isOver) return
      if (head?.framing !== 'until closed') throw Object.assign(new Error('closed before the end'), { code: 'ECONNRESET' })
      finish(false)
    },
  }
}
