import { setTimeout as sleep } from 'node:timers/promises'
import { type Model, type ModelChunk, type ModelRequest, estimateTokens, fault } from '../../core/index.ts'
import { type DemoReply, replyTo } from './reply-to.ts'
import { DEMO_SEED } from './write/dice.ts'

export type DemoOptions = {
  /** Which mistakes it makes where. */
  readonly seed?: number
  /** Characters in a chunk. */
  readonly chunkLength?: number
  /** Between two chunks. */
  readonly delayMs?: number
  /** It can do more than it says by default: calls in the provider's own field, too. */
  readonly can?: Partial<Model['can']>
}

const CHUNK_LENGTH = 16 // a few tokens, as servers send them
const CONTEXT_TOKENS = 32_768 // as many as small models usually read; the script itself would read more
const CHARACTERS_PER_TOKEN = 4 // how far it writes when it may write only so many

/** A model for first steps and tests: rules instead of weights, offline, and with the slips of a small model. It knows nothing but the request. */
export function openDemo({ seed = DEMO_SEED, chunkLength = CHUNK_LENGTH, delayMs = 0, can }: DemoOptions = {}): Model {
  return {
    id: 'demo',
    provider: 'demo',
    can: { nativeTools: false, jsonSchema: true, embed: false, ...can },
    contextTokens: CONTEXT_TOKENS,
    wire: { form: 'format', subset: 'full' },
    reply: (request, signal) =>
      speak({ request, signal, reply: replyTo(request, seed), chunkLength: Math.max(1, chunkLength), delayMs }),
  }
}

type Speech = {
  readonly request: ModelRequest
  readonly signal: AbortSignal
  readonly reply: DemoReply
  readonly chunkLength: number
  readonly delayMs: number
}

async function* speak({ request, signal, reply, chunkLength, delayMs }: Speech): AsyncGenerator<ModelChunk> {
  const limit = request.maxTokens === undefined ? Number.POSITIVE_INFINITY : request.maxTokens * CHARACTERS_PER_TOKEN
  const text = Array.from(reply.text)
  const shown = text.slice(0, limit)
  for (let at = 0; at < shown.length && !signal.aborted; at += chunkLength) {
    if (delayMs > 0 && !(await waited(delayMs, signal))) break
    yield { kind: 'text', text: shown.slice(at, at + chunkLength).join('') }
  }
  if (signal.aborted) {
    yield { kind: 'end', fault: fault('tool_cancelled', 'The request was cancelled.') }
    return
  }
  if (reply.call !== undefined) yield { kind: 'call', call: reply.call }
  yield {
    kind: 'end',
    usage: usageOf(request, shown.join('')),
    finish: shown.length < text.length ? 'length' : reply.call === undefined ? 'stop' : 'calls',
  }
}

/** False when it was stopped while waiting. */
const waited = async (delayMs: number, signal: AbortSignal): Promise<boolean> =>
  sleep(delayMs, true, { signal }).catch(() => false)

const usageOf = (
  { messages }: ModelRequest,
  written: string,
): { readonly inputTokens: number; readonly outputTokens: number } => ({
  inputTokens: messages.reduce((sum, { content }) => sum + estimateTokens(content), 0),
  outputTokens: estimateTokens(written),
})
