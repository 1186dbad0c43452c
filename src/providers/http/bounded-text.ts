/** Reads a body up to a limit; undefined when it is longer. Throws what the body throws. */
export async function boundedText(response: Response, maxBytes: number): Promise<string | undefined> {
  const reader = bodyOf(response)?.getReader()
  const parts: Uint8Array[] = []
  let total = 0
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined }
    if (done || value === undefined) return new TextDecoder().decode(Buffer.concat(parts))
    total += value.length
    if (total > maxBytes) return undefined
    parts.push(value)
  }
}

export type Body = ReadableStream<Uint8Array>

export const bodyOf = (response: Response): Body | null => response.body
