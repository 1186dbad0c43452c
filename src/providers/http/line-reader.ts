import { type Fault, fault } from '../../core/index.ts'
import type { Endpoint } from '../endpoint.ts'

/** Some products send a whole reply as one line; a longer line is no reply. */
export const MAX_LINE_BYTES: number = 8 * 1_024 * 1_024

export const lineTooLong = ({ base }: Endpoint): Fault =>
  fault('model_reply_too_large', `The server at ${base} sent a line of more than ${MAX_LINE_BYTES} bytes.`)

export type LineReader = {
  /** The lines that these bytes complete. */
  readonly feed: (bytes: Uint8Array) => readonly string[]
  /** What stands after the last line break. */
  readonly rest: () => string
  /** A line was longer than allowed; nothing is read after it. */
  readonly overflown: () => boolean
}

const LINE_FEED = 10
const UTF_8 = new TextDecoder('utf-8') // keeps nothing from one line to the next

/** Bytes in any pieces become lines. A character is never torn, because UTF-8 has no line break inside one. */
export function createLineReader(maxBytes: number = MAX_LINE_BYTES): LineReader {
  let held: Uint8Array[] = []
  let heldBytes = 0
  let overflown = false
  const hold = (bytes: Uint8Array): void => {
    held.push(bytes)
    heldBytes += bytes.length
  }
  const takeWith = (last: Uint8Array): string => {
    const line = UTF_8.decode(held.length === 0 ? last : Buffer.concat([...held, last]))
    ;[held, heldBytes] = [[], 0]
    return line.endsWith('\r') ? line.slice(0, -1) : line
  }
  const fits = (more: number): boolean => {
    overflown ||= heldBytes + more > maxBytes
    return !overflown
  }
  return {
    feed(bytes) {
      const lines: string[] = []
      let start = 0
      for (let end = bytes.indexOf(LINE_FEED); end >= 0 && fits(end - start); end = bytes.indexOf(LINE_FEED, start)) {
        lines.push(takeWith(bytes.subarray(start, end)))
        start = end + 1
      }
      if (start < bytes.length && fits(bytes.length - start)) hold(bytes.subarray(start))
      return lines
    },
    rest: () => (overflown ? '' : takeWith(new Uint8Array())),
    overflown: () => overflown,
  }
}
