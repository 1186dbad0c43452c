import type { NativeCall, Toolbox } from '../core/index.ts'
import { Reader } from './reader.ts'
import { readNative } from './native.ts'
import { type ReadRequest, settingsOf } from './settings.ts'
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
export function readReply(
  { content, reasoning = '', calls = [] }: Reply,
  request: ReadRequest,
  tools: Toolbox,
): Reading {
  const text = content ?? ''
  if (request.profile === 'native' && calls.length > 0) return readNative(calls, text, settingsOf(request, tools))
  const isLeft = text.trim() === '' && reasoning !== ''
  const reader = new Reader(request, tools)
  reader.write(isLeft ? reasoning : text)
  const reading = reader.end()
  return isLeft ? { ...reading, recoveredFrom: 'reasoning' } : reading
}
