import { type Proposal, type Result, fail, newSecretId, succeed } from '../../../core/index.ts'
import { type Approval, type AskPermission, permissionSection } from '../../../permissions/index.ts'
import { type AskPerson, type People, type PersonAnswer, type Runtime, valuesOf } from '../../../runtime/index.ts'
import type { Caller } from '../access/caller.ts'
import type {
  ApprovalHandling,
  PermissionDecided,
  PermissionDecision,
  PermissionDryRun,
  PermissionExtended,
  PermissionView,
} from '../shapes.ts'
import { issueStandingGrant } from './issue-standing-grant.ts'
import { grantView } from './grant-view.ts'
import { extendApproval } from './extend-approval.ts'
import { type Asker, callView, capabilityView, changeOf } from './permission-view.ts'
import { type ApprovalChoice, choicesForCall, choicesForCapability } from './approval-choices.ts'
import {
  type QuestionOutcome,
  type HeldQuestion,
  type WaitingQuestions,
  createWaitingQuestions,
} from './waiting-questions.ts'

/** A turn or call that may need a person's approval. */
type QuestionSource = { readonly asker: Asker; readonly caller: Caller; readonly mode: ApprovalHandling }

/** The approval requests of this server: listed, answered, extended. */
export type ApprovalQueue = {
  readonly peopleFor: (asking: QuestionSource) => People
  readonly list: (session?: string) => Promise<readonly PermissionView[]>
  readonly get: (id: string) => Promise<PermissionView | undefined>
  readonly decide: (id: string, decision: PermissionDecision, caller: Caller) => Promise<Result<PermissionDecided>>
  readonly extend: (id: string, caller: Caller) => Promise<Result<PermissionExtended>>
  readonly dryRun: (id: string) => Promise<Result<PermissionDryRun>>
  readonly waiting: (session?: string) => number
  /** Withdraws every question: the server stops. */
  readonly close: () => void
}

export type ApprovalListener = {
  readonly pending: (view: PermissionView) => void
  readonly decided: (view: PermissionView, ending: QuestionOutcome) => void
  readonly extended: (view: PermissionView) => void
}

type ApprovalQueueOptions = {
  readonly runtime: Runtime
  readonly savedIn: string
  readonly watch: ApprovalListener
}

export function createApprovalQueue({ runtime, savedIn, watch }: ApprovalQueueOptions): ApprovalQueue {
  const questions = createWaitingQuestions({
    added: ({ view }) => watch.pending(view),
    removed: ({ view }, ending) => watch.decided(view, ending),
  })
  const parts = { runtime, savedIn, questions }
  const unheld = async (): Promise<readonly PermissionView[]> => {
    const held = new Set(questions.list().map(({ view }) => view.id))
    const waiting = await runtime.approvals.pending()
    // A request younger than this is about to be held by its turn.
    const before = runtime.ledger.now() - JUST_NOW
    return waiting
      .filter(({ id, requestedAt }) => !held.has(id) && requestedAt <= before)
      .map(approval => storedView(approval, runtime))
  }
  return {
    peopleFor: asking => peopleFor(asking, parts),
    async list(session) {
      const all = [...questions.list().map(({ view }) => view), ...(await unheld())]
      const wanted = session === undefined ? all : all.filter(({ session_id }) => session_id === session)
      return wanted.toSorted((a, b) => (a.requested_at < b.requested_at ? -1 : 1))
    },
    async get(id) {
      const approval = questions.find(id) ? undefined : await runtime.approvals.get(id)
      return questions.find(id)?.view ?? (approval && storedView(approval, runtime))
    },
    decide: (id, decision, caller) =>
      questions.find(id)
        ? decideHeld(id, decision, { ...parts, caller })
        : decideStored(id, decision, { ...parts, caller }),
    async extend(id, caller) {
      const more = await extendApproval(id, { runtime, questions, caller })
      const view = questions.find(id)?.view
      if (more.ok && view) watch.extended(view)
      return more
    },
    dryRun: id => dryRun(questions.find(id), runtime),
    waiting: session =>
      questions.list().filter(({ view }) => session === undefined || view.session_id === session).length,
    close: () => questions.close(),
  }
}

