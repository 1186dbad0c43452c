import type { ModelRequest } from '../core/index.ts'
import { isRecord } from './ai-sdk-part.ts'
import { callOptions } from './ai-sdk-request.ts'

/** What we use of a language model of the AI SDK; the package itself is not needed. */
export type LanguageModel = {
  readonly provider: string
  readonly modelId: string
  /** Does it take a schema for its reply? */
  readonly structured: boolean
  readonly doStream: (options: object) => unknown
}

/** The next part, or what the foreign code threw, as a value. */
type NextPart =
  | { readonly ok: true; readonly done: false; readonly part: unknown }
  | { readonly ok: true; readonly done: true }
  | { readonly ok: false; readonly thrown: unknown }

/** `next` never rejects; `close` lets go of the connection, also while `next` still waits. */
export type PartStream = { readonly next: () => Promise<NextPart>; readonly close: () => void }

export function openPartStream(language: LanguageModel, request: ModelRequest, signal: AbortSignal): PartStream {
  let stream: Promise<PartSource> | undefined
  return {
    async next() {
      try {
        stream ??= openPartSource(language, request, signal)
        const source = await stream
        return await source.read()
      } catch (thrown) {
        return { ok: false, thrown }
      }
    },
    close() {
      stream?.then(source => source.cancel()).catch(() => undefined)
    },
  }
}

type PartSource = { readonly read: () => Promise<NextPart>; readonly cancel: () => Promise<void> }

async function openPartSource(
  language: LanguageModel,
  request: ModelRequest,
  signal: AbortSignal,
): Promise<PartSource> {
  const result = await language.doStream({ ...callOptions(request, language.provider), abortSignal: signal })
  const stream = isRecord(result) ? result['stream'] : undefined
  if (!isReadable(stream)) throw new TypeError('doStream gave no stream to read.')
  const reader = stream.getReader()
  return {
    async read() {
      const { done, value } = await reader.read()
      return done ? { ok: true, done: true } : { ok: true, done: false, part: value }
    },
    cancel: async () => reader.cancel(),
  }
}

const isReadable = (value: unknown): value is ReadableStream<unknown> =>
  isRecord(value) && typeof value['getReader'] === 'function'

/** Stops waiting for a provider that ignores the signal. `waiting` must not reject. */
export async function orAborted<T>(waiting: Promise<T>, signal: AbortSignal): Promise<T | 'aborted'> {
  if (signal.aborted) return 'aborted'
  const listening = new AbortController()
  const aborted = new Promise<'aborted'>(resolve => {
    signal.addEventListener('abort', () => resolve('aborted'), { once: true, signal: listening.signal })
  })
  try {
    return await Promise.race([waiting, aborted])
  } finally {
    listening.abort()
  }
}
