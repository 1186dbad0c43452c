import {
  type JsonObject,
  type Model,
  type ModelRequest,
  type NativeCall,
  type Result,
  isJsonObject,
  parseJsonText,
  succeed,
} from '../core/index.ts'
import type { SchemaUse } from './abilities.ts'

const MAX_TOKENS = 256 // a model that thinks first needs some; the answers are a few words
const WORD = 'heron-4711' // stands in no prompt, so only the schema can have brought it about
const ONLY_WORD: JsonObject = {
  type: 'object',
  properties: { probe: { const: WORD } },
  required: ['probe'],
  additionalProperties: false,
}

/** Asks for a short object whose schema allows one word only, and looks whether it is that word. */
export async function probeSchema(model: Model, signal: AbortSignal): Promise<Result<SchemaUse>> {
  const request: ModelRequest = {
    messages: [{ role: 'user', content: 'Answer with one short JSON object.' }],
    responseSchema: ONLY_WORD,
    maxTokens: MAX_TOKENS,
    temperature: 0,
  }
  const reply = await collect(model, request, signal)
  if (!reply.ok) return model.can.jsonSchema ? reply : succeed('refused')
  const { text, reasoning, isCutShort } = reply.value
  if (text.trim() === '' && isCutShort) return succeed('untried')
  // Some servers bind the thoughts to the schema and leave the answer there.
  const value = parseJsonText(text.trim() || reasoning.trim())
  return succeed(isJsonObject(value) && value['probe'] === WORD ? 'kept' : 'ignored')
}

const PING = {
  name: 'ping',
  description: 'Answers with pong.',
  parameters: { type: 'object', properties: {}, additionalProperties: false },
}

/** `used`: the call came back in the server's own field. `taken`: the server took the tool, its model ignored it. */
export type ToolUse = 'used' | 'taken' | 'refused'

/** Offers one tool and asks for it: only a call in the server's own field shows that it understands calls. */
export async function probeTools(model: Model, signal: AbortSignal): Promise<Result<ToolUse>> {
  const request: ModelRequest = {
    messages: [{ role: 'user', content: 'Call the tool ping now.' }],
    tools: [PING],
    maxTokens: MAX_TOKENS,
    temperature: 0,
  }
  const reply = await collect(model, request, signal)
  if (reply.ok) return succeed(reply.value.calls.some(call => call.name === PING.name) ? 'used' : 'taken')
  return reply.error.code === 'model_refused' ? succeed('refused') : reply
}

type Reply = {
  readonly text: string
  readonly reasoning: string
  readonly calls: readonly NativeCall[]
  readonly isCutShort: boolean
}

async function collect(model: Model, request: ModelRequest, signal: AbortSignal): Promise<Result<Reply>> {
  const texts: string[] = []
  const thoughts: string[] = []
  const calls: NativeCall[] = []
  let isCutShort = false
  for await (const chunk of model.reply(request, signal)) {
    if (chunk.kind === 'text') texts.push(chunk.text)
    if (chunk.kind === 'reasoning') thoughts.push(chunk.text)
    if (chunk.kind === 'call') calls.push(chunk.call)
    if (chunk.kind === 'end') {
      if (chunk.fault) return { ok: false, error: chunk.fault }
      isCutShort = chunk.finish === 'length'
    }
  }
  return succeed({ text: texts.join(''), reasoning: thoughts.join(''), calls, isCutShort })
}
