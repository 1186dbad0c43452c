import { Reader } from './reader.ts'
import { type NativeCall, readNative } from './native.ts'
import type { ReadOptions } from './options.ts'
import type { Reading } from './reading.ts'

/** All that a model sent back for one request. */
export type Reply = {
  /** Servers send null beside calls. */
  readonly content: string | null
  /** Some servers leave the answer in their reasoning field and the content empty. */
  readonly reasoning?: string
  readonly calls?: readonly NativeCall[]
}

/** What a whole reply means under a profile. For a reply that still arrives, feed a `Reader`. */
export function readReply({ content, reasoning = '', calls = [] }: Reply, options: ReadOptions): Reading {
  const text = content ?? ''
  if (options.profile === 'native' && calls.length > 0) return readNative(calls, text, options)
  const isLeft = text.trim() === '' && reasoning !== '' && options.profile !== 'strict'
  const reader = new Reader(options)
  reader.write(isLeft ? reasoning : text)
  const reading = reader.end()
  return isLeft ? { ...reading, recoveredFrom: 'reasoning' } : reading
}
