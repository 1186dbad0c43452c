import {
  type Json,
  type JsonObject,
  type ModelEnd,
  type NativeCall,
  isJsonList,
  isJsonObject,
  parseJsonText,
  textOf,
} from '../../core/index.ts'
import type { Endpoint } from '../endpoint.ts'
import { countOf } from '../http/count.ts'
import { createLineReader, lineTooLong } from '../http/line-reader.ts'
import { type ReplyOptions, type ReplyReader, type ReplyState, createReplyState } from '../http/reply-state.ts'
import { faultInStream, plainWords } from '../http/server-error.ts'
import { unreadable } from '../http/attempt-failure.ts'
import { nativeArguments } from '../native-arguments.ts'

/** One JSON object a line; the last one says `done`. */
export function createOllamaReader(options: ReplyOptions, endpoint: Endpoint): ReplyReader {
  const lines = createLineReader()
  const state = createReplyState(options)
  const calls: NativeCall[] = []
  let events = 0
  const readLine = (line: string): void => {
    if (line.trim() === '' || state.stage() === 'done' || state.stage() === 'broken') return
    const value = parseJsonText(line)
    if (!isJsonObject(value)) return state.break(unreadable(plainWords(line, endpoint, 60), endpoint))
    events += 1
    if (value['error'] !== undefined && value['error'] !== null) return state.break(faultInStream(value, endpoint))
    state.advance('started')
    readMessage(value['message'], state, calls)
    if (value['done'] === true) finish(value, state)
  }
  return {
    stage: state.stage,
    events: () => events,
    feed(bytes) {
      lines.feed(bytes).forEach(readLine)
      if (lines.overflown() && state.stage() !== 'done') state.break(lineTooLong(endpoint))
      return state.take()
    },
    close() {
      readLast(lines.rest(), readLine)
      const pending = state.take()
      const { chunks, end } = state.close(calls)
      return { chunks: [...pending, ...chunks], end }
    },
  }
}

/** A last line without its line break counts if it is whole. Half a line is no garbage: the connection broke. */
function readLast(line: string, readLine: (line: string) => void): void {
  if (!line.trimStart().startsWith('{') || parseJsonText(line) !== undefined) readLine(line)
}

function readMessage(message: Json | undefined, state: ReplyState, calls: NativeCall[]): void {
  if (!isJsonObject(message)) return
  state.reasoning(textOf(message['thinking']))
  state.text(textOf(message['content']))
  const list = message['tool_calls']
  for (const call of isJsonList(list) ? list : []) calls.push(...readCall(call))
}

function readCall(call: Json): readonly NativeCall[] {
  const inner = isJsonObject(call) ? call['function'] : undefined
  if (!isJsonObject(call) || !isJsonObject(inner)) return []
  const id = textOf(call['id'])
  return [{ ...(id !== '' && { id }), name: textOf(inner['name']), arguments: nativeArguments(inner['arguments']) }]
}

function finish(value: JsonObject, state: ReplyState): void {
  const input = countOf(value['prompt_eval_count'])
  const output = countOf(value['eval_count'])
  const reason = FINISHES.get(textOf(value['done_reason']))
  state.figures({
    ...(input !== undefined && { usage: { inputTokens: input, outputTokens: output ?? 0 } }),
    ...(reason && { finish: reason }),
  })
  state.advance('done')
}

const FINISHES: ReadonlyMap<string, NonNullable<ModelEnd['finish']>> = new Map([
  ['stop', 'stop'],
  ['length', 'length'],
])
