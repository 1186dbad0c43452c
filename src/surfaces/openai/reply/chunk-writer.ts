import type { JsonObject } from '../../../core/index.ts'
import type { ClientCall, ClientEnd } from '../../../runtime/index.ts'
import { type Heading, finishOf } from './completion.ts'

export type ChunkWriter = {
  /** A part of the text, as it comes. */
  readonly text: (text: string) => readonly JsonObject[]
  /** What was not written yet, the calls, and the end. */
  readonly end: (
    end: ClientEnd,
    rest: { readonly usage: JsonObject; readonly meta: JsonObject },
  ) => readonly JsonObject[]
}

/** The objects of a stream, in the order that readers expect: the role, the text, each call with its index, and then the end. */
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

/** The whole text goes on from what was shown; a text that says something else begins anew. */
function missing({ text, calls }: ClientEnd, written: string): string {
  if (text.startsWith(written)) return text.slice(written.length)
  if (written.trim() === text.trim()) return ''
  if (calls.length > 0) return '' // beside calls the text is only an accompaniment
  return `${written === '' ? '' : '\n\n'}${text}`
}

/** The arguments in one piece: a reader never sees what a later repair would change. */
const callDeltas = ({ id, name, args }: ClientCall, index: number): readonly JsonObject[] => [
  { index, id, type: 'function', function: { name, arguments: '' } },
  { index, function: { arguments: JSON.stringify(args) } },
]
