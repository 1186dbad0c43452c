import type { Framing } from './answer-head.ts'
import { unreadableAnswer } from './unreadable-answer.ts'

export type BodySplitter = {
  /** Hands on what belongs to the body; tells how many of the bytes were used, which are all of them until the body is over. */
  readonly feed: (bytes: Buffer) => number
  readonly isOver: () => boolean
}

export function createBodySplitter(framing: Framing, give: (piece: Buffer) => void): BodySplitter {
  if (framing === 'chunked') return createChunkSplitter(give)
  return createSizedSplitter(framing === 'until closed' ? Number.POSITIVE_INFINITY : framing, give)
}

function createSizedSplitter(size: number, give: (piece: Buffer) => void): BodySplitter {
  let left = size
  return {
    isOver: () => left === 0,
    feed(bytes) {
      const piece = bytes.length <= left ? bytes : bytes.subarray(0, left)
      left -= piece.length
      if (piece.length > 0) give(piece)
      return piece.length
    },
  }
}

const TOKEN = "[!#$%&'*+.^_`|~0-9a-z-]+"
const CHUNK_SIZE = new RegExp(
  String.raw`^([0-9a-f]{1,12})(?:;${TOKEN}(?:=(?:${TOKEN}|"[\x20!#-\x5b\x5d-\x7e]*"))?)*$`,
  'i',
)
const TRAILER = new RegExp(String.raw`^${TOKEN}:[\t\x20-\x7e\x80-\xff]*$`, 'i')
const TELLS_LENGTH = /^(?:content-length|transfer-encoding):/i
const MAX_LINE = 4_096
const MAX_TRAILERS = 100

type Expected = 'size' | 'data' | 'end of data' | 'trailer' | 'nothing'

function createChunkSplitter(give: (piece: Buffer) => void): BodySplitter {
  let expected: Expected = 'size'
  let [left, trailers, line] = [0, 0, '']

  /** Lines may come in pieces. */
  function takeLine(bytes: Buffer, start: number): number {
    const feed = bytes.indexOf(10, start)
    const end = feed < 0 ? bytes.length : feed + 1
    line += bytes.toString('latin1', start, end)
    if (line.length > MAX_LINE) throw unreadableAnswer('a line between chunks is too long')
    if (feed >= 0) {
      if (!line.endsWith('\r\n')) throw unreadableAnswer('a line between chunks does not end as it should')
      expected = afterLine(line.slice(0, -2))
      line = ''
    }
    return end
  }

  function afterLine(text: string): Expected {
    if (expected === 'end of data') {
      if (text !== '') throw unreadableAnswer('a chunk is longer than it says')
      return 'size'
    }
    if (expected === 'trailer') {
      if (text === '') return 'nothing'
      trailers += 1
      if (trailers > MAX_TRAILERS || !TRAILER.test(text) || TELLS_LENGTH.test(text))
        throw unreadableAnswer('what follows the last chunk is no header')
      return 'trailer'
    }
    const size = CHUNK_SIZE.exec(text)?.[1]
    if (size === undefined) throw unreadableAnswer('a chunk has no size')
    left = Number.parseInt(size, 16)
    return left === 0 ? 'trailer' : 'data'
  }

  return {
    isOver: () => expected === 'nothing',
    feed(bytes) {
      let at = 0
      while (at < bytes.length && expected !== 'nothing') {
        if (expected !== 'data') {
          at = takeLine(bytes, at)
          continue
        }
        const piece = bytes.subarray(at, at + left)
        at += piece.length
        left -= piece.length
        if (left === 0) expected = 'end of data'
        give(piece)
      }
      return at
    },
  }
}
