import { type Model, type Profile, type Trust, textOf } from '../core/index.ts'
import { adversarialPolicySection } from '../gates/index.ts'
import type { Grant } from '../permissions/index.ts'
import { fitWindow } from '../session/index.ts'
import { valuesOf } from './config/index.ts'
import type { Runtime } from './runtime.ts'
import { type TurnLimits, turnLimits } from './turn/budgets.ts'
import { chooseProfile } from './turn/choose-profile.ts'

type StatusQuestion = {
  readonly session: string
  readonly model: Model | undefined
  /** What was asked for; left out, the occasion decides. */
  readonly profile?: Profile | undefined
}

export type SessionStatus = {
  readonly session: string
  readonly model: string | null
  readonly profile: Profile | null
  readonly context: ContextUse
  readonly limits: Pick<TurnLimits, 'steps' | 'bytesPerStep' | 'bytesPerTurn' | 'repairs'>
  readonly grants: readonly GrantState[]
  readonly trust: Trust
  /** null when it is switched off. */
  readonly adversarialPolicy: AdversarialState | null
}

/** Tokens are estimated: what was said before, without rules, tools and the next message. */
type ContextUse = {
  readonly tokens: number
  readonly limit: number | null
  readonly messages: number
  readonly turns: number
  /** How the summaries came about, the oldest first. */
  readonly summaries: readonly string[]
}

export type GrantState = {
  readonly id: string
  readonly capability: string
  readonly decidedBy: string
  /** It holds in every session. */
  readonly always: boolean
  readonly confirmsWrites: boolean
  /** null: until it is revoked. */
  readonly secondsLeft: number | null
}

type AdversarialState = { readonly provider: string; readonly policies: number; readonly failOpen: boolean }

/** The state of a conversation: which model answers, how full its window is, which grants hold, and how long. */
export async function sessionStatus(
  { session, model, profile }: StatusQuestion,
  runtime: Runtime,
): Promise<SessionStatus> {
  const { trust, broker } = runtime
  const request = { message: '', ...(profile && { profile }) }
  const chosen = model ? chooseProfile(request, model, false) : null
  const grants = (await broker.list()).filter(grant => grant.session === null || grant.session === session)
  return {
    session,
    model: model?.id ?? null,
    profile: chosen,
    context: await contextUse(session, model, runtime),
    limits: turnLimits(request, chosen ?? 'lenient', runtime.turns.settings),
    grants: grants.map(grant => grantState(grant, runtime.ledger.now())),
    trust,
    adversarialPolicy: adversarialState(runtime),
  }
}

const WIDE = 1_000_000_000 // tokens: nothing is left out of the count

async function contextUse(session: string, model: Model | undefined, { sessions }: Runtime): Promise<ContextUse> {
  const conversation = await sessions.load(session)
  const limit = model?.contextTokens ?? null
  const { pressure } = fitWindow(conversation, { limitTokens: WIDE, reservedTokens: 0 })
  const summaries = (await sessions.summaries(session)).map(row => textOf(row['compaction_method']))
  return {
    tokens: Math.round(pressure * WIDE),
    limit,
    messages: conversation.messages.length,
    turns: conversation.turns,
    summaries,
  }
}

const grantState = ({ id, capability, decidedBy, session, confirmsWrites, ends }: Grant, now: number): GrantState => ({
  id,
  capability,
  decidedBy,
  always: session === null,
  confirmsWrites,
  secondsLeft: ends ? Math.max(0, Math.ceil((ends.at - now) / 1_000)) : null,
})

/** Null while the gate is off. */
function adversarialState({ config, models }: Runtime): AdversarialState | null {
  const { enabled, policies, fail_open: failOpen } = valuesOf(config, adversarialPolicySection)
  const count = policies.filter(policy => policy.trim() !== '').length
  return enabled ? { provider: models.adversarialPolicy?.id ?? 'none', policies: count, failOpen } : null
}
