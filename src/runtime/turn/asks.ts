import {
  type EvidenceFinding,
  type Model,
  type ModelMessage,
  type ModelRequest,
  type ModelTool,
  type Purpose,
  newNonce,
} from '../../core/index.ts'
import { thinkSettings, withThinkField } from '../../catalog/index.ts'
import { kindOwed } from '../../evidence/index.ts'
import {
  type EnforcementRequest,
  type Prompt,
  type ReadRequest,
  type RefusedAnswer,
  type Rejection,
  correctionSection,
  decisionSection,
  emptyReplySection,
  evidenceSection,
  finalSection,
  nextSection,
  planEnforcement,
  protocolSection,
  repairRequest,
  secondReadingSection,
} from '../../protocol/index.ts'
import { contractOf, mayOfferLine } from './evidence-contract.ts'
import { type Turn, type TurnEnd, readsCalls } from './turn.ts'

/** What is asked of a model next, and how its reply will be read. */
export type Ask = {
  readonly purpose: Purpose
  readonly model: Model
  readonly request: ModelRequest
  readonly read: ReadRequest
  /** No tools are on offer: whatever looks like a call is none of ours. */
  readonly withoutTools: boolean
  /** The reply is the answer as it stands, whatever it looks like. */
  readonly verbatim?: true
  readonly recorded: { readonly schema_enforced: boolean; readonly nonce_forced: boolean }
  readonly prompts: readonly Prompt[]
}

/** What the loop does next: ask again, or stop. */
export type Next = { readonly ask: Ask } | { readonly end: TurnEnd }

/** The next request of the loop: for a first reply, or for what comes after a result. */
export function nextAsk(turn: Turn): Ask {
  const { budget, made } = turn.progress
  if (turn.allowance.tools.length === 0) return plainAsk(turn, proofRules(turn))
  if (budget.stepsLeft() <= 0 || budget.bytesLeft() <= 0) return answerAsk(turn, { forced: true })
  return turn.profile === 'native' ? nativeAsk(turn) : made.length === 0 ? firstAsk(turn) : laterAsk(turn)
}

export function readOf(turn: Turn, more: Partial<ReadRequest>): ReadRequest {
  return {
    profile: turn.profile,
    origin: { phase: 'Executor', agent: turn.agent },
    shown: turn.progress.shown,
    ...more,
  }
}

export const FREE = { schema_enforced: false, nonce_forced: false } as const

/** A question to the turn's own model, with what is usual left out. */
export const askOf = (turn: Turn, ask: Pick<Ask, 'request' | 'prompts'> & Partial<Ask>): Ask => ({
  purpose: 'reply',
  model: turn.model,
  read: readOf(turn, {}),
  withoutTools: false,
  recorded: FREE,
  ...ask,
})

const plainAsk = (turn: Turn, prompts: readonly Prompt[] = []): Ask =>
  askOf(turn, {
    request: { messages: turn.progress.transcript.messages(joined(prompts)) },
    read: readOf(turn, { profile: 'lenient' }),
    withoutTools: !readsCalls(turn),
    prompts,
  })

/** For a turn without tools. */
export const verbatimAsk = (turn: Turn): Ask => ({ ...plainAsk(turn), verbatim: true })

function firstAsk(turn: Turn): Ask {
  const { profile, required } = turn
  const nonce = newNonce()
  const protocol =
    profile === 'strict'
      ? protocolSection({ profile, required, nonce })
      : protocolSection({ profile: profile === 'run' ? 'run' : 'lenient', required })
  return enforced(turn, { step: 1, nonce, prompts: [protocol], phase: 'call', purpose: 'reply' })
}

function laterAsk(turn: Turn): Ask {
  const { profile, allowance } = turn
  const nonce = newNonce()
  const stepsRemaining = turn.progress.budget.stepsLeft()
  const isStrict = profile === 'strict'
  const prompts = isStrict
    ? [decisionSection({ nonce, stepsRemaining, allowedTools: allowance.tools.map(({ name }) => name) })]
    : [nextSection({ stepsRemaining }), ...proofRules(turn)]
  const purpose = isStrict ? 'decision' : 'reply'
  return enforced(turn, { step: 2, nonce, prompts, phase: isStrict ? 'decision' : 'call', purpose })
}

type Written = {
  readonly step: EnforcementRequest['step']
  readonly nonce: string
  readonly prompts: readonly Prompt[]
  readonly phase: 'call' | 'decision'
  readonly purpose: Purpose
}

/** Held to a schema where the model supports it, and told the rules in words in any case. */
function enforced(turn: Turn, { step, nonce, prompts, phase, purpose }: Written): Ask {
  const { model, profile, allowance, progress } = turn
  const required = turn.required && step === 1
  const plan = planEnforcement({
    step,
    required,
    profile,
    tools: allowance.tools,
    nonce,
    canJsonSchema: model.can.jsonSchema,
    wire: model.wire,
  })
  const { responseSchema, recorded } = plan
  const messages = progress.transcript.messages(joined(prompts))
  return askOf(turn, {
    purpose,
    request: { messages, ...(responseSchema && { responseSchema }) },
    read: readOf(turn, { phase, required, ...(profile === 'strict' && { nonce }) }),
    recorded,
    prompts,
  })
}

