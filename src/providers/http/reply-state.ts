import type { Fault, ModelChunk, ModelEnd, ModelUsage, NativeCall } from '../../core/index.ts'

/**
 * `waiting`: nothing came yet. `answered`: the answer is complete, and only figures may follow. `done`: nothing more
 * is to come. `broken`: this is no reply that can be read.
 */
export type ReplyStage = 'waiting' | 'started' | 'answered' | 'done' | 'broken'

type ClosedReply = { readonly chunks: readonly ModelChunk[]; readonly end: ModelEnd }

/** Turns the bytes of one reply into chunks. Never throws, whatever the bytes. */
export interface ReplyReader {
  readonly stage: () => ReplyStage
  /** How many pieces were understood; comments and half lines are none. */
  readonly events: () => number
  /** What these bytes complete; the end is not among it. */
  readonly feed: (bytes: Uint8Array) => readonly ModelChunk[]
  /** No more bytes will come: what was held back until now, and the end. */
  readonly close: () => ClosedReply
}

export type ReplyOptions = {
  readonly newCallId: () => string
  /** Did the server read less than it was sent? Gets the number of tokens that it reports. */
  readonly isCut: (inputTokens: number) => boolean
  /** The fault if the connection ends too early. */
  readonly closedEarly: Fault
}

type Figures = { readonly usage?: ModelUsage; readonly finish?: ModelEnd['finish'] }

/** What is known of a reply while it arrives. Calls are held back until it is complete: half a reply must not act. */
export interface ReplyState {
  readonly stage: () => ReplyStage
  readonly text: (text: string) => void
  readonly reasoning: (text: string) => void
  readonly figures: (figures: Figures) => void
  readonly advance: (stage: 'started' | 'answered' | 'done') => void
  readonly break: (why: Fault) => void
  /** What can be delivered since it was last asked. */
  readonly take: () => readonly ModelChunk[]
  readonly close: (calls: readonly NativeCall[]) => ClosedReply
}

const ORDER: readonly ReplyStage[] = ['waiting', 'started', 'answered', 'done', 'broken']

export function createReplyState(options: ReplyOptions): ReplyState {
  let stage: ReplyStage = 'waiting'
  let outbox: ModelChunk[] = []
  let usage: ModelUsage | undefined
  let finish: ModelEnd['finish']
  let failure = options.closedEarly
  const isComplete = (): boolean => stage === 'answered' || stage === 'done'
  return {
    stage: () => stage,
    text(text) {
      if (text !== '') outbox.push({ kind: 'text', text })
    },
    reasoning(text) {
      if (text !== '') outbox.push({ kind: 'reasoning', text })
    },
    figures(more) {
      usage = more.usage ?? usage
      finish = more.finish ?? finish
    },
    advance(to) {
      if (ORDER.indexOf(to) > ORDER.indexOf(stage)) stage = to
    },
    break(why) {
      ;[stage, failure] = ['broken', why]
    },
    take() {
      const taken = outbox
      outbox = []
      return taken
    },
    close(calls) {
      if (!isComplete()) return { chunks: [], end: { kind: 'end', fault: failure, ...(usage && { usage }) } }
      const chunks = withIds(calls, options.newCallId).map(call => ({ kind: 'call', call }) as const)
      return { chunks, end: endOf({ usage, finish }, calls, options) }
    },
  }
}

/** Some servers send no id, or the same one for every call. */
function withIds(calls: readonly NativeCall[], newCallId: () => string): readonly NativeCall[] {
  const seen = new Set<string>()
  return calls.map(call => {
    const id = call.id === undefined || call.id === '' || seen.has(call.id) ? newCallId() : call.id
    seen.add(id)
    return id === call.id ? call : { ...call, id }
  })
}

type KnownFigures = { readonly [Name in keyof Figures]-?: Figures[Name] | undefined }

function endOf({ usage, finish: told }: KnownFigures, calls: readonly NativeCall[], { isCut }: ReplyOptions): ModelEnd {
  const finish = calls.length > 0 && (told === undefined || told === 'stop') ? 'calls' : told
  return {
    kind: 'end',
    ...(usage && { usage }),
    ...(finish && { finish }),
    ...(usage && isCut(usage.inputTokens) && { promptCut: true }),
  }
}
