import type { EventReader, TurnEvent } from '../../../core/index.ts'
import type { TurnReport } from '../../../runtime/index.ts'
import type { EffectsView } from '../command-effects.ts'
import { type Terminal, visible } from '../terminal.ts'
import { type AnswerStream, createAnswerStream } from './answer-stream.ts'
import { createCommandProgress } from './command-progress.ts'
import { columnsOf, fitLine } from './fit-line.ts'
import type { Marks } from './marks.ts'
import { createStageProgress } from './stage-progress.ts'
import { type WordWrap, createWordWrap, noWrap } from './word-wrap.ts'

type TurnScreen = {
  readonly reader: EventReader
  /** Erases the progress line, and ends an unfinished answer line. */
  readonly clear: () => void
  /** Prints the answer, or the rest of it. */
  readonly finish: (report: TurnReport) => void
}

type ScreenOptions = {
  readonly terminal: Terminal
  readonly marks: Marks
  /** Shows the answer while it arrives. */
  readonly streams: boolean
  /** Where to read files that a command changed. */
  readonly files: EffectsView['files']
}

const wrapping = (): WordWrap => (process.stdout.isTTY ? createWordWrap(columnsOf(process.stdout)) : noWrap)

/** The part of a text that was not shown yet: all of it, unless it starts with what was shown. */
function restOf(text: string, shown: string): string {
  const [whole, begun] = [text.trim(), shown.trim()]
  return begun !== '' && whole.startsWith(begun) ? whole.slice(begun.length).trim() : text
}

const ERASE_LINE = '\r\u001b[2K'

/** Shows a turn: stages on standard error and the answer on standard output, without mixing their lines. */
export function createTurnScreen({ terminal, marks, streams, files }: ScreenOptions): TurnScreen {
  const columns = columnsOf(process.stderr)
  const stageLine = createStageProgress({ marks, columns, isScreen: process.stderr.isTTY })
  const tellCommand = createCommandProgress({ columns, files })
  const mayErase = terminal.isInteractive && process.env['TERM'] !== 'dumb'
  let answer: AnswerStream = createAnswerStream()
  let wrap = wrapping()
  let isWaiting = false // a progress line is shown
  let isMidLine = false // the answer has started a line
  let isAnswered = false // the answer was streamed, and only post-hooks came after it
  const clear = (): void => {
    if (isWaiting) process.stderr.write(ERASE_LINE)
    if (isMidLine) process.stdout.write(`${wrap.end()}\n`)
    isWaiting = isMidLine = false
  }
  const wait = (text: string): void => {
    if (!mayErase || isMidLine) return
    process.stderr.write(`${ERASE_LINE}${terminal.paint('dim', fitLine(text, columns - 1))}`)
    isWaiting = true
  }
  const stream = (text: string): void => {
    const fresh = answer.add(text)
    if (fresh === '') return
    if (isWaiting) clear()
    process.stdout.write(wrap.add(visible(fresh)))
    isMidLine = isAnswered = true
  }
  const show = (event: TurnEvent): void => {
    if (event.type === 'attempt.started') [answer, wrap, isAnswered] = [createAnswerStream(), wrapping(), false]
    const line = stageLine(event)
    for (const { colour, text } of [...(line ? [line] : []), ...tellCommand(event)]) {
      clear()
      terminal.err(terminal.paint(colour, text))
    }
    if (event.type === 'attempt.started') wait(`${event.model} is writing...`)
    if (event.type === 'tool.started') wait(`${event.tool} is running...`)
  }
  return {
    clear,
    reader: event => (event.type === 'message.delta' ? streams && stream(event.text) : show(event)),
    finish({ text, stopped }) {
      const rest = isAnswered ? restOf(text, answer.shown()) : text
      clear()
      if (stopped !== null || rest === '') return
      const whole = wrapping()
      terminal.out(`${rest === text ? '' : '\n'}${whole.add(visible(rest))}${whole.end()}`)
    },
  }
}
