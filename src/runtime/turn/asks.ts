import {
  type EvidenceFinding,
  type Model,
  type ModelMessage,
  type ModelRequest,
  type ModelTool,
  type Purpose,
  type ToolDefinition,
  newNonce,
} from '../../core/index.ts'
import { thinkSettings, withThinkField } from '../../catalog/index.ts'
import {
  type EnforcementRequest,
  type Prompt,
  type ReadRequest,
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
import { needsLine } from './needs-line.ts'
import { readsCalls } from './reads-calls.ts'
import type { Talk } from './talk.ts'

/** What is asked of a model next, and how its reply will be read. */
export type Ask = {
  readonly purpose: Purpose
  readonly model: Model
  readonly request: ModelRequest
  readonly read: ReadRequest
  /** No tools are on offer: whatever looks like a call is none of ours. */
  readonly withoutTools: boolean
  readonly recorded: { readonly schema_enforced: boolean; readonly nonce_forced: boolean }
  readonly prompts: readonly Prompt[]
}

/** The next request of the loop: for a first reply, or for what comes after a result. */
export function nextAsk(talk: Talk): Ask {
  const { tools, budget, log } = talk
  if (tools.length === 0) return plainAsk(talk)
  if (budget.stepsLeft() <= 0 || budget.bytesLeft() <= 0) return answerAsk(talk, { forced: true })
  return talk.profile === 'native' ? nativeAsk(talk) : log.made.length === 0 ? firstAsk(talk) : laterAsk(talk)
}

export function readOf(talk: Talk, more: Partial<ReadRequest>): ReadRequest {
  return {
    profile: talk.profile,
    origin: { phase: 'Executor', agent: talk.caller.agent },
    shown: talk.log.shown,
    ...more,
  }
}

export const FREE = { schema_enforced: false, nonce_forced: false } as const

function plainAsk(talk: Talk): Ask {
  const read = readOf(talk, { profile: 'lenient' })
  return {
    purpose: 'reply',
    model: talk.model,
    request: { messages: talk.thread.messages('') },
    read,
    withoutTools: !readsCalls(talk),
    recorded: FREE,
    prompts: [],
  }
}

function firstAsk(talk: Talk): Ask {
  const { profile, required } = talk
  const nonce = newNonce()
  const protocol =
    profile === 'strict'
      ? protocolSection({ profile, required, nonce })
      : protocolSection({ profile: profile === 'run' ? 'run' : 'lenient', required })
  return enforced(talk, { step: 1, nonce, prompts: [protocol], phase: 'call', purpose: 'reply' })
}

function laterAsk(talk: Talk): Ask {
  const { profile, budget, tools } = talk
  const nonce = newNonce()
  const stepsRemaining = budget.stepsLeft()
  const isStrict = profile === 'strict'
  const prompts = isStrict
    ? [decisionSection({ nonce, stepsRemaining, allowedTools: tools.map(({ name }) => name) })]
    : [nextSection({ stepsRemaining }), ...proofRules(talk)]
  const purpose = isStrict ? 'decision' : 'reply'
  return enforced(talk, { step: 2, nonce, prompts, phase: isStrict ? 'decision' : 'call', purpose })
}

type Written = {
  readonly step: EnforcementRequest['step']
  readonly nonce: string
  readonly prompts: readonly Prompt[]
  readonly phase: 'call' | 'decision'
  readonly purpose: Purpose
}

/** Held to a schema where the model can be, and told the rules in words in any case. */
function enforced(talk: Talk, { step, nonce, prompts, phase, purpose }: Written): Ask {
  const { model, profile, tools, thread } = talk
  const required = talk.required && step === 1
  const plan = planEnforcement({
    step,
    required,
    profile,
    tools,
    nonce,
    canJsonSchema: model.can.jsonSchema,
    wire: model.wire,
  })
  const read = readOf(talk, { phase, required, ...(profile === 'strict' && { nonce }) })
  return {
    purpose,
    model,
    request: {
      messages: thread.messages(joined(prompts)),
      ...(plan.responseSchema && { responseSchema: plan.responseSchema }),
    },
    read,
    withoutTools: false,
    recorded: plan.recorded,
    prompts,
  }
}

function nativeAsk(talk: Talk): Ask {
  const { model, thread, required, log } = talk
  const isFirst = log.made.length === 0
  const prompts = proofRules(talk)
  const request: ModelRequest = {
    messages: thread.messages(joined(prompts)),
    tools: modelTools(talk),
    toolChoice: required && isFirst ? 'required' : 'auto',
  }
  return { purpose: 'reply', model, request, read: readOf(talk, {}), withoutTools: false, recorded: FREE, prompts }
}

/** Under names that every provider takes; complex ones with a field to think in, if that is switched on. */
function modelTools({ tools, names, runtime }: Talk): readonly ModelTool[] {
  const { think } = runtime.turnValues
  const known = wired.get(tools)
  if (known?.think === think) return known.tools
  const settings = thinkSettings(think)
  const made = tools.map(tool => {
    const { name, description, input } = withThinkField(tool, settings)
    return { name: names.encode(name) ?? name, description, parameters: input }
  })
  if (Object.isFrozen(tools)) wired.set(tools, { think, tools: made })
  return made
}

type Wired = { readonly think: Talk['runtime']['turnValues']['think']; readonly tools: readonly ModelTool[] }

/** A list that cannot change is put into this form once. */
const wired = new WeakMap<readonly ToolDefinition[], Wired>()

/** For the prose alone; no tool is on offer any more. */
export function answerAsk(talk: Talk, { forced }: { readonly forced: boolean }): Ask {
  const prompts = [finalSection({ forced }), ...proofRules(talk)]
  return answerOf(talk, talk.thread.messages(joined(prompts)), prompts)
}

function answerOf(talk: Talk, messages: readonly ModelMessage[], prompts: readonly Prompt[]): Ask {
  const read = readOf(talk, { profile: 'lenient' })
  return {
    purpose: 'answer',
    model: talk.model,
    request: { messages },
    read,
    withoutTools: true,
    recorded: FREE,
    prompts,
  }
}

/** How to prove an answer, once there is something to prove. */
const proofRules = (talk: Talk): readonly Prompt[] => (needsLine(talk) ? [evidenceSection({ required: true })] : [])

const joined = (prompts: readonly Prompt[]): string => prompts.map(({ text }) => text).join('\n')

export type Refused = { readonly rejection: Rejection; readonly output: string; readonly requested: string | undefined }

/** One job: the same call, written right. What was said before is left out, because it has nothing to do with the form. */
export function repairAsk(talk: Talk, refused: Refused, model: Model): Ask {
  const { profile, tools, thread, budget } = talk
  if (profile === 'strict') throw new Error('strict never asks for a correction')
  const { system, user } = repairRequest({
    profile,
    tools,
    rejection: refused.rejection,
    invalidOutput: refused.output,
    attempt: budget.repairs(),
    ...(refused.requested !== undefined && { requested: refused.requested }),
  })
  const messages: readonly ModelMessage[] = [
    { role: 'system', content: system.text },
    { role: 'user', content: `${thread.question()}\n\n${user.text}` },
  ]
  const isNative = profile === 'native'
  return {
    purpose: 'repair',
    model,
    request: { messages, ...(isNative && { tools: modelTools(talk), toolChoice: 'auto' as const }) },
    read: readOf(talk, {}),
    withoutTools: false,
    recorded: FREE,
    prompts: [system, user],
  }
}

/** The same again, by itself: see decision 0020. */
export function secondReadingAsk(talk: Talk, first: Ask, output: string): Ask {
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
    read: readOf(talk, {}),
  }
}

/** The whole answer again, after being told what in it does not hold. */
export function correctionAsk(talk: Talk, draft: string, findings: readonly EvidenceFinding[]): Ask {
  const prompt = correctionSection(findings)
  const form = evidenceSection({ required: needsLine(talk) })
  const messages: readonly ModelMessage[] = [
    ...talk.thread.messages(''),
    { role: 'assistant', content: draft },
    { role: 'user', content: `${prompt.text}\n${form.text}` },
  ]
  return { ...answerOf(talk, messages, [prompt, form]), purpose: 'correction' }
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
