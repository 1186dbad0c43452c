import type { EventReader } from '../../../core/index.ts'
import { runTurn } from '../../../runtime/index.ts'
import { EXIT } from '../failure.ts'
import { debugReaders, reportReceipts } from './ask.ts'
import type { Chat } from './chat-state.ts'
import { jsonLine } from '../terminal.ts'
import { reportEvidence, reportRemembered, reportStop, turnExitCode, turnJson } from './turn-result.ts'
import { createTurnScreen } from './turn-screen.ts'

/** Takes one turn of a chat and shows it. Returns the exit code that `ask` would have. */
export async function takeTurn(message: string, chat: Chat, stop: AbortController): Promise<number> {
  const { target, runtime, session, order, flags } = chat
  const { terminal, marks, model } = target
  const screen = createTurnScreen({
    terminal,
    marks,
    streams: true,
    files: { workspace: runtime.workspace, vault: runtime.vault },
  })
  const isForPeople = flags.json !== true
  const readers = [
    note(chat),
    ...(isForPeople ? [unlessStopped(screen.reader, stop)] : []),
    ...debugReaders(flags, terminal),
  ]
  const onEvent: EventReader = event => readers.forEach(read => read(event))
  chat.lastMessage = message
  target.stop = stop
  target.clear = screen.clear
  const report = await runTurn({ message, ...order, session, model, signal: stop.signal, onEvent }, runtime)
  const code = turnExitCode(report, stop.signal.aborted)
  if (!isForPeople) terminal.out(jsonLine(turnJson(report)))
  else {
    screen.finish(report.text === report.stopped?.message ? report : { ...report, stopped: null })
    if (code === EXIT.interrupted) terminal.problem('Stopped.')
    else reportStop(report, terminal)
    reportEvidence(report, target)
    if (report.receipts.length > 0) reportReceipts(report, terminal)
    reportRemembered(report, terminal)
  }
  return code
}

/** Shows nothing more after Ctrl+C. */
const unlessStopped =
  (reader: EventReader, { signal }: AbortController): EventReader =>
  event =>
    signal.aborted ? undefined : reader(event)

const note =
  (chat: Chat): EventReader =>
  event => {
    if (event.type === 'budget.updated') chat.budget = event.budget
    if (event.type === 'receipt.minted') chat.receipts.push(event.receipt_id)
  }
