import {
  type Fault,
  type Gate,
  type JsonObject,
  type Proposal,
  type Question,
  type Scope,
  type Verdict,
  fault,
  messageOf,
} from '../../core/index.ts'
import { approvalUse } from '../../permissions/index.ts'
import type { CallRuntime, PersonAnswer } from './call-runtime.ts'

/** What all gates together said, and which one ended it. */
export type Passage =
  | { readonly kind: 'allow'; readonly notes: JsonObject; readonly decidedBy: string; readonly uses: readonly string[] }
  | { readonly kind: 'deny'; readonly gate: string; readonly fault: Fault; readonly notes: JsonObject }
  | {
      readonly kind: 'replay'
      readonly verdict: Verdict & { readonly kind: 'replay' }
      readonly notes: JsonObject
      readonly decidedBy: string
    }

type Walk =
  | Passage
  | { readonly kind: 'ask'; readonly gate: string; readonly question: Question; readonly notes: JsonObject }

const MAX_QUESTIONS = 3 // each approval answers all gates, so a gate that asks again after three is never satisfied

/** Runs all gates in order. After a person's answer all of them run again: the world may have changed meanwhile. */
export async function passGates(proposal: Proposal, scope: Scope, runtime: CallRuntime): Promise<Passage> {
  for (let asked = 0; asked < MAX_QUESTIONS; asked++) {
    const walk = await walkGates(proposal, scope, runtime)
    if (walk.kind !== 'ask') return walk
    const refused = await askPerson(proposal, { scope, question: walk.question }, runtime)
    if (refused) return { kind: 'deny', gate: walk.gate, fault: refused, notes: walk.notes }
  }
  return {
    kind: 'deny',
    gate: 'confirmation',
    fault: fault('confirmation_required', 'The call was asked about again and again.'),
    notes: {},
  }
}

async function walkGates(proposal: Proposal, scope: Scope, { gates, approvals }: CallRuntime): Promise<Walk> {
  const notes: Record<string, string> = {}
  const uses = new Set<string>()
  let decidedBy = 'none'
  let person: string | undefined
  for (const gate of gates) {
    if (gate.forModelsOnly === true && scope.ownAct) continue
    const answer = askGate(gate, proposal, scope)
    const said = answer instanceof Promise ? await answer : answer
    const verdict = said.kind === 'ask' ? await answered(said, { proposal, scope, approvals }) : said
    if (said.kind === 'ask') for (const { name, value } of said.notes ?? []) notes[name] = value
    if (verdict.kind === 'ask') return { kind: 'ask', gate: gate.name, question: verdict.question, notes }
    if (verdict.kind === 'replay') return { kind: 'replay', verdict, notes, decidedBy }
    for (const { name, value } of verdict.notes ?? []) notes[name] = value
    if (verdict.kind === 'deny') return { kind: 'deny', gate: gate.name, fault: verdict.fault, notes }
    for (const use of verdict.uses ?? []) uses.add(use)
    if (said.kind === 'ask') person = verdict.decidedBy
    // Later gates decide more closely, and a person's word about this very call stands above all of them.
    decidedBy = person ?? verdict.decidedBy ?? decidedBy
  }
  return { kind: 'allow', notes, decidedBy, uses: [...uses] }
}

/**
 * A gate may be third-party code: one that throws has not allowed the call. Gates that need not wait answer at once.
 */
function askGate(gate: Gate, proposal: Proposal, scope: Scope): Verdict | Promise<Verdict> {
  try {
    const verdict = gate.check(proposal, scope)
    return 'then' in verdict ? verdictOf(gate, verdict) : verdict
  } catch (thrown) {
    return failed(gate, thrown)
  }
}

async function verdictOf(gate: Gate, verdict: Promise<Verdict>): Promise<Verdict> {
  try {
    return await verdict
  } catch (thrown) {
    return failed(gate, thrown)
  }
}

const failed = ({ name }: Gate, thrown: unknown): Verdict => ({
  kind: 'deny',
  fault: fault('policy_blocked', `The gate "${name}" failed, so the call does not run: ${messageOf(thrown)}`),
})

type Answering = { readonly proposal: Proposal; readonly scope: Scope; readonly approvals: CallRuntime['approvals'] }

/** Third-party gates need not know of approvals: their question is answered by an approval of this very call. */
async function answered(
  asked: Verdict & { readonly kind: 'ask' },
  { proposal, scope, approvals }: Answering,
): Promise<Verdict> {
  const approval = await approvals.find(proposal, scope)
  if (!approval) return asked
  return { kind: 'allow', decidedBy: approval.decidedBy ?? 'none', uses: [approvalUse(approval.id)] }
}

/** The whole way, because an approval counts only in the session that asked. */
function howToApprove(reason: string, id: string, session: string): string {
  const sentence = /[.!?]$/.test(reason) ? reason : `${reason}.`
  const command = `countersign permissions approve ${id}`
  return `${sentence} Approve it with: ${command} and make the same call again with --session ${session}.`
}

type Asking = { readonly scope: Scope; readonly question: Question }

/** Undefined when a person has approved; otherwise why the call stops here. */
async function askPerson(
  proposal: Proposal,
  { scope, question }: Asking,
  { approvals, ask }: CallRuntime,
): Promise<Fault | undefined> {
  const requested = await approvals.request(proposal, scope, question)
  if (!requested.ok) return requested.error
  const { id } = requested.value
  if (!ask)
    return fault('confirmation_required', howToApprove(question.reason, id, scope.session), {
      approval: id,
      session: scope.session,
    })
  const answer = await askOrGiveUp(() => ask(requested.value, proposal, scope.signal))
  if (answer === undefined)
    return fault('confirmation_required', 'Asking a person failed, so the call did not run.', { approval: id })
  if (answer === 'timeout')
    return fault('approval_timeout', 'Nobody answered in time, so it did not run.', { approval: id })
  if (answer === 'decided') return (await approvals.get(id))?.state === 'approved' ? undefined : saidNo(id)
  const decided = await approvals.decide(id, answer)
  // The first answer counts, and another entry point may have given it.
  const state = decided.ok ? decided.value.state : (await approvals.get(id))?.state
  if (!decided.ok && (state === undefined || state === 'pending')) return decided.error
  return state === 'approved' ? undefined : saidNo(id, answer)
}

type No = { readonly decidedBy?: string; readonly because?: string }

const saidNo = (id: string, { decidedBy, because }: No = {}): Fault => {
  const who = decidedBy === 'rule' ? 'a rule says no' : 'the user said no'
  return fault('permission_denied', `Permission denied: ${who} to this call${inWords(because)}`, { approval: id })
}

const inWords = (because: string | undefined): string =>
  because === undefined || because === '' ? '.' : `, because: ${because}`

async function askOrGiveUp(ask: () => Promise<PersonAnswer>): Promise<PersonAnswer | undefined> {
  try {
    return await ask()
  } catch {
    return undefined
  }
}
