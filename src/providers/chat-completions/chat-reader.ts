import { parseJsonText, isJsonList, isJsonObject } from '../../core/index.ts'
import type { Endpoint } from '../endpoint.ts'
import { createLineReader, lineTooLong } from '../http/line-reader.ts'
import { type ReplyOptions, type ReplyReader, createReplyState } from '../http/reply-state.ts'
import { faultInStream, plainWords } from '../http/server-error.ts'
import { unreadable } from '../http/attempt-failure.ts'
import { createCompletionReader } from './completion.ts'
import { type StreamEvent, createEventReader } from './event-reader.ts'

const SAMPLE = 60

/** Reads the stream of chat completions. */
export function createChatReader(options: ReplyOptions, endpoint: Endpoint): ReplyReader {
  const lines = createLineReader()
  const nextEvent = createEventReader()
  const state = createReplyState(options)
  const completion = createCompletionReader(state, endpoint)
  let events = 0
  const read = (event: StreamEvent | undefined): void => {
    if (!event || state.stage() === 'done' || state.stage() === 'broken') return
    if (event.kind === 'garbage') return state.break(unreadable(plainWords(event.sample, endpoint, SAMPLE), endpoint))
    events += 1
    if (event.kind === 'done') state.advance('done')
    else if (event.kind === 'error') state.break(faultInStream(event.value, endpoint))
    else completion.read(event.value)
  }
  return {
    stage: state.stage,
    events: () => events,
    feed(bytes) {
      for (const line of lines.feed(bytes)) read(nextEvent(line))
      if (lines.overflown() && state.stage() !== 'done') state.break(lineTooLong(endpoint))
      return state.take()
    },
    close() {
      const rest = lines.rest()
      if (rest.length > SHORTEST_LINE) read(nextEvent(rest))
      const pending = state.take()
      const { chunks, end } = state.close(completion.calls())
      return { chunks: [...pending, ...chunks], end }
    },
  }
}

const SHORTEST_LINE = 'data:'.length // less than that is the torn beginning of a line

const UTF_8 = new TextDecoder() // keeps nothing from one reply to the next

/** Reads the one object that servers send which do not stream, on one line or on many. */
export function createWholeChatReader(options: ReplyOptions, endpoint: Endpoint): ReplyReader {
  const state = createReplyState(options)
  const completion = createCompletionReader(state, endpoint)
  const pieces: Uint8Array[] = []
  let events = 0
  return {
    stage: state.stage,
    events: () => events,
    feed(bytes) {
      pieces.push(bytes)
      return []
    },
    close() {
      const text = UTF_8.decode(Buffer.concat(pieces))
      const value = parseJsonText(text)
      if (isJsonObject(value)) {
        events = 1
        completion.read(value)
        // It came in one piece, so all of it is there.
        if (isJsonList(value['choices']) && value['choices'].length > 0) state.advance('answered')
      } else if (text.trim() !== '' && !text.trimStart().startsWith('{'))
        state.break(unreadable(plainWords(text, endpoint, SAMPLE), endpoint))
      const pending = state.take()
      const { chunks, end } = state.close(completion.calls())
      return { chunks: [...pending, ...chunks], end }
    },
  }
}
