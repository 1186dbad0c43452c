import {
  type Clock,
  type Fault,
  type JsonObject,
  type Model,
  isJsonObject,
  newNonce,
  parseJsonText,
  estimateTokens,
} from '../../core/index.ts'
import { toWire } from '../../protocol/index.ts'
import { collectReply } from './collect-reply.ts'

/** `kept`: the reply had to be what the schema says, and was. */
export type SchemaProbe = { readonly schema: 'kept' | 'ignored' | 'not offered' } | { readonly fault: Fault }

const MAX_TOKENS = 256 // a model that thinks first needs some

/** A schema that allows one word only. No prompt holds the word, so only the schema can bring it about. */
export async function checkSchemaUse(model: Model, signal: AbortSignal): Promise<SchemaProbe> {
  if (!model.can.jsonSchema) return { schema: 'not offered' }
  const word = newNonce()
  const schema: JsonObject = {
    type: 'object',
    properties: { word: { const: word } },
    required: ['word'],
    additionalProperties: false,
  }
  const { body } = toWire({ name: 'tool_call_envelope', schema }, model.wire)
  const request = {
    messages: [{ role: 'user' as const, content: 'Answer with one short JSON object.' }],
    responseSchema: body,
    maxTokens: MAX_TOKENS,
    temperature: 0,
  }
  const { text, end } = await collectReply(model, request, signal)
  if (end.fault) return { fault: end.fault }
  const value = parseJsonText(text.trim())
  return { schema: isJsonObject(value) && value['word'] === word ? 'kept' : 'ignored' }
}

export type SpeedProbe =
  | { readonly tokensPerSecond: number | null; readonly firstMs: number }
  | { readonly fault: Fault }

/** A short request: how long until something comes, and how fast it goes on from there. */
export async function probeSpeed(model: Model, signal: AbortSignal, clock: Clock): Promise<SpeedProbe> {
  const request = {
    messages: [{ role: 'user' as const, content: 'Count from one to thirty in words.' }],
    maxTokens: MAX_TOKENS,
    temperature: 0,
  }
  const started = clock.monotonic()
  let first: number | undefined
  let text = ''
  for await (const chunk of model.reply(request, signal)) {
    if (chunk.kind === 'text' || chunk.kind === 'reasoning') {
      first ??= clock.monotonic()
      text += chunk.text
    }
    if (chunk.kind !== 'end') continue
    if (chunk.fault) return { fault: chunk.fault }
    const begun = first ?? clock.monotonic()
    const seconds = (clock.monotonic() - begun) / 1_000
    const tokens = chunk.usage?.outputTokens ?? estimateTokens(text)
    return {
      tokensPerSecond: seconds > 0 ? Math.round((10 * tokens) / seconds) / 10 : null,
      firstMs: Math.round(begun - started),
    }
  }
  return { tokensPerSecond: null, firstMs: Math.round(clock.monotonic() - started) }
}
