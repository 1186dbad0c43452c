import { isJsonObject, textOf } from '../../../core/index.ts'
import type { CallReport, CallWatch, Runtime } from '../../../runtime/index.ts'
import { type CommandEffects, commandEffects, effectLines } from '../command-effects.ts'
import { type Terminal, visible } from '../terminal.ts'
import { columnsOf } from '../turn/fit-line.ts'

type CallScreen = {
  readonly watch: CallWatch
  /** Prints the rest of a command whose output was shown live; undefined if the call was no command. */
  readonly finish: (report: CallReport, runtime: Runtime) => (() => void) | undefined
}

/** What a person sees of a running call: the analysis first, the output live, and the effects at the end. */
export function createCallScreen(terminal: Terminal): CallScreen {
  let summary = ''
  let hasPrinted = false
  const analyse = (): void => {
    if (summary !== '') terminal.err(terminal.paint('dim', `analysis  it ${visible(summary)}`))
    summary = ''
  }
  const print = (stream: string, text: string): void => {
    analyse()
    hasPrinted = true
    const lines = visible(text.endsWith('\n') ? text.slice(0, -1) : text)
    if (stream === 'stdout') terminal.out(lines)
    else terminal.problem(lines)
  }
  return {
    watch: {
      decided: said => void (summary = said),
      printed: ({ stream, text }) => print(stream, text),
    },
    finish(report, runtime) {
      const effects = commandEffects(report.data)
      if (!effects) return undefined
      const { workspace, vault } = runtime
      const view = {
        columns: columnsOf(process.stderr),
        receipt: report.receipt?.receipt_id,
        files: { workspace, vault },
      }
      const lines = effectLines(effects, view)
      return () => {
        if (!hasPrinted) printKept(report, print)
        analyse()
        for (const { colour, text } of lines) terminal.err(terminal.paint(colour, text))
        reportReceipt(report, effects, terminal)
      }
    },
  }
}

/** A replayed call produces no live output, so its stored output is printed. */
function printKept({ data }: CallReport, print: (stream: string, text: string) => void): void {
  for (const stream of ['stdout', 'stderr']) {
    const text = isJsonObject(data) ? textOf(data[stream]) : ''
    if (text !== '') print(stream, text)
  }
}

function reportReceipt({ receipt, replayed }: CallReport, { canUndo }: CommandEffects, { err, paint }: Terminal): void {
  const again = replayed ? ' (already done, nothing ran again)' : ''
  if (receipt && (!canUndo || replayed)) err(paint('dim', `receipt   ${receipt.receipt_id}${again}`))
}
