import { FAULTS, type JsonObject, type TurnEvent, isFaultCode, textOf } from '../../../core/index.ts'
import type { Colour } from '../terminal.ts'
import { transferWords } from '../transfer-words.ts'
import { fitLine, wrapLines } from './fit-line.ts'
import type { Marks } from './marks.ts'

/** A stage of a turn: at most one screen line, or the full reason why something did not happen. */
export type StageLine = { readonly colour: Colour; readonly text: string }

type StageOptions = {
  readonly marks: Marks
  readonly columns: number
  /** On a screen long reasons are wrapped; elsewhere they stay on one line. */
  readonly isScreen: boolean
}

/** Turns events into lines; undefined for events that are not shown. */
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
        return reason('yellow', `${event.capability} was not granted, so ${event.tool} is denied`)
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
        return line('dim', marks.step, `asks the model to correct it (${event.repair} of ${event.limit})`)
      case 'attempt.accepted':
        return event.fixups.length + event.aliases.length === 0
          ? undefined
          : line('violet', marks.fixed, repairedWords(event, writtenFrom(written, requested), columns))
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
    ? `${called(event)} was already done, nothing ran again`
    : `${called(event)} ran${fromWhere(event)}, ${event.duration_ms} ms`

const summarised = ({ method, before, after }: Extract<TurnEvent, { type: 'context.compacted' }>): string =>
  `summarised the earlier conversation (${method}): about ${before} tokens, now ${after}`

const takenBack = ({ tool, restored, removed }: Extract<TurnEvent, { type: 'tool.rollback' }>): string =>
  `${tool} was rolled back: ${restored} restored, ${removed} removed`

const LONGEST_REASON = 1_000
const INDENT = '  '

/** Shown at once, because a cut prompt or reply makes the rest unreliable. */
function cutShort({ prompt_cut }: Extract<TurnEvent, { type: 'attempt.completed' | 'attempt.failed' }>): string {
  if (prompt_cut)
    return 'the model saw only part of the prompt: its context window is too small. To fix it: countersign doctor'
  return 'the reply reached its length limit, so its end is missing'
}

function notHolding({ findings }: Extract<TurnEvent, { type: 'evidence.checked' }>): string {
  const wrong = findings.filter(({ holds }) => !holds)
  const [first] = wrong
  const more = wrong.length > 1 ? ` (and ${wrong.length - 1} more)` : ''
  return `not delivered: ${first?.because ?? ''}${more} Asking the model to correct it.`
}

const MOST_WRITTEN = 2_000
const MOST_ARGS = 200

const offered = (tools: readonly string[]): string =>
  tools.length === 0 ? 'no tools offered' : `${tools.length} offered: ${tools.join(', ')}`

type Accepted = Extract<TurnEvent, { type: 'attempt.accepted' }>

/** The written call from the tool's name on; the text before it is the same in every call. */
function writtenFrom(written: string, name: string): string {
  const start = name === '' ? 0 : Math.max(0, written.indexOf(name))
  return written.slice(start).trim()
}

const WORDS_AROUND = 34 // "the model wrote", "read as", the mark and the ellipsis

/** A repaired call: what the model wrote and how it was read. The latter is never cut. */
function repairedWords({ tool, args, fixups, aliases }: Accepted, written: string, columns: number): string {
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

/** Says "was denied" for Countersign's own decisions, and "failed" for everything else. */
function failedHow(code: string | null): string {
  if (code === null || !isFaultCode(code)) return 'failed'
  return DENIALS.has(FAULTS[code].category) ? 'was denied' : 'failed'
}
