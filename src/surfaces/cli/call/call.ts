import { CAPABILITIES, type Capability, FAULTS, type Fault, type JsonObject, isCapability } from '../../../core/index.ts'
import { type CallReport, callTool, refusal } from '../../../runtime/index.ts'
import { askPermissions } from '../authority/ask-permissions.ts'
import { askAtTerminal } from '../authority/ask-person.ts'
import { EXIT, Failure, adviceFor, usageFailure } from '../failure.ts'
import { type PlaceFlags, exitCodeOf, withRuntime } from '../open-runtime.ts'
import { type Terminal, visible } from '../terminal.ts'
import { readArguments } from './read-arguments.ts'

export type CallFlags = PlaceFlags & { readonly session?: string; readonly event?: string; readonly allow?: readonly string[] }

/** One call by hand. What would need a model's judgement is skipped; everything else is as if a model had asked. */
export async function call(
  { tool, given }: { readonly tool: string; readonly given: readonly string[] },
  flags: CallFlags,
  terminal: Terminal,
): Promise<number> {
  const args = await readArguments(given)
  const allow = (flags.allow ?? []).map(capabilityOf)
  const stop = new AbortController()
  const interrupt = (): void => stop.abort()
  process.once('SIGINT', interrupt)
  try {
    const order = { tool, args, session: flags.session, event: flags.event, allow, signal: stop.signal }
    const door = { ...terminal, ask: askAtTerminal(terminal) }
    const report = await withRuntime(flags, door, async runtime => callTool(await askPermissions(order, runtime, terminal), runtime))
    return tell(report, flags, terminal)
  } catch (thrown) {
    if (thrown instanceof Failure && flags.json === true && thrown.exitCode !== EXIT.config && thrown.exitCode !== EXIT.usage)
      return tell({ ...refusal(thrown.fault), session: flags.session ?? '' }, flags, terminal)
    throw thrown
  } finally {
    process.removeListener('SIGINT', interrupt)
  }
}

function capabilityOf(name: string): Capability {
  if (isCapability(name)) return name
  throw usageFailure(`--allow: "${name}" is no capability. Capabilities: ${CAPABILITIES.join(', ')}, mcp.<server>.`)
}

export function tell(report: CallReport, flags: PlaceFlags, terminal: Terminal): number {
  const { fault } = report
  if (flags.json === true) terminal.out(JSON.stringify(callJson(report)))
  else if (fault === null) tellResult(report, terminal)
  else terminal.err(`${terminal.paint('red', fault.code)}: ${visible(fault.message)}\n${adviceForPerson(fault)}`)
  if (fault === null) return EXIT.done
  return fault.code === 'tool_cancelled' ? EXIT.interrupted : exitCodeOf(fault)
}

/** The table's advice speaks to a model; a person at the command line can do more. */
function adviceForPerson(reason: Fault): string {
  const capability = reason.detail?.['capability']
  if (reason.code === 'permission_denied' && typeof capability === 'string')
    return `Grant it for this command with --allow ${capability}, or call it at a terminal to be asked.`
  return reason.code === 'confirmation_required' ? 'The approval holds for exactly this call, once.' : adviceFor(reason)
}

function tellResult({ text, receipt, replayed }: CallReport, terminal: Terminal): void {
  terminal.out(visible(text))
  const again = replayed ? ', done before: nothing ran again' : ''
  if (receipt) terminal.err(terminal.paint('dim', `receipt ${receipt.receipt_id}${again}`))
}

function callJson({ ok, text, data, receipt, fault, replayed, session }: CallReport): JsonObject {
  const told = fault && { code: fault.code, category: FAULTS[fault.code].category, message: fault.message, detail: fault.detail ?? null }
  return { ok, text, data, receipt: receipt?.receipt_id ?? null, fault: told, replayed, session }
}
