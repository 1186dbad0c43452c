import { setTimeout as pause } from 'node:timers/promises'
import { type Proposal, type Result, fail, fault, newSecretId, succeed } from '../../../core/index.ts'
import { type AskPermission, permissionSection } from '../../../permissions/index.ts'
import { type AskPerson, type People, type PersonAnswer, type Runtime, valuesOf } from '../../../runtime/index.ts'
import type { Caller } from '../access/caller.ts'
import type {
  ApprovalMode,
  PermissionDecided,
  PermissionDecision,
  PermissionDryRun,
  PermissionExtended,
  PermissionView,
} from '../shapes.ts'
import { giveStanding } from './give-standing.ts'
import { grantView } from './grant-view.ts'
import { giveMoreTime } from './more-time.ts'
import { type Asker, callView, capabilityView, changeOf } from './permission-view.ts'
import { type StandingChoice, choicesForCall, choicesForCapability } from './standing-rule.ts'
import { type Ending, type Held, type WaitingRoom, createWaitingRoom } from './waiting-room.ts'

/** A turn or call that may have questions. */
export type Asking = { readonly asker: Asker; readonly caller: Caller; readonly mode: ApprovalMode }

/** Where questions wait for a person at the console, and what becomes of them. */
export type PermissionDesk = {
  readonly peopleFor: (asking: Asking) => People
  readonly list: (session?: string) => Promise<readonly PermissionView[]>
  readonly get: (id: string) => Promise<PermissionView | undefined>
  readonly decide: (id: string, decision: PermissionDecision, caller: Caller) => Promise<Result<PermissionDecided>>
  readonly extend: (id: string, caller: Caller) => Promise<Result<PermissionExtended>>
  readonly dryRun: (id: string) => Promise<Result<PermissionDryRun>>
  readonly waiting: (session?: string) => number
  /** Nobody can answer any more. */
  readonly close: () => void
}

export type DeskWatch = {
  readonly pending: (view: PermissionView) => void
  readonly decided: (view: PermissionView, ending: Ending) => void
  readonly extended: (view: PermissionView) => void
}

export type DeskParts = { readonly runtime: Runtime; readonly savedIn: string; readonly watch: DeskWatch }

export function createPermissionDesk({ runtime, savedIn, watch }: DeskParts): PermissionDesk {
  const room = createWaitingRoom({
    entered: ({ view }) => watch.pending(view),
    left: ({ view }, ending) => watch.decided(view, ending),
  })
  const parts = { runtime, savedIn, room }
  const unheld = async (): Promise<readonly PermissionView[]> => {
    const held = new Set(room.list().map(({ view }) => view.id))
    const waiting = await runtime.approvals.pending()
    // One that was put on the list just now is about to be held by its turn.
    const before = runtime.ledger.now() - JUST_NOW
    return waiting
      .filter(({ id, requestedAt }) => !held.has(id) && requestedAt <= before)
      .map(approval => storedView(approval, runtime))
  }
  return {
    peopleFor: asking => peopleFor(asking, parts),
    async list(session) {
      const all = [...room.list().map(({ view }) => view), ...(await unheld())]
      const wanted = session === undefined ? all : all.filter(({ session_id }) => session_id === session)
      return wanted.toSorted((a, b) => (a.requested_at < b.requested_at ? -1 : 1))
    },
    async get(id) {
      const approval = room.find(id) ? undefined : await runtime.approvals.get(id)
      return room.find(id)?.view ?? (approval && storedView(approval, runtime))
    },
    decide: (id, decision, caller) =>
      room.find(id) ? decideHeld(id, decision, { ...parts, caller }) : decideStored(id, decision, { ...parts, caller }),
    async extend(id, caller) {
      const more = await giveMoreTime(id, { runtime, room, caller })
      const view = room.find(id)?.view
      if (more.ok && view) watch.extended(view)
      return more
    },
    dryRun: id => dryRun(room.find(id), runtime),
    waiting: session => room.list().filter(({ view }) => session === undefined || view.session_id === session).length,
    close: () => room.close(),
  }
}

const JUST_NOW = 300 // milliseconds

type Parts = Omit<DeskParts, 'watch'> & { readonly room: WaitingRoom }
type Deciding = Parts & { readonly caller: Caller }

