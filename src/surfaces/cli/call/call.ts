import { type Fault, fault, FAULTS, isJsonObject, type JsonObject } from '../../../core/index.ts'
import { type AskPerson, type CallReport, callTool, refusal, rolledBack, undoCall } from '../../../runtime/index.ts'
import { askLine, canAsk } from '../authority/ask-line.ts'
import { renderArguments } from '../authority/render-arguments.ts'
import { adviceForFault, EXIT, Failure } from '../failure.ts'
import { interrupted, interruptible } from '../interrupt.ts'
import { exitCodeFor, asFailure, type PlaceFlags, withRuntime } from '../open-runtime.ts'
import { sandboxText } from '../command-effects.ts'
import { type Terminal, visible, visibleInLine } from '../terminal.ts'
import { transferWords } from '../transfer-words.ts'
import { marksFor } from '../turn/marks.ts'
import { askBeforeCall } from './ask-before-call.ts'
import { capabilityOf } from '../turn/turn-flags.ts'
import { readGivenArguments } from './given-arguments.ts'
import { createCallScreen } from './watch-call.ts'

type CallFlags = PlaceFlags & {
  readonly session?: string
  readonly event?: string
  readonly allow?: readonly string[]
}

/** Calls one tool by hand. The gates that judge a model's intention are skipped; every other gate applies. */
export async function call(
  { tool, given }: { readonly tool: string; readonly given: readonly string[] },
  flags: CallFlags,
  terminal: Terminal,
): Promise<number> {
  const args = await readGivenArguments(given)
  const allow = (flags.allow ?? []).map(capabilityOf)
  return interruptible(async stop => {
    try {
      const screen = process.stdout.isTTY && flags.json !== true ? createCallScreen(terminal) : undefined
      const order = {
        tool,
        args,
        session: flags.session,
        event: flags.event,
        allow,
        signal: stop.signal,
        watch: screen?.watch,
      }
      const target = { terminal, marks: marksFor({}, process.env) }
      const door = { ...terminal, ask: askAtTerminal(terminal, stop) }
      const { report, finish } = await withRuntime(flags, door, async runtime => {
        const made = await callTool(await askBeforeCall(order, runtime, target), runtime)
        return { report: made, finish: screen?.finish(made, runtime) }
      })
      finish?.()
      const show = finish ? { ...flags, isShown: true } : flags
      return stop.signal.aborted && report.fault
        ? reportInterrupted(report, show, terminal)
        : reportCall(report, show, terminal)
    } catch (thrown) {
      if (
        thrown instanceof Failure &&
        flags.json === true &&
        thrown.exitCode !== EXIT.config &&
        thrown.exitCode !== EXIT.usage
      )
        return reportCall({ ...refusal(thrown.fault), session: flags.session ?? '' }, flags, terminal)
      throw thrown
    }
  })
}

/** Ctrl+C at the prompt does not answer it, so the approval request stays open. */
function reportInterrupted(report: CallReport, flags: ReportFlags, terminal: Terminal): number {
  const approval = report.fault?.detail?.['approval']
  const isOpen = report.fault?.code === 'confirmation_required' && typeof approval === 'string'
  reportCall(isOpen ? { ...report, ...leftOpen(approval, report.session) } : report, flags, terminal)
  return EXIT.interrupted
}

function leftOpen(approval: string, session: string): Pick<CallReport, 'text' | 'fault'> {
  const text =
    'Interrupted at the prompt, so the call did not run. It still waits for approval: ' +
    `run countersign permissions approve ${approval}, then the same call again with --session ${session}.`
  return { text, fault: fault('confirmation_required', text, { approval, session }) }
}

/** `isShown`: the terminal has already shown the result while the call ran. */
type ReportFlags = PlaceFlags & { readonly isShown?: boolean }

export function reportCall(report: CallReport, flags: ReportFlags, terminal: Terminal): number {
  const { fault: reason } = report
  if (flags.json === true) terminal.out(JSON.stringify(callJson(report)))
  else if (reason !== null) reportFault(reason, terminal)
  else if (flags.isShown !== true) reportResult(report, terminal)
  reportEffects(report, terminal)
  if (reason === null) return EXIT.done
  return reason.code === 'tool_cancelled' ? EXIT.interrupted : exitCodeFor(reason)
}

