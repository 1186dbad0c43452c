import { FAULTS, type JsonObject, type TurnEvent, isFaultCode, textOf } from '../../../core/index.ts'
import type { Colour } from '../terminal.ts'
import { transferWords } from '../transfer-words.ts'
import { fitLine, wrapLines } from './fit-line.ts'
import type { Marks } from './marks.ts'

/** What goes on in a turn: a line as wide as the screen at most, or the whole reason why something did not happen. */
export type StageLine = { readonly colour: Colour; readonly text: string }

export type StageOptions = {
  readonly marks: Marks
  readonly columns: number
  /** Long reasons are broken into lines of the screen; for what is no screen they stay one line. */
  readonly isScreen: boolean
}

/** Tells of each stage, or not at all. */
export function createStageProgress({
  marks,
  columns,
  isScreen,
}: StageOptions): (event: TurnEvent) => StageLine | undefined {
  let intent = ''
  let written = ''
  let requested = ''
  const line = (colour: Colour, mark: string, text: string): StageLine => ({
    colour,
    text: fitLine(`${mark} ${text}`, columns - 1),
  })
  const reason = (colour: Colour, text: string): StageLine => {
    const whole = `${marks.no} ${fitLine(text, LONGEST_REASON)}`
    return { colour, text: isScreen ? wrapLines(whole, columns - 1 - INDENT.length).join(`\n${INDENT}`) : whole }
  }
  return event => {
    switch (event.type) {
      case 'router.completed':
        intent = textOf(event.output['Intent'])
        return undefined
      case 'policy.decided':
        return line('dim', marks.step, `read as ${intent}: ${offered(event.allowed)}`)
      case 'permission.denied':
        return reason('yellow', `${event.capability} was not granted, so ${event.tool} will be denied`)
      case 'context.compacted':
        return line('dim', marks.step, summarised(event))
      case 'attempt.started':
        written = ''
        return undefined
      case 'attempt.output.delta':
        if (written.length < MOST_WRITTEN) written += event.text
        return undefined
      case 'attempt.completed':
        return event.prompt_cut || event.finish === 'length' ? reason('yellow', cutShort(event)) : undefined
      case 'attempt.extracted':
        requested = event.requested[0] ?? ''
        return undefined
      case 'attempt.rejected':
        return reason('yellow', `rejected: ${event.reason}: ${event.message}`)
      case 'attempt.repaired':
        return line('dim', marks.step, `asks the model to write it again (${event.repair} of ${event.limit})`)
      case 'attempt.accepted':
        return event.fixups.length + event.aliases.length === 0
          ? undefined
          : line('violet', marks.fixed, mended(event, writtenFrom(written, requested), columns))
      case 'tool.completed':
        return line('green', marks.ok, ranWords(event))
      case 'evidence.checked':
        return event.then === 'corrected' ? reason('yellow', notHolding(event)) : undefined
      case 'tool.rollback':
        return reason('yellow', takenBack(event))
      case 'tool.failed':
        return reason('red', `${event.tool} ${failedHow(event.code)}: ${event.text}`)
      default:
        return undefined
    }
  }
}

const ranWords = (event: Extract<TurnEvent, { type: 'tool.completed' | 'tool.failed' }>): string =>
  event.replayed
    ? `${called(event)} done before, nothing ran again`
    : `${called(event)} ran${fromWhere(event)}, ${event.duration_ms} ms`

const summarised = ({ method, before, after }: Extract<TurnEvent, { type: 'context.compacted' }>): string =>
  `summarised what was said before (${method}): about ${before} tokens, now ${after}`

const takenBack = ({ tool, restored, removed }: Extract<TurnEvent, { type: 'tool.rollback' }>): string =>
  `${tool} was taken back: ${restored} put back as they were, ${removed} removed`

const LONGEST_REASON = 1_000
const INDENT = '  '

/** Said at once, because everything after it is less worth. */
function cutShort({ prompt_cut }: Extract<TurnEvent, { type: 'attempt.completed' | 'attempt.failed' }>): string {
  if (prompt_cut)
    return 'the model saw only a part of the prompt: its window is too small. countersign doctor says how to raise it'
  return 'the reply was cut off at its length limit, so its end is missing'
}

function notHolding({ findings }: Extract<TurnEvent, { type: 'evidence.checked' }>): string {
  const fallen = findings.filter(({ holds }) => !holds)
  const [first] = fallen
  const more = fallen.length > 1 ? `, and ${fallen.length - 1} more` : ''
  return `not delivered, because it does not hold: ${first?.because ?? ''}${more}; asks the model to correct it`
}

const MOST_WRITTEN = 2_000
const MOST_ARGS = 200

const offered = (tools: readonly string[]): string =>
  tools.length === 0 ? 'no tools offered' : `${tools.length} offered: ${tools.join(', ')}`

type Accepted = Extract<TurnEvent, { type: 'attempt.accepted' }>

/** From the name of the tool on: what stands before it is the same in every call. */
function writtenFrom(written: string, name: string): string {
  const start = name === '' ? 0 : Math.max(0, written.indexOf(name))
  return written.slice(start).trim()
}

const WORDS_AROUND = 34 // "the model wrote", "read as", the sign and the mark of what is left out

/** What was read must have room; what was written gets the rest. */
function mended({ tool, args, fixups, aliases }: Accepted, written: string, columns: number): string {
  const read = `${tool} ${inShort(args)}`
  const raw = written === '' ? 'a call' : fitLine(written, columns - WORDS_AROUND - read.length)
  return `the model wrote ${raw}; read as ${read} (${[...fixups, ...aliases].join(', ')})`
}

/** `: example.org, 1 redirect, 14 KB` */
const fromWhere = ({ data }: Extract<TurnEvent, { type: 'tool.completed' | 'tool.failed' }>): string => {
  const words = transferWords(data)
  return words === undefined ? '' : `: ${words}`
}

const called = ({ tool, args }: { readonly tool: string; readonly args: JsonObject }): string =>
  `${tool} ${inShort(args)}`

/** `{path: "notes.md"}` */
function inShort(args: JsonObject): string {
  const members = Object.entries(args).map(([key, value]) => `${key}: ${cut(JSON.stringify(value))}`)
  return `{${members.join(', ')}}`
}

const cut = (text: string): string => (text.length > MOST_ARGS ? `${text.slice(0, MOST_ARGS).toWellFormed()}...` : text)

const DENIALS: ReadonlySet<string> = new Set(['PolicyBlocked', 'ConfirmationRequired'])

/** A no of ours and a failure of the world are told apart. */
function failedHow(code: string | null): string {
  if (code === null || !isFaultCode(code)) return 'failed'
  return DENIALS.has(FAULTS[code].category) ? 'was denied' : 'failed'
}