const NOBODY_ASKS = 'a caller of this kind is not asked about, it is told no'

function peopleFor({ asker, caller, mode }: Asking, parts: Parts): People {
  if (mode === 'return') return {}
  if (mode === 'deny')
    return { ask: async () => ({ state: 'denied', decidedBy: 'rule', credential: 'server', because: NOBODY_ASKS }) }
  // At a console it is the model's turn that asks, not the person who reads along and answers.
  const credential = caller.who === 'key' ? caller.credential : (asker.turn ?? 'a call at the console')
  const about = { asker, principal: caller.principal, credential }
  return { ask: askAboutCall(about, parts), askPermission: askForCapability(about, parts) }
}

type About = { readonly asker: Asker; readonly principal: string; readonly credential: string }

const askAboutCall =
  ({ asker, principal, credential }: About, { runtime, savedIn, room }: Parts): AskPerson =>
  async (approval, proposal, signal) => {
    const choices = choicesForCall(proposal, runtime, savedIn)
    const view = callView({ approval, proposal, asker, choices }, runtime)
    const milliseconds = approval.ends.at - runtime.ledger.now()
    const stopLooking = lookElsewhere(approval.id, { runtime, room })
    try {
      const held = {
        view,
        choices,
        principal,
        credential: approval.askedBy || credential,
        dryRun: () => tryDry(proposal, runtime),
      }
      return answerTo(await room.wait(held, { milliseconds, signal }))
    } finally {
      stopLooking()
    }
  }

const LOOK_MS = 500

/** The same question stands on the list that the command line shows, and may be answered there. */
function lookElsewhere(id: string, { runtime, room }: Pick<Parts, 'runtime' | 'room'>): () => void {
  const look = async (): Promise<void> => {
    const state = (await runtime.approvals.get(id))?.state
    if (state === 'approved' || state === 'denied') room.answer(id, { kind: 'elsewhere', state })
  }
  const looking = setInterval(() => void look().catch(() => undefined), LOOK_MS).unref()
  return () => clearInterval(looking)
}

function answerTo(ending: Ending): PersonAnswer {
  const by = { decidedBy: 'console', credential: 'person at the console' } as const
  if (ending.kind === 'expired') return 'timeout'
  if (ending.kind === 'allow') return { state: 'approved', ...by }
  if (ending.kind === 'elsewhere') return { state: ending.state, ...by }
  const because = ending.kind === 'withdrawn' ? 'the turn was stopped' : ending.because
  return { state: 'denied', ...by, ...(because !== undefined && { because }) }
}

const askForCapability =
  ({ asker, principal, credential }: About, { runtime, savedIn, room }: Parts): AskPermission =>
  async (question, signal) => {
    const { capability, seconds, tool } = question
    const mayAlways = runtime.catalog.get(tool)?.risk !== 'destroy'
    const choices = choicesForCapability({ capability, seconds, mayAlways }, runtime, savedIn)
    const milliseconds = valuesOf(runtime.config, permissionSection).approval_secs * 1_000
    const requestedAt = runtime.ledger.now()
    const id = newSecretId('appr')
    const view = capabilityView(
      { id, question, asker, choices, requestedAt, expiresAt: requestedAt + milliseconds },
      runtime,
    )
    const ending = await room.wait({ view, choices, principal, credential }, { milliseconds, signal })
    if (ending.kind !== 'allow') return { kind: 'deny', decidedBy: 'console' }
    return ending.grant ? { kind: 'given', grant: ending.grant } : { kind: 'turn', decidedBy: 'console' }
  }

async function decideHeld(
  id: string,
  decision: PermissionDecision,
  deciding: Deciding,
): Promise<Result<PermissionDecided>> {
  const { room, caller } = deciding
  const held = room.find(id)
  if (!held) return gone(id)
  if (held.credential === caller.credential)
    return fail('approval_invalid', 'Whoever asks cannot approve; another door must.')
  if (decision.decision === 'deny')
    return settle(held, { kind: 'deny', because: decision.reason }, { ...deciding, grant: null })
  const chosen = chooseFrom(held.choices, decision)
  if (!chosen.ok) return chosen
  const given = await giveStanding(held, { choice: chosen.value, decision }, deciding.runtime)
  if (!given.ok) return given
  const grant = given.value ? grantView(given.value) : null
  return settle(held, { kind: 'allow', as: chosen.value.for, grant: given.value }, { ...deciding, grant })
}

