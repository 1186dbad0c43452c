import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Fault, type FaultCode, type Model, type Profile, fault } from '../../core/index.ts'
import { askGuarded } from './ask-guarded.ts'
import { askPlainly } from './ask-plainly.ts'
import type { CheckCase } from './check-case.ts'
import { type CheckReport, type CheckedCase, reportOf } from './check-report.ts'

export type ModelCheckRequest = {
  readonly model: Model
  readonly cases: readonly CheckCase[]
  /** Left out, the profile that a turn would choose. */
  readonly profile?: Profile | undefined
  readonly signal: AbortSignal
  /** Told before each case. */
  readonly onCase?: (done: number, tested: CheckCase) => void
}

/** Runs every case twice: as most programs ask a model, and through the whole path. An interruption still reports. */
export async function runCheck({ model, cases, profile, signal, onCase }: ModelCheckRequest): Promise<CheckReport> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-check-')))
  const checked: CheckedCase[] = []
  try {
    for (const [index, tested] of cases.entries()) {
      onCase?.(index, tested)
      const plain = await askPlainly(tested, model, signal)
      const early = stopAt(plain.fault, signal)
      if (early) return reportOf(checked, model, early)
      const guarded = await askGuarded(tested, model, { folder: join(folder, String(index)), profile, signal })
      const late = stopAt(guarded.fault, signal)
      if (late) return reportOf(checked, model, late)
      checked.push({ tested, plain, guarded })
    }
    return reportOf(checked, model, null)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** These will be the same with every further case; anything else counts against the case in which it happened. */
const LASTING: ReadonlySet<FaultCode> = new Set<FaultCode>([
  'model_unreachable',
  'model_unauthorized',
  'model_unknown',
  'model_spec_invalid',
  'script_exhausted',
])

function stopAt(failure: Fault | null, signal: AbortSignal): Fault | null {
  if (signal.aborted) return fault('tool_cancelled', 'Interrupted.')
  return failure && LASTING.has(failure.code) ? failure : null
}
