import { readFileSync } from 'node:fs'
import { FAULTS, type FaultCode } from '../../../core/index.ts'
import { type Finding, type Verification, verifyBesideOthers } from '../../../ledger/index.ts'
import { type UnknownOutcome, unknownOutcomes } from '../../../runtime/index.ts'
import { EXIT, inputFailure } from '../failure.ts'
import { type PlaceFlags, withLedger } from '../open-runtime.ts'
import { type Terminal, visibleInLine, resultText } from '../terminal.ts'

type VerifyFlags = PlaceFlags & {
  readonly session?: string
  readonly receipt?: string
  readonly checkpoint?: string
}

export async function verify(flags: VerifyFlags, terminal: Terminal): Promise<number> {
  const note = flags.checkpoint === undefined ? undefined : readNote(flags.checkpoint)
  const { session, receipt } = flags
  const found = await withLedger(flags, async ({ ledger, root, own }) => {
    const verified = await verifyBesideOthers(ledger, {
      ...(note !== undefined && { note }),
      ...(session !== undefined && { session }),
      ...(receipt !== undefined && { receipt }),
    })
    return { ...verified, unknown: await unknownOutcomes({ ledger, root, own }) }
  })
  const unknown = found.unknown.map(each => describeUnknown(each, terminal))
  terminal.out(resultText(flags, found, [render(found, terminal), ...unknown].join('\n')))
  return found.failed.length === 0 ? EXIT.done : EXIT.unverified
}

function readNote(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (thrown) {
    throw inputFailure(`Cannot read ${path}: ${thrown instanceof Error ? thrown.message : String(thrown)}`)
  }
}

function describeUnknown(unknown: UnknownOutcome, { paint }: Terminal): string {
  const { seq, at, session_id, tool, summary, look, command } = unknown
  return [
    `${paint('yellow', '!')} ${paint('bold', `${visibleInLine(tool)}: its end was never recorded`)}`,
    `    began    ${visibleInLine(at)}, entry ${seq}, session ${visibleInLine(session_id)}`,
    `    call     ${visibleInLine(summary)}`,
    `    look     ${visibleInLine(look)}`,
    `    then     ${paint('cyan', visibleInLine(command))}`,
  ].join('\n')
}

const MAX_SHOWN = 50

function render(found: Verification, { paint }: Terminal): string {
  const { entries, receipts, verified, uncheckable, failed, checkpoint } = found
  const counts = `${entries} entries, ${verified} of ${receipts} receipts verified`
  const blind =
    uncheckable > 0 ? `; the key of ${uncheckable} receipts is gone, so their own signature cannot be checked` : ''
  const note = checkpoint
    ? `signed up to entry ${checkpoint.size}`
    : 'no checkpoint yet (countersign ledger checkpoint)'
  if (failed.length === 0) return `${paint('green', '✓')} ${counts}${blind}; ${note}.`
  const more = failed.length > MAX_SHOWN ? [`… and ${failed.length - MAX_SHOWN} more`] : []
  return [
    `${paint('red', '✗')} ${counts}${blind}; ${note}.`,
    ...failed.slice(0, MAX_SHOWN).map(finding => describe(finding, paint)),
    ...more,
    FAULTS[faultOf(failed)].advice,
  ].join('\n')
}

/** The fault that a call would end with now; its advice is printed here. */
function faultOf(failed: readonly Finding[]): FaultCode {
  const has = (wanted: string): boolean => failed.some(({ check }) => check === wanted)
  if (has('unknown_log')) return 'ledger_unknown'
  return has('cut') ? 'ledger_cut' : 'ledger_unverified'
}

function describe({ file, line, check, expected, actual, session }: Finding, paint: Terminal['paint']): string {
  const place = `${file}${line === null ? '' : `, line ${line}`}${session === null ? '' : ` (session ${session})`}`
  return [
    `  ${paint('bold', visibleInLine(place))}: ${check}`,
    `    expected ${visibleInLine(expected)}`,
    `    found    ${visibleInLine(actual)}`,
  ].join('\n')
}
