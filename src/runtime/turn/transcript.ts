import type { Json, ModelMessage, NativeCall, ToolCall } from '../../core/index.ts'
import type { Remembered } from '../../session/index.ts'

/** What the model has been told and has said in this turn, and as much of what came before as fits. */
export type Transcript = {
  /** With `tail` at the end of the last message: how to reply now. Only the newest stands there. */
  readonly messages: (tail: string) => readonly ModelMessage[]
  /** The same without what was said before: for a request that only corrects. */
  readonly question: () => string
  /** A call in text, and what came of it. */
  readonly addStep: (call: ToolCall, result: string) => void
  /** Calls in the provider's own field, each with its result. */
  readonly addNative: (said: string, answered: readonly AnsweredCall[]) => void
  /** What was said up to the message has changed. */
  readonly restart: (start: readonly ModelMessage[]) => void
}

export type AnsweredCall = { readonly call: NativeCall & { readonly id: string }; readonly result: string }

type TranscriptStart = {
  /** The conversation up to the message. */
  readonly start: readonly ModelMessage[]
  readonly question: string
  /** How this model is shown a message. */
  readonly write?: (message: ModelMessage) => ModelMessage
  /** Many chat templates refuse two messages of one role in a row, so they become one, and a tail has its place. */
  readonly alternates: boolean
}

export function createTranscript({ start, question, write = asItIs, alternates }: TranscriptStart): Transcript {
  let before = start
  const said: ModelMessage[] = []
  const add = (...messages: readonly ModelMessage[]): void => void said.push(...messages.map(write))
  return {
    messages(tail) {
      const all = [...before, ...said]
      return alternates ? alternating(tail === '' ? all : [...all, user(tail)]) : all
    },
    question: () => question,
    addStep: ({ tool, args }, result) =>
      add({ role: 'assistant', content: writtenCall(tool.name, args) }, user(result)),
    addNative(text, answered) {
      const results = answered.map(({ call, result }): ModelMessage => ({
        role: 'tool',
        callId: call.id,
        tool: call.name,
        content: result,
      }))
      add({ role: 'assistant', content: text, calls: answered.map(({ call }) => call) }, ...results)
    },
    restart(changed) {
      before = changed
    },
  }
}

type Opening = { readonly system: string; readonly earlier: readonly Remembered[] }

/** Earlier calls stand in the instructions, so they are left out here. */
export const openingMessages = ({ system, earlier }: Opening, message: string): readonly ModelMessage[] => [
  ...(system === '' ? [] : [{ role: 'system' as const, content: system }]),
  ...earlier.flatMap(each => (each.role === 'call' ? [] : [{ role: each.role, content: each.text }])),
  user(message),
]

const asItIs = (message: ModelMessage): ModelMessage => message

const user = (content: string): ModelMessage => ({ role: 'user', content })

/** As it should have been written, whatever had to be repaired: the model reads its own replies as examples. */
export const writtenCall = (name: string, args: Json): string => JSON.stringify({ type: 'tool_call', name, args })

function alternating(messages: readonly ModelMessage[]): readonly ModelMessage[] {
  const all: ModelMessage[] = []
  for (const message of messages) {
    const last = all.at(-1)
    if (last?.role !== 'user' || message.role !== 'user') all.push(message)
    else all[all.length - 1] = user(`${last.content}\n\n${message.content}`)
  }
  return all
}
