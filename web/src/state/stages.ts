import type { Json } from 'shapes'
import { howWord } from '../text/how-word.ts'
import { words } from '../words.ts'
import { type CallState, type TurnState, pendingQuestions } from './turn-state.ts'

const say = words.stage

export type StageName = 'router' | 'policy' | 'permissions' | 'attempts' | 'gates' | 'tool' | 'evidence' | 'posthooks'
export type StageStatus =
  | 'waiting'
  | 'running'
  | 'asking'
  | 'ok'
  | 'repaired'
  | 'denied'
  | 'failed'
  | 'skipped'
  | 'warning'
export type StageView = {
  readonly name: StageName
  readonly status: StageStatus
  /** One line that makes sense without colour. */
  readonly says: string
  readonly ms: number | null
}
export const STAGES: readonly StageName[] = [
  'router',
  'policy',
  'permissions',
  'attempts',
  'gates',
  'tool',
  'evidence',
  'posthooks',
]

/** The eight stages of a turn, in order, from its events so far. */
export function stagesOf(turn: TurnState): readonly StageView[] {
  const views = [
    router(turn),
    policy(turn),
    permissions(turn),
    attempts(turn),
    gates(turn),
    tool(turn),
    evidence(turn),
    posthooks(turn),
  ]
  const isOver = turn.status !== 'running'
  const reached = views.findLastIndex(view => view.status !== 'waiting')
  return views.map((view, index) =>
    view.status === 'waiting' && (isOver || index < reached)
      ? { ...view, status: 'skipped', says: skipped(view, isOver) }
      : view,
  )
}

const skipped = (view: StageView, isOver: boolean): string =>
  view.says !== '' ? view.says : isOver ? say.notNeeded : say.notYet

const between = (from: string | null = null, to: string | null = null): number | null =>
  from === null || to === null ? null : Math.max(0, Date.parse(to) - Date.parse(from))

function router({ router: event, startedAt, status, stop }: TurnState): StageView {
  if (event === null)
    return { name: 'router', status: status === 'running' ? 'running' : 'skipped', says: stop?.code ?? '', ms: null }
  const { Intent: intent, Confidence: confidence } = event.output
  const certainty = typeof confidence === 'number' ? ` · ${confidence.toFixed(2)}` : ''
  const says = `${typeof intent === 'string' ? intent : '?'}${certainty}`
  const isUnsure = event.model !== null && event.decided_by !== 'model'
  return { name: 'router', status: isUnsure ? 'repaired' : 'ok', says, ms: between(startedAt, event.ts) }
}

function policy({ policy: event, router: before }: TurnState): StageView {
  if (event === null) return { name: 'policy', status: 'waiting', says: '', ms: null }
  const offered = event.allowed.length
  const says = offered === 0 ? say.noneOffered : say.offered(offered, offered + event.withheld.length)
  return { name: 'policy', status: 'ok', says, ms: between(before?.ts, event.ts) }
}

function permissions(turn: TurnState): StageView {
  const [asked, denied] = [pendingQuestions(turn), turn.permissions.filter(({ type }) => type === 'permission.denied')]
  const granted = turn.permissions.filter(({ type }) => type === 'permission.granted')
  const ms = between(turn.policy?.ts, turn.permissions.findLast(({ step_id: step }) => step === 'step_0')?.ts)
  const view = (status: StageStatus, says: string): StageView => ({ name: 'permissions', status, says, ms })
  const [question] = asked
  if (question) return view('asking', say.asks(question.permission.tool || question.permission.capability))
  if (denied[0]) return view('denied', say.permissionDenied(denied[0].capability || denied[0].tool))
  const refused = turn.questions.find(({ state }) => state !== 'pending' && state !== 'approved')
  if (refused) return view('denied', say.announce(refused.permission.tool, refused.state))
  if (granted[0])
    return view('ok', say.granted(granted[0].capability, granted.length - 1, howWord(granted[0].decided_by ?? '')))
  return view('waiting', turn.policy?.permissions.length === 0 ? say.noneNeeded : '')
}