const JUST_NOW = 300 // milliseconds

type QueueParts = Omit<ApprovalQueueOptions, 'watch'> & { readonly questions: WaitingQuestions }
type DecisionParts = QueueParts & { readonly caller: Caller }

const NO_PROMPTS = 'the approval setting of this caller is "deny"'

function peopleFor({ asker, caller, mode }: QuestionSource, parts: QueueParts): People {
  if (mode === 'return') return {}
  if (mode === 'deny')
    return { ask: async () => ({ state: 'denied', decidedBy: 'rule', credential: 'server', because: NO_PROMPTS }) }
  // In the console the turn asks, not the person who started it: that person may answer.
  const credential = caller.who === 'key' ? caller.credential : (asker.turn ?? 'a call at the console')
  const about = { asker, principal: caller.principal, credential }
  return { ask: askAboutCall(about, parts), askPermission: askForCapability(about, parts) }
}

type QuestionOwner = { readonly asker: Asker; readonly principal: string; readonly credential: string }

const askAboutCall =
  ({ asker, principal, credential }: QuestionOwner, { runtime, savedIn, questions }: QueueParts): AskPerson =>
  async (approval, proposal, signal) => {
    const choices = choicesForCall(proposal, runtime, savedIn)
    const view = callView({ approval, proposal, asker, choices }, runtime)
    const milliseconds = approval.ends.at - runtime.ledger.now()
    const stopLooking = watchForAnswerElsewhere(approval.id, { runtime, questions })
    try {
      const held = {
        view,
        choices,
        principal,
        credential: approval.askedBy || credential,
        dryRun: () => tryDry(proposal, runtime),
      }
      return answerTo(await questions.wait(held, { milliseconds, signal }))
    } finally {
      stopLooking()
    }
  }

/** The same question is on the list of `countersign permissions`, where it may be answered too. */
function watchForAnswerElsewhere(
  id: string,
  { runtime, questions }: Pick<QueueParts, 'runtime' | 'questions'>,
): () => void {
  const stop = new AbortController()
  const answer = (approval: Approval | undefined): void => {
    const state = approval?.state
    if (state === 'approved' || state === 'denied') questions.answer(id, { kind: 'elsewhere', state })
  }
  // If the store fails, the question can still be answered here.
  runtime.approvals.whenDecided(id, stop.signal).then(answer, () => undefined)
  return () => stop.abort()
}

function answerTo(ending: QuestionOutcome): PersonAnswer {
  const by = { decidedBy: 'console', credential: 'person at the console' } as const
  if (ending.kind === 'expired') return 'timeout'
  if (ending.kind === 'allow') return { state: 'approved', ...by }
  if (ending.kind === 'elsewhere') return { state: ending.state, ...by }
  const because = ending.kind === 'withdrawn' ? 'the turn was stopped' : ending.because
  return { state: 'denied', ...by, ...(because !== undefined && { because }) }
}

const askForCapability =
  ({ asker, principal, credential }: QuestionOwner, { runtime, savedIn, questions }: QueueParts): AskPermission =>
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
    const ending = await questions.wait({ view, choices, principal, credential }, { milliseconds, signal })
    if (ending.kind !== 'allow') return { kind: 'deny', decidedBy: 'console' }
    return ending.grant ? { kind: 'given', grant: ending.grant } : { kind: 'turn', decidedBy: 'console' }
  }

