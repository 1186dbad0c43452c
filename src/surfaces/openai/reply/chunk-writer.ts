import type { JsonObject } from '../../../core/index.ts'
import type { ClientCall, ClientEnd } from '../../../runtime/index.ts'
import { type Heading, finishOf } from './completion.ts'

type ChunkWriter = {
  /** Chunks for a piece of text. */
  readonly text: (text: string) => readonly JsonObject[]
  /** Chunks for the rest of the text, the calls, and the end. */
  readonly end: (
    end: ClientEnd,
    rest: { readonly usage: JsonObject; readonly meta: JsonObject },
  ) => readonly JsonObject[]
}

/** The chunks of a stream in the expected order: role, text, each call with its index, end. */
export function createChunkWriter(heading: Heading, { includeUsage }: { readonly includeUsage: boolean }): ChunkWriter {
  let written = ''
  let begun = false
  const chunk = (delta: JsonObject, finish: string | null = null): JsonObject => ({
    ...heading,
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
    ...(includeUsage && { usage: null }),
  })
  const opening = (content: string | null): readonly JsonObject[] => {
    if (begun) return []
    begun = true
    return [chunk({ role: 'assistant', content })]
  }
  const text = (more: string): readonly JsonObject[] => {
    if (more === '') return []
    written += more
    return [...opening(''), chunk({ content: more })]
  }
  return {
    text,
    end(end, { usage, meta }) {
      const rest = text(missing(end, written))
      const first = opening(end.calls.length > 0 ? null : '')
      const calls = end.calls.flatMap(callDeltas).map(delta => chunk({ tool_calls: [delta] }))
      const last = { ...chunk({}, finishOf(end)), _countersign: meta }
      const counted = includeUsage ? [{ ...heading, object: 'chat.completion.chunk', choices: [], usage }] : []
      return [...first, ...rest, ...calls, last, ...counted]
    },
  }
}

/** The text not yet written; if the final text differs from what was written, all of it. */
function missing({ text, calls }: ClientEnd, written: string): string {
  const shown = written.trimEnd() // what stands behind a word may have gone with the call
  if (text.startsWith(shown)) return text.slice(text.startsWith(written) ? written.length : shown.length)
  if (written.trim() === text.trim()) return ''
  if (calls.length > 0) return '' // next to calls the text does not matter
  return `${written === '' ? '' : '\n\n'}${text}`
}

/** The arguments in one piece, so that a reader never sees a version that is repaired later. */
const callDeltas = ({ id, name, args }: ClientCall, index: number): readonly JsonObject[] => [
  { index, id, type: 'function', function: { name, arguments: '' } },
  { index, function: { arguments: JSON.stringify(args) } },
]
