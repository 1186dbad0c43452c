import type { ModelMessage, NativeCall, ToolCall } from '../../core/index.ts'
import type { Remembered } from '../../session/index.ts'

/** What the model has been told and has said in this turn, and as much of the turns before as fits. */
export type Transcript = {
  /** With `tail` at the end of the last message: how to reply now. Only the newest stands there. */
  readonly messages: (tail: string) => readonly ModelMessage[]
  /** The same without what was said before: for a request that only corrects. */
  readonly question: () => string
  /** A call in text, and what came of it. */
  readonly addStep: (call: ToolCall, result: string) => void
  /** What stands before the message has changed. */
  readonly restart: (start: Omit<TranscriptStart, 'message'>) => void
  /** Calls in the provider's own field, each with its result. */
  readonly addNative: (said: string, answered: readonly Answered[]) => void
}

export type Answered = { readonly call: NativeCall & { readonly id: string }; readonly result: string }

export type TranscriptStart = {
  readonly system: string
  readonly earlier: readonly Remembered[]
  readonly message: string
}

function startOf({ system, earlier }: Omit<TranscriptStart, 'message'>): readonly ModelMessage[] {
  const start: ModelMessage[] = system === '' ? [] : [{ role: 'system', content: system }]
  for (const each of earlier) if (each.role !== 'call') addAlternating(start, { role: each.role, content: each.text })
  return start
}

export function createTranscript({ message, ...before }: TranscriptStart): Transcript {
  let start = startOf(before)
  const said: ModelMessage[] = [{ role: 'user', content: message }]
  return {
    messages(tail) {
      const messages = [...start]
      for (const each of said) addAlternating(messages, each)
      if (tail !== '') addAlternating(messages, { role: 'user', content: tail })
      return messages
    },
    question: () => message,
    restart(changed) {
      start = startOf(changed)
    },
    addStep(call, result) {
      said.push({ role: 'assistant', content: writtenCall(call) }, { role: 'user', content: result })
    },
    addNative(text, answered) {
      said.push({ role: 'assistant', content: text, calls: answered.map(({ call }) => call) })
      for (const { call, result } of answered)
        said.push({ role: 'tool', callId: call.id, tool: call.name, content: result })
    },
  }
}

/** As it should have been written, whatever had to be mended: the model reads its own replies as examples. */
const writtenCall = ({ tool, args }: ToolCall): string => JSON.stringify({ type: 'tool_call', name: tool.name, args })

/** Many chat templates refuse two messages of one role in a row. */
function addAlternating(messages: ModelMessage[], message: ModelMessage): void {
  const last = messages.at(-1)
  if (last?.role === 'user' && message.role === 'user')
    messages[messages.length - 1] = { role: 'user', content: `${last.content}\n\n${message.content}` }
  else messages.push(message)
}
