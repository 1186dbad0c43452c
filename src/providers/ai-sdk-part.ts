import { type ModelChunk, type ModelEnd, type ModelUsage, type NativeCall, isJsonObject } from '../core/index.ts'
import { nativeArguments } from './native-arguments.ts'

/** What a part of the stream means to us. `ended`: the reply is complete. */
export type ReadPart =
  | { readonly kind: 'chunk'; readonly chunk: Exclude<ModelChunk, ModelEnd> }
  | { readonly kind: 'error'; readonly error: unknown }
  | { readonly kind: 'ended'; readonly end: Omit<ModelEnd, 'kind'>; readonly broken: boolean }
  | { readonly kind: 'other' }

const OTHER: ReadPart = { kind: 'other' }

type Fields = { readonly [key: string]: unknown }
export const isRecord = (value: unknown): value is Fields => typeof value === 'object' && value !== null

/** Reads foreign data: parts that are unknown or have another form are skipped. */
export function readPart(part: unknown): ReadPart {
  if (!isRecord(part)) return OTHER
  switch (part['type']) {
    case 'text-delta':
    case 'reasoning-delta':
      return readDelta(part)
    case 'tool-call':
      return readCall(part)
    case 'error':
      return { kind: 'error', error: part['error'] }
    case 'finish':
      return readFinish(part)
    default:
      return OTHER
  }
}

function readDelta({ type, delta }: Fields): ReadPart {
  if (typeof delta !== 'string' || delta === '') return OTHER
  return { kind: 'chunk', chunk: { kind: type === 'text-delta' ? 'text' : 'reasoning', text: delta } }
}

/** Calls that the provider has run itself are skipped. */
function readCall({ toolCallId, toolName, input, providerExecuted }: Fields): ReadPart {
  if (typeof toolName !== 'string' || providerExecuted === true) return OTHER
  const call: NativeCall = {
    name: toolName,
    arguments: typeof input === 'string' || isJsonObject(input) ? nativeArguments(input) : null,
    ...(typeof toolCallId === 'string' && { id: toolCallId }),
  }
  return { kind: 'chunk', chunk: { kind: 'call', call } }
}

const FINISHES: Readonly<Record<string, NonNullable<ModelEnd['finish']>>> = {
  stop: 'stop',
  length: 'length',
  'tool-calls': 'calls',
  'content-filter': 'filtered',
}

/** The reason for the end: a word in version 2, an object around it since version 3. */
function readFinish({ finishReason, usage }: Fields): ReadPart {
  const reason = isRecord(finishReason) ? finishReason['unified'] : finishReason
  const finish = typeof reason === 'string' && Object.hasOwn(FINISHES, reason) ? FINISHES[reason] : undefined
  const counted = readUsage(usage)
  const end = { ...(finish !== undefined && { finish }), ...(counted !== undefined && { usage: counted }) }
  return { kind: 'ended', end, broken: reason === 'error' || reason === 'interrupted' }
}

/** The token counts: numbers in version 2, objects with their parts since version 3. */
function readUsage(usage: unknown): ModelUsage | undefined {
  if (!isRecord(usage)) return undefined
  const { inputTokens: input, outputTokens: output } = usage
  const [inputTokens, outputTokens] = [totalOf(input), totalOf(output)]
  if (inputTokens === undefined && outputTokens === undefined) return undefined
  const reasoning = count(isRecord(output) ? output['reasoning'] : usage['reasoningTokens'])
  const cached = count(isRecord(input) ? input['cacheRead'] : usage['cachedInputTokens'])
  return {
    inputTokens: inputTokens ?? 0,
    outputTokens: outputTokens ?? 0,
    ...(reasoning !== undefined && { reasoningTokens: reasoning }),
    ...(cached !== undefined && { cachedTokens: cached }),
  }
}

const totalOf = (tokens: unknown): number | undefined => count(isRecord(tokens) ? tokens['total'] : tokens)

const count = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined
