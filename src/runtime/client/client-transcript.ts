import { type Json, type ModelMessage, type NativeCall, sha256 } from '../../core/index.ts'
import type { NativeNames } from '../../catalog/index.ts'
import { parseStrictJson, resultSection } from '../../protocol/index.ts'
import { type Transcript, createTranscript, writtenCall } from '../turn/transcript.ts'
import type { ClientConversation, ToolForm } from './client-conversation.ts'

type ClientTranscriptStart = Pick<ClientConversation, 'untold'> & {
  readonly messages: readonly ModelMessage[]
  readonly form: ToolForm
  readonly names: NativeNames
  /** Stands behind the client's own instructions. */
  readonly rules: string
  readonly question: string
}

/** The client's conversation as the model reads it, and what was said since. */
export function createClientTranscript(begun: ClientTranscriptStart): Transcript {
  const { messages, form, names, rules, question, untold } = begun
  const alternates = form === 'text'
  const write = (message: ModelMessage): ModelMessage => {
    const written = alternates ? inWords(message) : encoded(message, names)
    const more = message.role === 'tool' ? untold.get(message.callId) : undefined
    return more === undefined ? written : { ...written, content: `${written.content}\n\n${more}` }
  }
  return createTranscript({ start: withRules(messages, rules).map(write), question, write, alternates })
}

/** All instructions at the start become one message: many templates know only one. */
function withRules(messages: readonly ModelMessage[], rules: string): readonly ModelMessage[] {
  const first = messages.findIndex(({ role }) => role !== 'system')
  const cut = first < 0 ? messages.length : first
  const instructions = [...messages.slice(0, cut).map(({ content }) => content), rules].filter(text => text !== '')
  const rest = messages.slice(cut)
  return instructions.length === 0 ? rest : [{ role: 'system', content: instructions.join('\n\n') }, ...rest]
}

/** Under names that every provider takes. */
function encoded(message: ModelMessage, names: NativeNames): ModelMessage {
  const encode = (name: string): string => names.encode(name) ?? name
  if (message.role === 'tool') return { ...message, tool: encode(message.tool) }
  if (message.role !== 'assistant' || !message.calls) return message
  return { ...message, calls: message.calls.map(call => ({ ...call, name: encode(call.name) })) }
}

/** For a model that knows neither calls nor results: both as text. */
function inWords(message: ModelMessage): ModelMessage {
  if (message.role === 'tool') return { role: 'user', content: resultText(message) }
  if (message.role !== 'assistant' || !message.calls || message.calls.length === 0) return message
  const calls = message.calls.map(({ name, arguments: given }) => writtenCall(name, argumentsIn(given))).join('\n')
  return { role: 'assistant', content: message.content === '' ? calls : `${message.content}\n${calls}` }
}

const resultText = ({ tool, content: text }: ModelMessage & { readonly role: 'tool' }): string =>
  resultSection({ tool, text, sha256: sha256(text), totalBytes: Buffer.byteLength(text), receipt: undefined }).text

/** What is no sound JSON stays the text that it is. */
function argumentsIn(given: NativeCall['arguments']): Json {
  if (typeof given !== 'string') return given ?? {}
  const read = parseStrictJson(given)
  return read.ok ? read.value : given
}
