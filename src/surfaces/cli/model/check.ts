import { type CheckCase, type CheckReport, runCheck, spreadCases } from '../../../flows/index.ts'
import type { Model, Profile } from '../../../core/index.ts'
import { openChosen } from '../../../runtime/index.ts'
import { EXIT, Failure } from '../failure.ts'
import { interruptible } from '../interrupt.ts'
import { type PlaceFlags, exitCodeFor, asFailure, loadHere } from '../open-runtime.ts'
import { CHECK_CASES } from '../package-files.ts'
import { type Terminal, visible } from '../terminal.ts'
import { readCaseFile } from './case-file.ts'
import { checkAdvice } from './check-advice.ts'
import { renderCheck } from './render-check.ts'

type ModelCheckFlags = PlaceFlags & {
  readonly cases: number
  readonly file?: string
  readonly profile?: Profile
}

/** `check`: sends the same messages to a model directly and through Countersign, and compares the results. */
export async function check(spec: string, flags: ModelCheckFlags, terminal: Terminal): Promise<number> {
  const cases = spreadCases(await readCaseFile(flags.file ?? CHECK_CASES), flags.cases)
  return interruptible(async stop => {
    const model = await openTested(spec, flags, stop.signal)
    const progress = showCases(cases.length, terminal)
    try {
      const report = await runCheck({
        model,
        cases,
        profile: flags.profile,
        signal: stop.signal,
        onCase: progress.next,
      })
      progress.end()
      return printReport(report, { wanted: cases.length, flags, terminal })
    } finally {
      progress.end()
    }
  })
}

async function openTested(spec: string, flags: ModelCheckFlags, signal: AbortSignal): Promise<Model> {
  const config = await loadHere(flags)
  const opened = await openChosen(spec, { config, environment: process.env, signal })
  if (opened.ok) return opened.value
  throw opened.error.code === 'model_spec_invalid' ? new Failure(opened.error, EXIT.usage) : asFailure(opened.error)
}

type CheckOutput = { readonly wanted: number; readonly flags: ModelCheckFlags; readonly terminal: Terminal }

function printReport(report: CheckReport, { wanted, flags, terminal }: CheckOutput): number {
  const advice = checkAdvice(report)
  const { stopped } = report
  if (flags.json === true) terminal.out(JSON.stringify({ ...report, advice }))
  else if (report.cases > 0) terminal.out(renderCheck({ report, advice, wanted }, terminal.paint))
  if (stopped === null) return EXIT.done
  const code = stopped.code === 'tool_cancelled' ? EXIT.interrupted : exitCodeFor(stopped)
  if (flags.json !== true)
    terminal.problem(
      visible(
        code === EXIT.interrupted
          ? `Interrupted after ${report.cases} of ${wanted} cases.`
          : `${stopped.code}: ${stopped.message} That was after ${report.cases} of ${wanted} cases.`,
      ),
    )
  return code
}

/** A progress line that overwrites itself; only on a terminal. */
function showCases(
  total: number,
  { isInteractive, paint }: Terminal,
): { next: (done: number, tested: CheckCase) => void; end: () => void } {
  let isShown = false
  const clear = '\r\u001b[K'
  return {
    next(done, { id }) {
      if (!isInteractive) return
      isShown = true
      const progress = `case ${done + 1} of ${total}: ${visible(id).slice(0, 40)} (Ctrl+C shows what there is)`
      process.stderr.write(`${clear}${paint('dim', progress)}`)
    },
    end() {
      if (isShown) process.stderr.write(clear)
      isShown = false
    },
  }
}
