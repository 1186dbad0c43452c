import { type Profile, type Result, estimateTokens, fail, succeed } from '../../core/index.ts'
import { catalogSection, memorySection, systemSection } from '../../protocol/index.ts'
import {
  type FittedWindow,
  type Remembered,
  type WindowBudget,
  fitWindow,
  needsCompaction,
} from '../../session/index.ts'
import { compressSession } from './compress-session.ts'
import type { RoutedTurn } from './turn.ts'

/** What stands before the message: the rules, the tools, and as much of what was said as fits. */
export type Context = {
  readonly system: string
  readonly earlier: readonly Remembered[]
  /** Bytes of results that still fit into the window; undefined where its size is unknown. */
  readonly resultRoom: number | undefined
}

const DEFAULT_WINDOW = 8_192 // tokens, where the model's window is unknown
const ANSWER_TOKENS = 1_024 // kept free for the reply
const RESULT_SHARE = 0.25 // of the window, kept free for what tools will show

/** At nine tenths of the window the oldest part is put into a few words first. */
export async function prepareContext(turn: RoutedTurn, profile: Profile): Promise<Result<Context>> {
  const { earlier, emit } = turn
  const catalog = catalogOf(turn, profile)
  const known = await recallFacts(turn)
  const budget = budgetOf(turn, catalog, known)
  if (budget.reservedTokens >= budget.limitTokens) return tooLong(budget)
  const fitted = fitWindow(await earlier.load(), budget)
  if (!needsCompaction(fitted.pressure)) return succeed(contextOf(fitted, turn, { profile, catalog, known }))
  const done = await compressSession(turn, 'Triggered')
  earlier.forget()
  if (done.ok)
    emit({ type: 'context.compacted', method: 'Triggered', before: done.value.before, after: done.value.after })
  const shorter = done.ok ? fitWindow(await earlier.load(), budget) : fitted
  return succeed(contextOf(shorter, turn, { profile, catalog, known }))
}

const IN_TALK = 3 // facts in a prompt that did not ask for any

/** Recalls facts before the model is asked: all that fit for memory questions, a few in chat, none elsewhere. */
async function recallFacts({ runtime, route, text, progress, turn }: RoutedTurn): Promise<string> {
  const { memory } = runtime
  const { intent } = route
  if (!memory || (intent !== 'memory_read' && intent !== 'chat_only')) return ''
  const limit = intent === 'memory_read' ? memory.recallLimit : Math.min(IN_TALK, memory.recallLimit)
  const found = await memory.facts.recall(text, { limit, onlyTelling: intent === 'chat_only' })
  // Somebody who asks what is known gets the newest facts where the words find fewer.
  const newest = intent === 'memory_read' && found.length < limit ? await memory.facts.list({ limit }) : []
  const others = newest.filter(({ id }) => !found.some(fact => fact.id === id))
  const facts = [...found, ...others].slice(0, limit)
  memory.noteUse(
    facts.map(({ id }) => id),
    { turn },
  )
  for (const { text: fact } of facts) progress.shown.push(fact)
  return facts.length === 0 && intent === 'chat_only' ? '' : memorySection({ facts }).text
}

/** What the tools take up: as text, or about as much in the provider's own field. */
const catalogOf = ({ allowance: { tools } }: RoutedTurn, profile: Profile): string =>
  tools.length === 0 ? '' : catalogSection(tools, profile === 'strict' ? 'strict' : 'lenient').text

function budgetOf({ text, model, allowance }: RoutedTurn, catalog: string, known: string): WindowBudget {
  const limitTokens = model.contextTokens ?? DEFAULT_WINDOW
  const results = allowance.tools.length === 0 ? 0 : Math.floor(limitTokens * RESULT_SHARE)
  return { limitTokens, reservedTokens: estimateTokens(`${catalog}${known}${text}`) + ANSWER_TOKENS + results }
}

function tooLong({ limitTokens, reservedTokens }: WindowBudget): Result<never> {
  const needed = `The message and the rules need about ${reservedTokens} tokens`
  const message = `${needed}, and the model reads ${limitTokens} at once.`
  return fail('context_full', message, { needed: reservedTokens, window: limitTokens })
}

const MAX_EARLIER_CALLS = 10

type Rules = { readonly profile: Profile; readonly catalog: string; readonly known: string }

function contextOf(
  { knowledge, messages }: FittedWindow,
  { model, text }: RoutedTurn,
  { profile, catalog, known }: Rules,
): Context {
  const calls = messages.filter(each => each.role === 'call').slice(-MAX_EARLIER_CALLS)
  const earlierCalls = calls.map(describeCall)
  const rules = systemSection({ hasTools: catalog !== '', knowledge, earlierCalls })
  const isWritten = catalog !== '' && profile !== 'native'
  const parts = [rules.text, ...(isWritten ? [catalog] : []), ...(known === '' ? [] : [known])]
  const system = parts.join('\n\n')
  return {
    system,
    earlier: messages,
    resultRoom: roomIn(model, () => [system, text, ...messages.map(each => each.text)]),
  }
}

const BYTES_PER_TOKEN = 3 // prose has more, code and lists have less
const REPLY_RULES = 400 // tokens of the sections that say how to reply
const LEAST_ROOM = 1_000

/** A model with a small window sees less of a result, and not the end of it without the rules at the start. */
function roomIn({ contextTokens }: RoutedTurn['model'], texts: () => readonly string[]): number | undefined {
  if (contextTokens === undefined) return undefined
  const used = texts().reduce((sum, each) => sum + estimateTokens(each), ANSWER_TOKENS + REPLY_RULES)
  return Math.max(LEAST_ROOM, Math.floor((contextTokens - used) * BYTES_PER_TOKEN))
}

const MAX_SHOWN_ARGS = 120

function describeCall({ tool, args, ok, receipt }: Remembered & { readonly role: 'call' }): string {
  const shown = JSON.stringify(args)
  const cut = shown.length > MAX_SHOWN_ARGS ? `${shown.slice(0, MAX_SHOWN_ARGS).toWellFormed()}…` : shown
  return `${tool} ${cut}: ${ok ? 'done' : 'failed'}${receipt === undefined ? '' : ` (${receipt})`}`
}
