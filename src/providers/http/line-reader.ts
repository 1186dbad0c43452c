/** One product or another sends a whole reply as one line; a longer one is no reply. */
export const MAX_LINE_BYTES: number = 8 * 1_024 * 1_024

export type LineReader = {
  /** The lines that these bytes complete. */
  readonly feed: (bytes: Uint8Array) => readonly string[]
  /** What stands after the last line break. */
  readonly rest: () => string
  /** A line was longer than allowed; nothing is read after it. */
  readonly overflown: () => boolean
}

const LINE_FEED = 10
const FIRST_CAPACITY = 4_096
const UTF_8 = new TextDecoder('utf-8') // keeps nothing from one line to the next

/** Bytes in any pieces become lines. A character is never torn, because UTF-8 has no line break inside one. */
export function createLineReader(maxBytes: number = MAX_LINE_BYTES): LineReader {
  const held = createHeld()
  let overflown = false
  const take = (last: Uint8Array): string => {
    const line = UTF_8.decode(held.length() === 0 ? last : held.takeWith(last))
    return line.endsWith('\r') ? line.slice(0, -1) : line
  }
  const fits = (more: number): boolean => {
    overflown ||= held.length() + more > maxBytes
    return !overflown
  }
  return {
    feed(bytes) {
      const lines: string[] = []
      let start = 0
      for (let end = bytes.indexOf(LINE_FEED); end >= 0 && fits(end - start); end = bytes.indexOf(LINE_FEED, start)) {
        lines.push(take(bytes.subarray(start, end)))
        start = end + 1
      }
      if (fits(bytes.length - start)) held.add(bytes.subarray(start))
      return lines
    },
    rest: () => (overflown ? '' : take(new Uint8Array())),
    overflown: () => overflown,
  }
}

type Held = {
  readonly length: () => number
  readonly add: (bytes: Uint8Array) => void
  readonly takeWith: (last: Uint8Array) => Uint8Array
}

/** Doubles as it grows, so that a line which comes byte by byte costs no more than one that comes at once. */
function createHeld(): Held {
  let buffer = new Uint8Array(0)
  let length = 0
  const add = (bytes: Uint8Array): void => {
    if (length + bytes.length > buffer.length) {
      const grown = new Uint8Array(Math.max(FIRST_CAPACITY, buffer.length * 2, length + bytes.length))
      grown.set(buffer.subarray(0, length))
      buffer = grown
    }
    buffer.set(bytes, length)
    length += bytes.length
  }
  return {
    length: () => length,
    add,
    takeWith(last) {
      add(last)
      const taken = buffer.subarray(0, length)
      length = 0
      return taken
    },
  }
}