function attempts({ attempts: all, status, stop }: TurnState): StageView {
  const [rejected, last] = [all.filter(attempt => attempt.rejected !== null).length, all.at(-1)]
  const repaired = all.filter(attempt => attempt.rejected === null && attempt.fixups.length > 0).length
  const ms = all.length === 0 ? null : all.reduce((sum, attempt) => sum + (attempt.completed?.duration_ms ?? 0), 0)
  const view = (state: StageStatus, says: string): StageView => ({ name: 'attempts', status: state, says, ms })
  if (last === undefined) return view('waiting', '')
  if (last.completed === null && status === 'running')
    return view('running', (last.text === '' ? say.waitsForModel : say.writes)(last.started.attempt))
  if (last.rejected !== null && status !== 'running')
    return view(
      stop?.code === 'tool_call_rejected' || status === 'stopped' ? 'denied' : 'failed',
      say.rejected(rejected, all.length),
    )
  if (last.completed?.type === 'attempt.failed') return view('failed', last.completed.code ?? say.modelFailed)
  if (rejected > 0) return view('repaired', say.corrected(rejected, all.length))
  return repaired > 0 ? view('repaired', say.repaired(repaired, all.length)) : view('ok', say.accepted(all.length))
}

function gates({ calls, attempts: all }: TurnState): StageView {
  const [passed, denied] = [
    calls.filter(({ gate }) => gate?.verdict === 'allow').length,
    calls.filter(({ gate }) => gate?.verdict === 'deny'),
  ]
  const replayed = calls.filter(({ gate }) => gate?.verdict === 'replay').length
  const accepted = all.flatMap(attempt => attempt.accepted)
  const spans = calls.map((call, index) => between(accepted[index]?.ts, call.gate?.ts))
  const ms = calls.every(({ gate }) => gate === null) ? null : spans.reduce<number>((sum, span) => sum + (span ?? 0), 0)
  if (denied.length > 0)
    return {
      name: 'gates',
      status: 'denied',
      says: say.refused(denied.length, denied[0]?.gate?.code ?? denied[0]?.gate?.by ?? ''),
      ms,
    }
  if (passed + replayed === 0) return { name: 'gates', status: 'waiting', says: '', ms }
  return { name: 'gates', status: 'ok', says: say.passed(passed + replayed, replayed), ms }
}

function tool({ calls, status }: TurnState): StageView {
  const run = calls.filter(call => call.started !== null || call.ended !== null)
  const [done, failed] = [run.filter(isDone).length, run.filter(({ ended }) => ended?.type === 'tool.failed')]
  const ms = run.length === 0 ? null : run.reduce((sum, call) => sum + (call.ended?.duration_ms ?? 0), 0)
  const view = (state: StageStatus, says: string): StageView => ({ name: 'tool', status: state, says, ms })
  const last = run.at(-1)
  if (last === undefined) return view('waiting', '')
  if (last.ended === null && status === 'running') return view('running', say.runs(last.tool))
  if (failed.length > 0) return view(done > 0 ? 'repaired' : 'failed', say.callsFailed(failed.length, done))
  return view('ok', done === 1 ? say.ran(last.tool) : say.ranMany(done))
}

const isDone = ({ ended }: CallState): boolean => ended?.type === 'tool.completed'

function evidence({ evidence: all, attempts: tries, status, answeredAt }: TurnState): StageView {
  const last = all.at(-1)
  if (last === undefined)
    return { name: 'evidence', status: 'waiting', says: status === 'completed' ? say.notChecked : '', ms: null }
  const answered = tries.findLast(({ started }) => started.attempt === last.attempt)?.completed?.ts
  const ms = between(answered, last.then === 'delivered' ? answeredAt : last.ts)
  const view = (state: StageStatus, says: string): StageView => ({ name: 'evidence', status: state, says, ms })
  if (last.then === 'withheld') return view('failed', say.withheld)
  if (last.then === 'corrected') return view('repaired', say.correction)
  const { verified, citations, unchecked_sentences: unchecked } = last.coverage
  if (last.remarks.length > 0) return view('warning', say.neverRan)
  if (last.verdict === null) return view('waiting', unchecked > 0 ? say.unchecked(unchecked) : say.nothingCited)
  const state = last.verdict !== 'verified' ? 'warning' : all.length > 1 ? 'repaired' : 'ok'
  return view(state, say.checked(verified, citations, unchecked))
}

function posthooks({ hooks, answeredAt, endedAt, status }: TurnState): StageView {
  if (hooks.length === 0)
    return {
      name: 'posthooks',
      status: answeredAt !== null && status === 'running' ? 'running' : 'waiting',
      says: '',
      ms: null,
    }
  const number = (key: string): number => hooks.reduce((sum, { did }) => sum + sizeOf(did[key]), 0)
  const [stored, asked] = [number('stored'), number('asked')]
  const says = asked > 0 ? say.toConfirm(asked) : say.kept(stored)
  return { name: 'posthooks', status: 'ok', says, ms: between(answeredAt, endedAt ?? hooks.at(-1)?.ts) }
}

/** The length of a list, or a number itself. */
export const sizeOf = (value: Json | undefined): number =>
  Array.isArray(value) ? value.length : typeof value === 'number' ? value : 0
