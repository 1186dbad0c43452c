import {
  type Fault,
  type Model,
  type ModelChunk,
  type ModelEnd,
  type ModelRequest,
  type NativeCall,
  type Result,
  fail,
  fault,
  parseJsonText,
  succeed,
} from '../core/index.ts'

/** A failure in place of an answer, after as much text as is given. */
type ScriptedFault = { readonly fault: Fault; readonly text?: string }
/** Says as much as is given and then nothing more until it is stopped. */
type ScriptedStall = { readonly stalls: true; readonly text?: string }
/** Calls in the provider's own field, beside the text if there is any. */
type ScriptedCalls = { readonly calls: readonly NativeCall[]; readonly text?: string }
/** What the other side tells at the end, such as how much it read. */
type ScriptedEnd = { readonly end: Omit<ModelEnd, 'kind'>; readonly text?: string }
export type ScriptedReply = string | ScriptedFault | ScriptedStall | ScriptedCalls | ScriptedEnd

export type ScriptedOptions = {
  readonly id?: string
  /** Characters in a chunk; a whole reply by default. */
  readonly chunkLength?: number
  readonly can?: Partial<Model['can']>
  readonly contextTokens?: number
}

export interface ScriptedModel extends Model {
  /** What it was asked, oldest first. */
  readonly requests: readonly ModelRequest[]
}

/** Gives one reply per request, in order. `{{nonce}}` in a reply stands for the nonce of the prompt that it answers. */
export function scripted(replies: readonly ScriptedReply[], options: ScriptedOptions = {}): ScriptedModel {
  const { id = 'scripted', chunkLength = Number.POSITIVE_INFINITY, can, contextTokens } = options
  const requests: ModelRequest[] = []
  return {
    id,
    provider: 'scripted',
    wire: { form: 'format', subset: 'full' },
    ...(contextTokens !== undefined && { contextTokens }),
    can: { nativeTools: false, jsonSchema: false, embed: false, ...can },
    requests,
    reply(request, signal) {
      const reply = replies[requests.length] ?? spent(replies.length)
      requests.push(request)
      return play(fill(reply, request), { chunkLength, signal })
    },
  }
}

const spent = (count: number): ScriptedFault => ({
  fault: fault('script_exhausted', `The script holds ${count} replies and was asked for one more.`),
})

type FilledReply = {
  readonly text: string
  readonly fault?: Fault
  readonly stalls?: true
  readonly calls?: readonly NativeCall[]
  readonly end?: Omit<ModelEnd, 'kind'>
}

function fill(reply: ScriptedReply, request: ModelRequest): FilledReply {
  const { text = '', ...rest } = typeof reply === 'string' ? { text: reply } : reply
  if (!text.includes(PLACEHOLDER)) return { ...rest, text }
  const nonce = nonceOf(request)
  return { ...rest, text: nonce === undefined ? text : text.replaceAll(PLACEHOLDER, () => nonce) }
}

const PLACEHOLDER = '{{nonce}}'
const NONCE_LINE = /^TOOL_NONCE: (\S+)$/gm

/** The nonce that was shown last: only that one counts. */
function nonceOf({ messages }: ModelRequest): string | undefined {
  for (const { content } of messages.toReversed()) {
    const nonce = [...content.matchAll(NONCE_LINE)].at(-1)?.[1]
    if (nonce !== undefined) return nonce
  }
  return undefined
}

type Playback = { readonly chunkLength: number; readonly signal: AbortSignal }

async function* play(reply: FilledReply, { chunkLength, signal }: Playback): AsyncGenerator<ModelChunk> {
  for (const text of chunksOf(reply.text, chunkLength)) {
    if (signal.aborted) break
    yield { kind: 'text', text }
  }
  for (const call of reply.calls ?? []) yield { kind: 'call', call }
  if (reply.stalls) await aborted(signal)
  if (signal.aborted) yield { kind: 'end', fault: fault('tool_cancelled', 'The request was cancelled.') }
  else yield { kind: 'end', ...reply.end, ...(reply.fault && { fault: reply.fault }) }
}

/** Cuts the text in chunks, never through a character. */
function chunksOf(text: string, length: number): readonly string[] {
  if (text.length <= length) return text === '' ? [] : [text]
  const characters = Array.from(text)
  return Array.from({ length: Math.ceil(characters.length / length) }, (_, index) =>
    characters.slice(index * length, (index + 1) * length).join(''),
  )
}

const aborted = async (signal: AbortSignal): Promise<void> =>
  new Promise(resolve => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })

/** The form of a script file: one reply a line, each a JSON string; empty lines are passed over. */
export function parseScript(text: string): Result<readonly string[]> {
  const replies: string[] = []
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue
    const reply = parseJsonText(line)
    if (typeof reply !== 'string')
      return fail(
        'input_unreadable',
        `Line ${index + 1} of the script is not a JSON string. Write each reply on its own line, in double quotes.`,
        {
          line: index + 1,
        },
      )
    replies.push(reply)
  }
  return succeed(replies)
}
