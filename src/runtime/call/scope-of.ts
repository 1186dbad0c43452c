import type { Scope } from '../../core/index.ts'

type Known = Omit<Scope, 'counters' | 'approved'>
type Added = Pick<Scope, 'counters' | 'approved' | 'step' | 'progress'>
/** With every member, so that the compiler finds the one that is forgotten here. */
type Whole = { readonly [Name in keyof Scope]-?: Scope[Name] }

/** Written out, because V8 copies objects by way of `...` far more slowly, and every call needs one of these. */
export const scopeOf = (known: Known, { counters, approved, step, progress }: Added): Whole => ({
  principal: known.principal,
  credential: known.credential,
  agent: known.agent,
  session: known.session,
  turn: known.turn,
  run: known.run,
  step,
  conference: known.conference,
  task: known.task,
  event: known.event,
  route: known.route,
  allowance: known.allowance,
  counters,
  conversation: known.conversation,
  trust: known.trust,
  ownAct: known.ownAct,
  approved,
  signal: known.signal,
  progress,
})