async function decideHeld(
  id: string,
  decision: PermissionDecision,
  deciding: DecisionParts,
): Promise<Result<PermissionDecided>> {
  const { questions, caller } = deciding
  const held = questions.find(id)
  if (!held) return gone(id)
  if (held.credential === caller.credential)
    return fail(
      'approval_invalid',
      'The credential that asks cannot approve. Approve in the console or with another key.',
    )
  if (decision.decision === 'deny')
    return settle(held, { kind: 'deny', because: decision.reason }, { ...deciding, grant: null })
  const chosen = chooseFrom(held.choices, decision)
  if (!chosen.ok) return chosen
  const given = await issueStandingGrant(held, { choice: chosen.value, decision }, deciding.runtime)
  if (!given.ok) return given
  const grant = given.value ? grantView(given.value) : null
  return settle(held, { kind: 'allow', as: chosen.value.for, grant: given.value }, { ...deciding, grant })
}

const RECORDED_MS = 500

type SettleParts = DecisionParts & { readonly grant: PermissionDecided['grant'] }

async function settle(
  { view }: HeldQuestion,
  ending: QuestionOutcome & { kind: 'allow' | 'deny' },
  { questions, runtime, grant }: SettleParts,
): Promise<Result<PermissionDecided>> {
  const { id } = view
  if (!questions.answer(id, ending)) return gone(id)
  // The turn records the answer. A client that lists right after deciding must see it.
  if (view.kind === 'call') await runtime.approvals.whenDecided(id, AbortSignal.timeout(RECORDED_MS))
  return succeed({ id, state: ending.kind === 'allow' ? 'approved' : 'denied', decided_by: 'console', grant })
}

const gone = (id: string): Result<never> =>
  fail('approval_invalid', `${id} was already answered, or its turn no longer waits.`)

/** "once" unless the decision says more. A rule is saved only if it is word for word one that was shown. */
function chooseFrom(
  choices: readonly ApprovalChoice[],
  decision: PermissionDecision & { decision: 'allow' },
): Result<ApprovalChoice> {
  const wanted = decision.for ?? 'once'
  const offered = choices.filter(choice => choice.for === wanted)
  const rule = 'rule' in decision ? decision.rule : undefined
  const found = wanted === 'always' ? offered.find(each => each.rule === rule) : offered[0]
  if (found) return succeed(found)
  const error =
    offered.length === 0
      ? `This question cannot be answered for "${wanted}".`
      : 'The rule must be one of the offered rules, word for word.'
  return fail('request_invalid', error, { param: offered.length === 0 ? 'for' : 'rule' })
}

/** Decides a question that no turn waits for: an approval then holds for the same call when it is made again. */
async function decideStored(
  id: string,
  decision: PermissionDecision,
  { runtime, caller }: DecisionParts,
): Promise<Result<PermissionDecided>> {
  if (!(await runtime.approvals.get(id))) return fail('resource_unknown', `There is no approval request ${id}.`)
  if (decision.decision === 'allow' && (decision.for ?? 'once') !== 'once')
    return fail('request_invalid', 'Its turn no longer waits, so only this one call can be allowed.', {
      param: 'for',
    })
  const state = decision.decision === 'allow' ? 'approved' : 'denied'
  const decided = await runtime.approvals.decide(id, { state, decidedBy: 'console', credential: caller.credential })
  return decided.ok ? succeed({ id, state, decided_by: 'console', grant: null }) : decided
}

/** What the call would do to the files as they are now, not as they were when it asked. */
async function tryDry(
  { call, ...proposal }: Proposal,
  { executorOf }: Runtime,
): Promise<Pick<PermissionDryRun, 'summary' | 'change'>> {
  const assessment = (await executorOf(call.tool.name)?.assess?.(call)) ?? proposal.assessment
  return { summary: assessment.summary, change: changeOf(assessment) }
}

async function dryRun(held: HeldQuestion | undefined, { ledger }: Runtime): Promise<Result<PermissionDryRun>> {
  if (!held)
    return fail('resource_unknown', 'No turn waits for this question any more, so there is nothing to dry-run.')
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
