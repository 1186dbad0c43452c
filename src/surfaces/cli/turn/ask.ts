import { type EventReader, type TurnEvent } from '../../../core/index.ts'
import { type Runtime, type TurnReport, pipelineLog, runTurn } from '../../../runtime/index.ts'
import { canAsk } from '../authority/ask-line.ts'
import { EXIT, Failure, usageFailure } from '../failure.ts'
import { processSurroundings } from '../find-workspace.ts'
import { readStandardInput } from '../input.ts'
import { interrupted, interruptible } from '../interrupt.ts'
import { withRuntime } from '../open-runtime.ts'
import { jsonLine, type Terminal } from '../terminal.ts'
import { openAll } from './choose-model.ts'
import type { PromptTarget } from './prompt-target.ts'
import { withExample } from './example-folder.ts'
import { columnsOf, wrapLines } from './fit-line.ts'
import { marksFor } from './marks.ts'
import { type TurnFlags, turnOptions } from './turn-flags.ts'
import {
  reportEvidence,
  reportNote,
  reportRemembered,
  reportStop,
  turnExitCode,
  turnJson,
  unstarted,
  withoutNote,
} from './turn-result.ts'
import { createTurnScreen } from './turn-screen.ts'

type AskFlags = TurnFlags & { readonly events?: boolean }

/** `ask`: one message, one turn. */
export async function ask(words: readonly string[], given: AskFlags, terminal: Terminal): Promise<number> {
  const flags = withExample(given, processSurroundings())
  const message = await readMessage(words)
  const order = turnOptions(flags)
  return interruptible(async stop => {
    const target: PromptTarget = { terminal, marks: marksFor(flags, process.env), stop }
    try {
      const report = await withRuntime(flags, terminalEntryPoint(target, flags), runtime => {
        attachRuntime(target, runtime)
        return oneTurn({ message, ...order, session: flags.session, signal: stop.signal }, { runtime, target, flags })
      })
      return turnExitCode(report, stop.signal.aborted)
    } catch (thrown) {
      const failure = stop.signal.aborted ? interrupted('Interrupted before the model was asked.') : thrown
      if (!hasResult(failure, flags)) throw failure
      terminal.out(JSON.stringify(turnJson(unstarted(failure.fault, flags.session ?? ''))))
      return failure.exitCode
    }
  })
}

/** With `--json` a failure prints a result, except for wrong usage and an invalid configuration. */
const hasResult = (thrown: unknown, { json }: AskFlags): thrown is Failure =>
  thrown instanceof Failure && json === true && thrown.exitCode !== EXIT.config && thrown.exitCode !== EXIT.usage

async function readMessage(words: readonly string[]): Promise<string> {
  const isPiped = words.length === 1 && words[0] === '-'
  const message = isPiped ? (await readStandardInput('Write the message')).replace(/\r?\n$/, '') : words.join(' ')
  if (message.trim() === '') throw usageFailure('The message is empty.')
  return message
}

type EntryPoint = Parameters<typeof withRuntime>[1]

export function terminalEntryPoint(target: PromptTarget, { model: flag }: TurnFlags): EntryPoint {
  const { terminal } = target
  return {
    ...terminal,
    ...(canAsk(terminal) && promptsAt(target)),
    openModels(config) {
      target.config = config
      return interruptible(stop => openAll(config, { flag, terminal, signal: stop.signal }))
    },
  }
}

/** The prompts of a terminal, loaded only when needed: most turns ask nothing. */
const promptsAt = (target: PromptTarget): Pick<EntryPoint, 'ask' | 'askPermission'> => ({
  ask: async (...about) => (await import('./ask-call.ts')).askCall(target)(...about),
  askPermission: async (...about) => (await import('./ask-capability.ts')).askCapability(target)(...about),
})

/** Gives the prompts their runtime, which did not exist when they were built. */
export function attachRuntime(target: PromptTarget, runtime: Runtime): void {
  target.runtime = runtime
  if (runtime.models.main) target.model = runtime.models.main
}

type AskContext = { readonly runtime: Runtime; readonly target: PromptTarget; readonly flags: AskFlags }

async function oneTurn(
  request: Parameters<typeof runTurn>[0],
  { runtime, target, flags }: AskContext,
): Promise<TurnReport> {
  const { terminal, marks } = target
  const screen = createTurnScreen({
    terminal,
    marks,
    streams: false,
    files: { workspace: runtime.workspace, vault: runtime.vault },
  })
  target.clear = screen.clear
  const isForPeople = flags.json !== true && flags.events !== true
  const readers = [
    ...(isForPeople ? [screen.reader] : []),
    ...debugReaders(flags, terminal),
    ...eventReaders(flags, terminal),
  ]
  const report = withoutNote(
    await runTurn({ ...request, onEvent: event => readers.forEach(read => read(event)) }, runtime),
  )
  if (flags.json === true) terminal.out(JSON.stringify(turnJson(report)))
  else {
    screen.finish(report.text === report.stopped?.message ? report : { ...report, stopped: null })
    reportStop(report, terminal)
    reportEvidence(report, target)
    reportReceipts(report, terminal)
    reportRemembered(report, terminal)
    reportNote(report, terminal)
    terminal.err(terminal.paint('dim', `session ${report.session}`))
  }
  return report
}

const eventReaders = ({ events }: AskFlags, terminal: Terminal): readonly EventReader[] =>
  events === true ? [(event: TurnEvent) => terminal.out(JSON.stringify(event))] : []

/** `--debug-routing`: every stage of the pipeline as a line of JSON. */
export const debugReaders = ({ debugRouting }: TurnFlags, terminal: Terminal): readonly EventReader[] =>
  debugRouting === true ? [pipelineLog(line => terminal.problem(jsonLine(line)))] : []

/** Prints the receipts, which prove what ran and can be passed to `undo`. */
export function reportReceipts({ receipts }: TurnReport, { err, paint }: Terminal): void {
  const line = `${receipts.length === 1 ? 'receipt' : 'receipts'} ${receipts.join(' ')}`
  for (const part of receipts.length === 0 ? [] : wrapLines(line, columnsOf(process.stderr) - 1))
    err(paint('dim', part))
}
