import { Reader } from './reader.ts'
import { type NativeCall, readNative } from './native.ts'
import type { ReadOptions } from './options.ts'
import type { Reading } from './reading.ts'

/** All that a model sent back for one request. */
export type Reply = {
  readonly content: string
  /** Some servers leave the answer in their reasoning field and the content empty. */
  readonly reasoning?: string
  readonly calls?: readonly NativeCall[]
}

/** What a whole reply means under a profile. For a reply that still arrives, feed a `Reader`. */
export function readReply(reply: Reply, options: ReadOptions): Reading {
  if (options.profile === 'native' && reply.calls !== undefined && reply.calls.length > 0)
    return readNative(reply.calls, reply.content, options)
  const recovered = reply.content.trim() === '' && reply.reasoning !== undefined && options.profile !== 'strict'
  const reader = new Reader(options)
  reader.write(recovered ? (reply.reasoning ?? '') : reply.content)
  const reading = reader.end()
  return recovered ? { ...reading, recoveredFrom: 'reasoning' } : reading
}
