import {
  type Model,
  type ModelChunk,
  type ModelEnd,
  type ModelRequest,
  type NativeCall,
  estimateTokens,
} from '../../core/index.ts'
import type { CollectedReply } from './collect-reply.ts'

export type ModelListener = {
  /** The same model, with its replies recorded. */
  readonly model: Model
  readonly heard: readonly CollectedReply[]
  /** Tokens of the longest request, by our estimate. */
  readonly longest: () => number
}

/** Once a case is over, the model is stopped: what it would still say is not measured and costs time. */
export function listenTo(model: Model, isOver: () => boolean): ModelListener {
  const heard: CollectedReply[] = []
  let longest = 0
  const overheard: Model = {
    id: model.id,
    provider: model.provider,
    can: model.can,
    wire: model.wire,
    ...(model.contextTokens !== undefined && { contextTokens: model.contextTokens }),
    reply(request, signal) {
      if (isOver()) return closing()
      longest = Math.max(longest, tokensOf(request))
      return overhear(model.reply(request, signal), reply => void heard.push(reply))
    },
  }
  return { model: overheard, heard, longest: () => longest }
}

async function* closing(): AsyncGenerator<ModelChunk> {
  yield { kind: 'text', text: 'Done.' }
  yield { kind: 'end', finish: 'stop' }
}

async function* overhear(
  chunks: AsyncIterable<ModelChunk>,
  keep: (reply: CollectedReply) => void,
): AsyncGenerator<ModelChunk> {
  const texts: string[] = []
  const calls: NativeCall[] = []
  let end: ModelEnd = { kind: 'end' }
  try {
    for await (const chunk of chunks) {
      if (chunk.kind === 'text') texts.push(chunk.text)
      else if (chunk.kind === 'call') calls.push(chunk.call)
      else if (chunk.kind === 'end') end = chunk
      yield chunk
    }
  } finally {
    keep({ text: texts.join(''), calls, end })
  }
}

function tokensOf({ messages, tools = [] }: ModelRequest): number {
  const said = messages.reduce((sum, { content }) => sum + estimateTokens(content), 0)
  return said + (tools.length === 0 ? 0 : estimateTokens(JSON.stringify(tools)))
}
