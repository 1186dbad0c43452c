import {
  CountersignError,
  type Fault,
  type Model,
  type ModelMessage,
  type ToolCall,
  withinTime,
} from '../core/index.ts'

/** What a judging model said of one call. */
export type ModelVerdict =
  | { readonly kind: 'allow' }
  | { readonly kind: 'deny'; readonly reason: string }
  | { readonly kind: 'unparseable' }
  | { readonly kind: 'error'; readonly message: string }
  | { readonly kind: 'cancelled' }

const LONGEST_REPLY = 2_000 // longer is no verdict, and an endless one must not be read to its end
const LONGEST_REASON = 500
const MAX_TOKENS = 256

/** The whole reply is the verdict; with a word more, before or after, it is none. */
export function parseVerdict(reply: string): ModelVerdict {
  const text = reply.trim()
  if (text === 'ALLOW') return { kind: 'allow' }
  if (text === 'DENY') return { kind: 'deny', reason: '' }
  return text.startsWith('DENY:')
    ? { kind: 'deny', reason: shortLine(text.slice('DENY:'.length)) }
    : { kind: 'unparseable' }
}

const shortLine = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, LONGEST_REASON).toWellFormed()

/** As it stands in the records, never in what the acting model reads. */
export function describeJudgement(judgement: ModelVerdict): string {
  switch (judgement.kind) {
    case 'allow':
      return 'allow'
    case 'deny':
      return `deny:${judgement.reason}`
    case 'unparseable':
      return 'deny:guard_unparseable'
    case 'error':
      return `error:${judgement.message}`
    case 'cancelled':
      return 'error:cancelled'
  }
}

type JudgedCall = {
  readonly call: ToolCall
  readonly messages: () => readonly ModelMessage[]
  readonly signal: AbortSignal
}
export type AskJudge = (judging: JudgedCall) => Promise<ModelVerdict>

/** A judge that was switched on and is not there must not pass for one that allows. */
export function needModel(model: Model | undefined, section: string): Model {
  if (model !== undefined) return model
  throw new CountersignError(
    'config_invalid',
    `[${section}] is enabled, but there is no model to ask. Set its provider, or switch it off.`,
  )
}

const CANCELLED: ModelVerdict = { kind: 'cancelled' }

/** Asks once per call: when the gates run again after a person's answer, the same call has the same verdict. */
export function createJudge(model: Model, timeoutMs: number): AskJudge {
  const said = new WeakMap<ToolCall, ModelVerdict>()
  const ended = (why: 'late' | 'cancelled'): ModelVerdict =>
    why === 'late' ? { kind: 'error', message: `no answer within ${timeoutMs} ms` } : CANCELLED
  return async ({ call, messages, signal }) => {
    const before = said.get(call)
    if (before !== undefined) return before
    const judgement = signal.aborted
      ? CANCELLED
      : await withinTime(stop => readVerdict(model, messages(), stop), { signal, timeoutMs, ended })
    if (judgement.kind === 'allow' || judgement.kind === 'deny') said.set(call, judgement)
    return judgement
  }
}

/** Never rejects: after a timeout there is no listener left. */
async function readVerdict(model: Model, messages: readonly ModelMessage[], stop: AbortSignal): Promise<ModelVerdict> {
  try {
    let text = ''
    for await (const chunk of model.reply({ messages, temperature: 0, maxTokens: MAX_TOKENS }, stop)) {
      if (chunk.kind === 'end') return chunk.fault === undefined ? parseVerdict(text) : failed(chunk.fault)
      if (chunk.kind === 'text') text += chunk.text
      if (text.length > LONGEST_REPLY) return { kind: 'unparseable' }
      if (stop.aborted) return { kind: 'cancelled' }
    }
    return { kind: 'error', message: 'the reply broke off' }
  } catch (thrown) {
    return { kind: 'error', message: shortLine(thrown instanceof Error ? thrown.message : String(thrown)) }
  }
}

const failed = ({ code, message }: Fault): ModelVerdict => ({
  kind: 'error',
  message: shortLine(`${code}: ${message}`),
})