function nativeAsk(turn: Turn): Ask {
  const { required, progress } = turn
  const isFirst = progress.made.length === 0
  const prompts = proofRules(turn)
  const request: ModelRequest = {
    messages: progress.transcript.messages(joined(prompts)),
    tools: modelTools(turn),
    toolChoice: required && isFirst ? 'required' : 'auto',
  }
  return askOf(turn, { request, prompts })
}

/** Under names that every provider takes; complex ones with a field to think in, if that is switched on. */
function modelTools({ allowance, names, runtime }: Turn): readonly ModelTool[] {
  const settings = thinkSettings(runtime.settings.think)
  return allowance.tools.map(tool => {
    const { name, description, input } = withThinkField(tool, settings)
    return { name: names.encode(name) ?? name, description, parameters: input }
  })
}

/** For the prose alone; no tool is on offer any more. */
export function answerAsk(turn: Turn, { forced }: { readonly forced: boolean }): Ask {
  const prompts = [finalSection({ forced }), ...proofRules(turn)]
  return answerOf(turn, turn.progress.transcript.messages(joined(prompts)), prompts)
}

const answerOf = (turn: Turn, messages: readonly ModelMessage[], prompts: readonly Prompt[]): Ask =>
  askOf(turn, {
    purpose: 'answer',
    request: { messages },
    read: readOf(turn, { profile: 'lenient' }),
    withoutTools: true,
    prompts,
  })

/** How to prove an answer, once there is something to prove. */
function proofRules(turn: Turn): readonly Prompt[] {
  const contract = contractOf(turn)
  if (contract) return [evidenceSection(kindOwed(contract) ?? 'any')]
  return mayOfferLine(turn) ? [evidenceSection(undefined)] : []
}

const joined = (prompts: readonly Prompt[]): string => prompts.map(({ text }) => text).join('\n')

export type Refused = {
  readonly rejection: Rejection
  readonly output: string
  readonly requested: string | undefined
  /** Calls of the same reply behind the refused one. */
  readonly others: readonly RefusedAnswer[]
}

/** Asks for the same call in the right form. Earlier messages are left out: they say nothing about the form. */
export function repairAsk(turn: Turn, refused: Refused, model: Model): Ask {
  const { profile, allowance } = turn
  const { transcript, budget } = turn.progress
  if (profile === 'strict') throw new Error('strict never asks for a correction')
  const { system, user } = repairRequest({
    profile,
    tools: allowance.tools,
    rejection: refused.rejection,
    invalidOutput: refused.output,
    others: refused.others,
    attempt: budget.repairs(),
    ...(refused.requested !== undefined && { requested: refused.requested }),
  })
  const messages: readonly ModelMessage[] = [
    { role: 'system', content: system.text },
    { role: 'user', content: `${transcript.question()}\n\n${user.text}` },
  ]
  const isNative = profile === 'native'
  const request = { messages, ...(isNative && { tools: modelTools(turn), toolChoice: 'auto' as const }) }
  return askOf(turn, { purpose: 'repair', model, request, prompts: [system, user] })
}

/** The same again, by itself: see decision 0020. */
export function secondReadingAsk(turn: Turn, first: Ask, output: string): Ask {
  const prompt = secondReadingSection()
  const messages: readonly ModelMessage[] = [
    ...first.request.messages,
    { role: 'assistant', content: output },
    { role: 'user', content: prompt.text },
  ]
  const { responseSchema: _schema, ...request } = first.request
  return {
    ...first,
    purpose: 'second_reading',
    request: { ...request, messages },
    prompts: [prompt],
    recorded: FREE,
    read: readOf(turn, {}),
  }
}

/** The whole answer again, after being told what in it does not hold. */
export function correctionAsk(turn: Turn, draft: string, findings: readonly EvidenceFinding[]): Ask {
  const prompt = correctionSection(findings)
  const contract = contractOf(turn)
  const form = evidenceSection(contract && (kindOwed(contract) ?? 'any'))
  const messages: readonly ModelMessage[] = [
    ...turn.progress.transcript.messages(''),
    { role: 'assistant', content: draft },
    { role: 'user', content: `${prompt.text}\n${form.text}` },
  ]
  return { ...answerOf(turn, messages, [prompt, form]), purpose: 'correction' }
}

export function afterEmptyAsk(first: Ask): Ask {
  const prompt = emptyReplySection()
  const last = first.request.messages.at(-1)
  const messages: readonly ModelMessage[] =
    last?.role === 'user'
      ? [...first.request.messages.slice(0, -1), { role: 'user', content: `${last.content}\n\n${prompt.text}` }]
      : [...first.request.messages, { role: 'user', content: prompt.text }]
  return { ...first, request: { ...first.request, messages }, prompts: [...first.prompts, prompt] }
}
