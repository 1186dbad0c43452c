import { type ModelMessage, type NativeCall, parseJsonText, sha256 } from '../../core/index.ts'
import type { NativeNames } from '../../catalog/index.ts'
import { resultSection } from '../../protocol/index.ts'
import type { Transcript } from '../turn/transcript.ts'
import type { ToolForm } from './client-conversation.ts'

export type ClientTranscriptStart = {
  readonly messages: readonly ModelMessage[]
  readonly form: ToolForm
  readonly names: NativeNames
  /** Stands behind the client's own instructions. */
  readonly rules: string
  readonly question: string
}

/** The client's conversation as the model reads it, and what was said since. */
export function createClientTranscript({ messages, form, names, rules, question }: ClientTranscriptStart): Transcript {
  const write = (message: ModelMessage): ModelMessage => (form === 'text' ? inWords(message) : encoded(message, names))
  const start = withRules(messages, rules).map(write)
  const said: ModelMessage[] = []
  return {
    messages: tail => (form === 'text' ? joined(withTail([...start, ...said], tail)) : [...start, ...said]),
    question: () => question,
    restart: () => undefined,
    addStep: (call, result) =>
      void said.push(
        { role: 'assistant', content: written({ name: call.tool.name, arguments: call.args }) },
        { role: 'user', content: result },
      ),
    addNative(text, answered) {
      said.push(write({ role: 'assistant', content: text, calls: answered.map(({ call }) => call) }))
      for (const { call, result } of answered)
        said.push(write({ role: 'tool', callId: call.id, tool: call.name, content: result }))
    },
  }
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
  const calls = message.calls.map(written).join('\n')
  return { role: 'assistant', content: message.content === '' ? calls : `${message.content}\n${calls}` }
}

const resultText = ({ tool, content }: ModelMessage & { readonly role: 'tool' }): string =>
  resultSection({
    tool,
    text: content,
    sha256: sha256(content),
    totalBytes: Buffer.byteLength(content),
    receipt: undefined,
  }).text

function written({ name, arguments: given }: NativeCall): string {
  const args = typeof given === 'string' ? (parseJsonText(given) ?? given) : (given ?? {})
  return JSON.stringify({ type: 'tool_call', name, args })
}

/** Many chat templates refuse two messages of one role in a row. */
function joined(messages: readonly ModelMessage[]): readonly ModelMessage[] {
  const all: ModelMessage[] = []
  for (const message of messages) {
    const last = all.at(-1)
    if (last?.role === 'user' && message.role === 'user')
      all[all.length - 1] = { role: 'user', content: `${last.content}\n\n${message.content}` }
    else all.push(message)
  }
  return all
}

const withTail = (messages: readonly ModelMessage[], tail: string): readonly ModelMessage[] =>
  tail === '' ? messages : [...messages, { role: 'user', content: tail }]
