/** The beginning and the end of a stream, within bounds, whatever its length. */
export type KeptOutput = { readonly text: string; readonly truncated: boolean; readonly bytes: number }

export type OutputKeeper = {
  readonly add: (chunk: Buffer) => void
  readonly bytes: () => number
  readonly end: () => KeptOutput
}

/** A third for the beginning, the rest for the end, where programs say what went wrong. */
export function createOutputKeeper(maxBytes: number): OutputKeeper {
  const headRoom = Math.floor(maxBytes / 3)
  const tailRoom = maxBytes - headRoom
  const head: Buffer[] = []
  let tail: Buffer[] = []
  let [headBytes, tailBytes, bytes] = [0, 0, 0]
  const shorten = (): void => {
    const joined = Buffer.concat(tail)
    tail = [joined.subarray(Math.max(0, joined.length - tailRoom))]
    tailBytes = tail[0]?.length ?? 0
  }
  return {
    add(chunk) {
      bytes += chunk.length
      const first = chunk.subarray(0, headRoom - headBytes)
      if (first.length > 0) head.push(Buffer.from(first))
      headBytes += first.length
      const rest = chunk.subarray(first.length)
      if (rest.length > 0) tail.push(Buffer.from(rest))
      tailBytes += rest.length
      if (tailBytes > 2 * tailRoom) shorten()
    },
    bytes: () => bytes,
    end() {
      shorten()
      const lost = bytes - headBytes - tailBytes
      if (lost <= 0)
        return {
          text: Buffer.concat([...head, ...tail])
            .toString()
            .toWellFormed(),
          truncated: false,
          bytes,
        }
      const text = `${Buffer.concat(head).toString()}\n[… ${lost} bytes left out …]\n${Buffer.concat(tail).toString()}`
      return { text: text.toWellFormed(), truncated: true, bytes }
    },
  }
}