/** Prints what a person must not miss: that changes were rolled back, or that the command ran without a sandbox. */
function reportEffects(report: CallReport, terminal: Terminal): void {
  const undone = rolledBack(report.data)
  if (undone) terminal.problem(`rolled back: ${undone.restored} restored, ${undone.removed} removed`)
  const effects = isJsonObject(report.data) ? report.data['effects'] : undefined
  if (isJsonObject(effects) && effects['sandbox'] === 'off')
    terminal.problem('it ran WITHOUT A SANDBOX, as your configuration says')
}

function reportFault(reason: Fault, terminal: Terminal): void {
  terminal.problem(`${terminal.paint('red', reason.code)}: ${visible(reason.message)}`)
  terminal.err(adviceForPerson(reason))
}

/** Advice for a person at the command line, who can do more than a model can. */
function adviceForPerson(reason: Fault): string {
  const capability = reason.detail?.['capability']
  if (reason.code === 'permission_denied' && typeof capability === 'string')
    return `Grant it for this command with --allow ${capability}, or run the command in a terminal to be asked.`
  return reason.code === 'confirmation_required' ? 'Each approval covers exactly one call.' : adviceForFault(reason)
}

function reportResult({ text, data, receipt, replayed }: CallReport, terminal: Terminal): void {
  terminal.out(visible(text))
  const transfer = transferWords(data)
  if (transfer !== undefined) terminal.err(terminal.paint('dim', visible(transfer)))
  const again = replayed ? ' (already done, nothing ran again)' : ''
  if (receipt) terminal.err(terminal.paint('dim', `receipt ${receipt.receipt_id}${again}`))
}

function callJson({ ok, text, data, receipt, fault: reason, replayed, session }: CallReport): JsonObject {
  const isShown = reason && {
    code: reason.code,
    category: FAULTS[reason.code].category,
    message: reason.message,
    detail: reason.detail ?? null,
  }
  return { ok, text, data, receipt: receipt?.receipt_id ?? null, fault: isShown, replayed, session }
}

/**
 * Undoes a file change. The command is the person's decision, so it does not ask; it works only while the file is
 * unchanged since.
 */
export async function undo(receipt: string, flags: PlaceFlags, terminal: Terminal): Promise<number> {
  const report = await withRuntime(flags, terminal, runtime => undoCall(receipt, runtime))
  if (!report.ok) throw asFailure(report.error)
  return reportCall(report.value, flags, terminal)
}

/** The prompt for one call: it shows the whole call and takes only "yes". After Ctrl+C the request stays open. */
function askAtTerminal(terminal: Terminal, stop: AbortController): AskPerson | undefined {
  if (!canAsk(terminal)) return undefined
  return async (approval, { assessment }, signal) => {
    const { paint } = terminal
    const tool = paint('bold', visibleInLine(approval.tool))
    terminal.err(`\n${paint('yellow', 'May this run?')} ${tool}: ${visibleInLine(approval.summary)}`)
    terminal.err(visible(approval.reason))
    terminal.err(renderArguments(approval.args, paint))
    if (assessment.sandbox !== undefined)
      terminal.err(paint(assessment.sandbox === 'off' ? 'red' : 'dim', `  ${sandboxText(assessment.sandbox)}`))
    const late = AbortSignal.timeout(Math.max(1, approval.ends.at - Date.now()))
    const line = await askLine('Type yes to run exactly this call once; anything else denies it: ', {
      stop: signal,
      late,
    })
    if (line.kind === 'late') return 'timeout'
    if (line.kind === 'interrupted') {
      stop.abort()
      throw interrupted('Interrupted at the prompt.') // the caller records that there was no answer
    }
    const isYes = line.kind === 'typed' && line.text.toLowerCase() === 'yes'
    return { state: isYes ? 'approved' : 'denied', decidedBy: 'tty', credential: 'person at the terminal' }
  }
}
