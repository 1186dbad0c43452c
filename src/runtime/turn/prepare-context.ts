import { type Model, type Profile, type Result, fail, succeed } from '../../core/index.ts'
import { catalogSection, systemSection } from '../../protocol/index.ts'
import { type Conversation, type Remembered, estimateTokens, fitWindow, needsCompaction } from '../../session/index.ts'
import { compressSession } from './compress-session.ts'
import type { TalkStart } from './open-talk.ts'

/** What stands before the message: the rules, the tools, and as much of what was said as fits. */
export type Context = { readonly system: string; readonly earlier: readonly Remembered[] }

const DEFAULT_WINDOW = 8_192 // tokens, where nobody tells how many the model reads
const ANSWER_TOKENS = 1_024 // kept free for the reply
const RESULT_SHARE = 0.25 // of the window, kept free for what tools will show

/** At nine tenths of the window the oldest part is put into a few words first. */
export async function prepareContext(start: TalkStart & { readonly profile: Profile }): Promise<Result<Context>> {
  const { runtime, session, model, emit } = start
  let conversation = await runtime.sessions.load(session)
  const budget = budgetOf(start, model)
  if (budget.reservedTokens >= budget.limitTokens) return tooLong(budget)
  const fitted = fitWindow(conversation, budget)
  if (needsCompaction(fitted.pressure)) {
    const done = await compressSession(start, 'Triggered')
    if (done.ok) {
      emit({ type: 'context.compacted', method: 'Triggered', before: done.value.before, after: done.value.after })
      conversation = await runtime.sessions.load(session)
    }
  }
  return succeed(contextOf(conversation, start, budget))
}

type WindowBudget = Parameters<typeof fitWindow>[1]

function budgetOf({ text, caller, profile }: TalkStart & { readonly profile: Profile }, model: Model): WindowBudget {
  const limitTokens = model.contextTokens ?? DEFAULT_WINDOW
  const { tools } = caller.allowance
  const rules = tools.length === 0 ? '' : catalogSection(tools, profile === 'strict' ? 'strict' : 'lenient').text
  const results = tools.length === 0 ? 0 : Math.floor(limitTokens * RESULT_SHARE)
  return { limitTokens, reservedTokens: estimateTokens(`${rules}${text}`) + ANSWER_TOKENS + results }
}

function tooLong({ limitTokens, reservedTokens }: WindowBudget): Result<never> {
  const message = `The message and the rules need about ${reservedTokens} tokens, and the model reads ${limitTokens} at once.`
  return fail('context_full', message, { needed: reservedTokens, window: limitTokens })
}

const MAX_EARLIER_CALLS = 10

function contextOf(
  conversation: Conversation,
  { caller, profile }: TalkStart & { readonly profile: Profile },
  budget: WindowBudget,
): Context {
  const { knowledge, messages } = fitWindow(conversation, budget)
  const { tools } = caller.allowance
  const earlierCalls = messages.flatMap(each => (each.role === 'call' ? [describeCall(each)] : [])).slice(-MAX_EARLIER_CALLS)
  const rules = systemSection({ hasTools: tools.length > 0, knowledge, earlierCalls })
  const hasCatalog = tools.length > 0 && profile !== 'native'
  const catalog = hasCatalog ? `\n\n${catalogSection(tools, profile === 'strict' ? 'strict' : 'lenient').text}` : ''
  return { system: `${rules.text}${catalog}`, earlier: messages }
}

const MAX_SHOWN_ARGS = 120

function describeCall({ tool, args, ok, receipt }: Remembered & { readonly role: 'call' }): string {
  const shown = JSON.stringify(args)
  const cut = shown.length > MAX_SHOWN_ARGS ? `${shown.slice(0, MAX_SHOWN_ARGS).toWellFormed()}…` : shown
  return `${tool} ${cut}: ${ok ? 'done' : 'failed'}${receipt === undefined ? '' : ` (${receipt})`}`
}
