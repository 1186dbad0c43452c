import { type ByteReader, createByteQueue } from '../byte-reader.ts'
import type { AnswerHead } from './answer-head.ts'
import { createAnswerParser } from './answer-parser.ts'
import type { Holder, Lines } from './lines.ts'

export type Told = {
  readonly answer: (head: AnswerHead, body: ByteReader) => void
  /** Also after the answer has begun; then its body rejects as well. */
  readonly failure: (thrown: unknown, why: { readonly wasGivenUp: boolean }) => void
}

/** One request and its answer. */
export type Exchange = {
  /** Closes the connection, unless all of the answer has come. */
  readonly close: () => void
}

/** `isNew`: on a connection that nobody has used. */
export type Asked = RequestText & { readonly isNew: boolean }

/** `isAscii`: a byte for each sign, which is sent in less time. */
export type RequestText = { readonly text: string; readonly isAscii: boolean }

export function startExchange({ text, isAscii, isNew }: Asked, lines: Lines, told: Told): Exchange {
  let [hasBegun, isOver] = [false, false]
  const body = createByteQueue({
    pause: () => line.socket.pause(),
    resume: () => void (isOver || line.socket.resume()),
  })
  const parser = createAnswerParser({
    head: head => told.answer(head, body),
    piece: body.push,
    end(idleMs) {
      isOver = true
      body.end()
      // A server that answers before it has heard everything may take the rest for the next question.
      if (idleMs > 0 && line.socket.writableLength === 0) lines.giveBack(line, idleMs)
      else line.socket.destroy()
    },
  })
  function fail(thrown: unknown): void {
    if (isOver) return
    isOver = true
    line.socket.destroy()
    body.end({ thrown })
    told.failure(thrown, { wasGivenUp: line.isUsed && !hasBegun && isReset(thrown) })
  }
  function attempt(work: () => void): void {
    try {
      work()
    } catch (thrown) {
      fail(thrown)
    }
  }
  const holder: Holder = {
    data(bytes) {
      hasBegun = true
      if (!isOver) attempt(() => parser.feed(bytes))
    },
    close: () => attempt(parser.close),
    error: fail,
  }
  const line = isNew ? lines.open(holder) : lines.take(holder)
  line.socket.write(text, isAscii ? 'latin1' : 'utf8')
  return { close: () => void (isOver || fail(Object.assign(new Error('closed'), { code: 'ECONNRESET' }))) }
}

const isReset = (thrown: unknown): boolean =>
  thrown instanceof Error && 'code' in thrown && (thrown.code === 'ECONNRESET' || thrown.code === 'EPIPE')