type Settling = Deciding & { readonly grant: PermissionDecided['grant'] }

async function settle(
  { view }: Held,
  ending: Ending & { kind: 'allow' | 'deny' },
  { room, runtime, grant }: Settling,
): Promise<Result<PermissionDecided>> {
  const { id } = view
  if (!room.answer(id, ending)) return gone(id)
  if (view.kind === 'call') await isRecorded(id, runtime)
  return succeed({ id, state: ending.kind === 'allow' ? 'approved' : 'denied', decided_by: 'console', grant })
}

const TRIES = 100

/** The path writes the answer down; whoever reads the list right after deciding should see it. */
async function isRecorded(id: string, { approvals }: Runtime): Promise<void> {
  for (let tries = 0; tries < TRIES; tries++) {
    if ((await approvals.get(id))?.state !== 'pending') return
    await pause(5)
  }
}

const gone = (id: string): Result<never> =>
  fail('approval_invalid', `${id} was answered already, or nobody waits for it any more.`)

/** The narrowest yes unless more is said; a rule is saved only in the words that were shown. */
function chooseFrom(
  choices: readonly StandingChoice[],
  decision: PermissionDecision & { decision: 'allow' },
): Result<StandingChoice> {
  const wanted = decision.for ?? 'once'
  const offered = choices.filter(choice => choice.for === wanted)
  const rule = 'rule' in decision ? decision.rule : undefined
  const found = wanted === 'always' ? offered.find(each => each.rule === rule) : offered[0]
  if (found) return succeed(found)
  const error =
    offered.length === 0
      ? `This question cannot be answered for "${wanted}".`
      : 'The rule is not word for word one of those that were offered.'
  return { ok: false, error: fault('request_invalid', error, { param: offered.length === 0 ? 'for' : 'rule' }) }
}

/** A question that no turn waits for: a yes holds for the same call when it is made again. */
async function decideStored(
  id: string,
  decision: PermissionDecision,
  { runtime, caller }: Deciding,
): Promise<Result<PermissionDecided>> {
  if (!(await runtime.approvals.get(id))) return fail('resource_unknown', `There is no question ${id}.`)
  if (decision.decision === 'allow' && (decision.for ?? 'once') !== 'once')
    return {
      ok: false,
      error: fault('request_invalid', 'Nobody waits for it any more, so only this one call can be allowed.', {
        param: 'for',
      }),
    }
  const state = decision.decision === 'allow' ? 'approved' : 'denied'
  const decided = await runtime.approvals.decide(id, { state, decidedBy: 'console', credential: caller.credential })
  return decided.ok ? succeed({ id, state, decided_by: 'console', grant: null }) : decided
}

/** The files as they are at this moment, not as they were when it was asked. */
async function tryDry(
  { call, ...proposal }: Proposal,
  { parts }: Runtime,
): Promise<Pick<PermissionDryRun, 'summary' | 'change'>> {
  const assessment = (await parts.executorOf(call.tool.name)?.assess?.(call)) ?? proposal.assessment
  return { summary: assessment.summary, change: changeOf(assessment) }
}

async function dryRun(held: Held | undefined, { ledger }: Runtime): Promise<Result<PermissionDryRun>> {
  if (!held) return fail('resource_unknown', 'No turn waits for this question any more, so there is nothing to try.')
  const { id, summary } = held.view
  const at = new Date(ledger.now()).toISOString()
  return succeed({ id, summary, change: null, ...(await held.dryRun?.()), at })
}

function storedView(approval: Parameters<typeof callView>[0]['approval'], runtime: Runtime): PermissionView {
  const asker = { session: approval.session, turn: null, model: null, caller: null }
  const isOver = approval.state === 'pending' && approval.ends.at <= runtime.ledger.now()
  const once = {
    for: 'once',
    seconds: null,
    rule: `allow this one call of ${approval.tool}`,
    saved_in: null,
    paths: [],
  } as const
  return callView(
    { approval, proposal: undefined, asker, choices: [once], state: isOver ? 'expired' : approval.state },
    runtime,
  )
}
