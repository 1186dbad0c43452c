import type { Fault, FaultCode, Model, Profile } from '../../core/index.ts'
import { type Share, shareOf } from '../../ledger/index.ts'
import type { GuardedAnswer } from './ask-guarded.ts'
import type { PlainAnswer } from './ask-plainly.ts'
import type { CheckCase, CheckedCall } from './check-case.ts'
import { type ContextFit, fitContext } from './context-fit.ts'

/** One case, asked both ways. */
export type CheckedCase = { readonly tested: CheckCase; readonly plain: PlainAnswer; readonly guarded: GuardedAnswer }

export type CheckScore = { readonly right: number } & Omit<Share, 'n'>

/** A case that was not right both ways: what the model wrote, and what came of it. */
export type Difference = {
  readonly id: string
  readonly kind: string
  readonly message: string
  readonly plain: { readonly wrote: string; readonly because: string | null; readonly calls: readonly CheckedCall[] }
  readonly guarded: {
    readonly wrote: string
    readonly calls: readonly CheckedCall[]
    readonly dialect: string | null
    readonly fixups: readonly string[]
    readonly aliases: readonly string[]
    readonly repairs: number
    readonly refused: readonly string[]
  }
}

export type CheckReport = {
  readonly model: string
  readonly provider: string
  /** How many were asked both ways. */
  readonly cases: number
  readonly plain: CheckScore & { readonly asked: 'tools field' | 'prompt' }
  readonly guarded: CheckScore & { readonly profile: Profile | null }
  readonly rescued: readonly Difference[]
  /** The other way round: right in the usual way, and not here. */
  readonly lost: readonly Difference[]
  /** Right in neither way. */
  readonly neither: readonly Difference[]
  readonly results: readonly CaseResult[]
  readonly context: ContextFit
  /** Why it ended before the last case. */
  readonly stopped: { readonly code: FaultCode; readonly message: string } | null
}

type CaseResult = {
  readonly id: string
  readonly kind: string
  readonly plain: boolean
  readonly guarded: boolean
  /** What ended it without an answer. */
  readonly fault: string | null
}

export function reportOf(checked: readonly CheckedCase[], model: Model, stopped: Fault | null): CheckReport {
  const count = (way: 'plain' | 'guarded'): CheckScore => {
    const { n: right, ...rest } = shareOf(checked.filter(each => each[way].right).length, checked.length)
    return { right, ...rest }
  }
  return {
    model: model.id,
    provider: model.provider,
    cases: checked.length,
    plain: { ...count('plain'), asked: model.can.nativeTools ? 'tools field' : 'prompt' },
    guarded: { ...count('guarded'), profile: checked[0]?.guarded.profile ?? null },
    rescued: checked.filter(({ plain, guarded }) => guarded.right && !plain.right).map(difference),
    lost: checked.filter(({ plain, guarded }) => plain.right && !guarded.right).map(difference),
    neither: checked.filter(({ plain, guarded }) => !plain.right && !guarded.right).map(difference),
    results: checked.map(({ tested: { id, kind }, plain, guarded }) => ({
      id,
      kind,
      plain: plain.right,
      guarded: guarded.right,
      fault: (guarded.fault ?? plain.fault)?.code ?? null,
    })),
    context: fitContext(model, {
      promptTokens: Math.max(0, ...checked.map(({ guarded }) => guarded.promptTokens)),
      wasCut: checked.some(({ guarded }) => guarded.wasCut),
    }),
    stopped: stopped && { code: stopped.code, message: stopped.message },
  }
}

const MAX_WRITTEN = 400 // characters: enough to see what went wrong

function difference({ tested: { id, kind, message }, plain, guarded }: CheckedCase): Difference {
  const { calls, dialect, fixups, aliases, repairs, refused } = guarded
  return {
    id,
    kind,
    message,
    plain: { wrote: cut(plain.wrote), because: plain.because, calls: plain.calls },
    guarded: { wrote: cut(guarded.wrote), calls, dialect, fixups, aliases, repairs, refused },
  }
}

const cut = (text: string): string =>
  text.length > MAX_WRITTEN ? `${text.slice(0, MAX_WRITTEN).toWellFormed()}…` : text
