import {
  type Fault,
  type Model,
  type ModelChunk,
  type ModelRequest,
  type Result,
  fail,
  fault,
  succeed,
} from '../core/index.ts'
import { providerFault } from './ai-sdk-fault.ts'
import { isRecord, readPart } from './ai-sdk-part.ts'
import { type LanguageModel, type PartStream, openPartStream, orAborted } from './ai-sdk-stream.ts'

export type AiSdkOptions = {
  /** How people will name it; by default the provider and the model. */
  readonly id?: string
  /** How many tokens it reads at once: the specification does not tell. */
  readonly contextTokens?: number
  /** What it can do, where that is other than usual. */
  readonly can?: Partial<Model['can']>
}

const MAX_CHARACTERS = 16 * 1024 * 1024 // of one reply; no model writes that much, but a broken one may never stop

/** A model from a language model of the AI SDK, specification 2 or later. It offers tools and never runs them. */
export function fromAiSdk(model: unknown, options: AiSdkOptions = {}): Result<Model> {
  const language = readModel(model)
  if (!language.ok) return language
  const { provider, modelId, structured } = language.value
  const { id = `${provider}/${modelId}`, contextTokens, can } = options
  return succeed({
    id,
    provider,
    can: { nativeTools: true, jsonSchema: structured, embed: false, ...can },
    wire: { form: 'json_schema', subset: 'strict-safe' },
    ...(contextTokens !== undefined && { contextTokens }),
    reply: (request, signal) => reply({ language: language.value, id, request, signal }),
  })
}

function readModel(model: unknown): Result<LanguageModel> {
  const {
    specificationVersion: version,
    provider,
    modelId,
    doStream,
    supportsStructuredOutputs,
  } = isRecord(model) ? model : {}
  if (typeof doStream !== 'function' || typeof modelId !== 'string')
    return fail(
      'model_spec_invalid',
      'This object is no language model of the AI SDK: it has no doStream or no modelId. ' +
        'Pass what a provider returns, such as openai("…").',
    )
  if (typeof version !== 'string' || !/^v(?:[2-9]|[1-9]\d+)$/.test(version))
    return fail(
      'model_spec_invalid',
      `${modelId} follows version ${JSON.stringify(version) ?? 'unknown'} of the AI SDK specification; ` +
        'version 2 or later is needed. Update its package.',
    )
  return succeed({
    provider: typeof provider === 'string' && provider !== '' ? provider : 'ai-sdk',
    modelId,
    structured: supportsStructuredOutputs !== false,
    doStream: (callOptions: object): unknown => Reflect.apply(doStream, model, [callOptions]),
  })
}

type ReplyContext = {
  readonly language: LanguageModel
  readonly id: string
  readonly request: ModelRequest
  readonly signal: AbortSignal
}

/** Ends with exactly one `end`, whatever the other side does. */
async function* reply(context: ReplyContext): AsyncGenerator<ModelChunk> {
  const { language, id, request, signal } = context
  const stop = new AbortController()
  const follow = (): void => stop.abort(signal.reason)
  signal.addEventListener('abort', follow) // `AbortSignal.any` would leak on a signal that outlives the reply
  if (signal.aborted) follow()
  const parts = openPartStream(language, request, stop.signal)
  try {
    for (let characters = 0; characters <= MAX_CHARACTERS;) {
      const read = await nextPart(parts, context)
      if (read.kind === 'end') {
        yield read
        return
      }
      if (read.kind !== 'call') characters += read.text.length
      yield read
    }
    yield {
      kind: 'end',
      fault: fault('model_reply_too_large', `${id} wrote more than ${MAX_CHARACTERS} characters and was stopped.`),
    }
  } finally {
    signal.removeEventListener('abort', follow)
    stop.abort()
    parts.close()
  }
}

/** The next chunk that says something to us. */
async function nextPart(parts: PartStream, { id, signal }: ReplyContext): Promise<ModelChunk> {
  for (;;) {
    const next = await orAborted(parts.next(), signal)
    if (next === 'aborted') return { kind: 'end', fault: stoppedFault(signal) }
    if (!next.ok) return { kind: 'end', fault: signal.aborted ? stoppedFault(signal) : providerFault(next.thrown, id) }
    if (next.done)
      return { kind: 'end', fault: fault('model_failed', `${id} ended before its reply was complete. Try again.`) }
    const read = readPart(next.part)
    if (read.kind === 'chunk') return read.chunk
    if (read.kind === 'error') return { kind: 'end', fault: providerFault(read.error, id) }
    if (read.kind === 'ended') {
      const broken = read.broken ? { fault: fault('model_failed', `${id} broke its reply off. Try again.`) } : {}
      return { kind: 'end', ...read.end, ...broken }
    }
  }
}

const stoppedFault = ({ reason }: AbortSignal): Fault =>
  isRecord(reason) && reason['name'] === 'TimeoutError'
    ? fault('model_timeout', 'The model did not finish in the time that it was given.')
    : fault('tool_cancelled', 'The request was cancelled.')
