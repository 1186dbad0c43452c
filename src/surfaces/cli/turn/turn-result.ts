import { type Fault, type JsonObject, type RanTool, fault } from '../../../core/index.ts'
import type { TurnReport } from '../../../runtime/index.ts'
import { EXIT, adviceForFault } from '../failure.ts'
import { exitCodeFor } from '../open-runtime.ts'
import { type Terminal, visible, visibleInLine } from '../terminal.ts'
import type { PromptTarget } from './prompt-target.ts'
import type { Marks } from './marks.ts'

/** The public JSON of a turn (contracts §2). */
export const turnJson = ({
  text,
  stopped,
  receipts,
  evidence,
  usage,
  session,
  turn,
  memory,
}: TurnReport): JsonObject => ({
  text,
  stopped: stopped && { ...stopped },
  receipts: [...receipts],
  evidence: evidence && { ...evidence },
  usage: { ...usage },
  session,
  turn,
  ...(memory && {
    memory: {
      note: memory.note,
      stored: memory.stored.map(fact => ({ ...fact })),
      asked: memory.asked.map(fact => ({ ...fact })),
    },
  }),
})

/** The answer without the memory note, which `ask` prints separately. */
export function withoutNote(report: TurnReport): TurnReport {
  const note = report.memory?.note ?? ''
  return note !== '' && report.text.endsWith(note)
    ? { ...report, text: report.text.slice(0, -note.length).trimEnd() }
    : report
}

/** Prints the facts that were remembered. */
export function reportRemembered({ memory }: TurnReport, { err, paint }: Terminal): void {
  for (const { id, text } of memory?.stored ?? [])
    err(paint('dim', `remembered ${visibleInLine(shortened(text))}; to delete it: countersign memory forget ${id}`))
}

/** Prints the memory note with the command that stores the fact: after `ask` there is no chat to answer in. */
export function reportNote({ memory }: TurnReport, { err, paint }: Terminal): void {
  if (!memory || memory.note === '') return
  err(visible(memory.note))
  for (const { id, text } of memory.asked)
    err(paint('dim', `  to remember ${visibleInLine(shortened(text))}: countersign memory approve ${id}`))
}

const MOST_OF_FACT = 60
const shortened = (text: string): string =>
  `“${text.length > MOST_OF_FACT ? `${text.slice(0, MOST_OF_FACT).toWellFormed()}...` : text}”`

/** The report of a turn that never started. */
export const unstarted = ({ code, message }: Fault, session: string, turn = ''): TurnReport => ({
  text: message,
  stopped: { code, message },
  receipts: [],
  evidence: null,
  usage: { inputTokens: 0, outputTokens: 0, requests: 0 },
  session,
  turn,
})

export function turnExitCode({ stopped }: TurnReport, isInterrupted: boolean): number {
  if (isInterrupted && stopped?.code === 'tool_cancelled') return EXIT.interrupted
  return stopped === null ? EXIT.done : exitCodeFor(stopped)
}

/** What was checked of the answer and what was not, what it wrongly says of tools, and what really ran. */
export function reportEvidence(
  { evidence, stopped }: TurnReport,
  { terminal, marks }: Pick<PromptTarget, 'terminal' | 'marks'>,
): void {
  if (evidence === null) return
  const { verdict, coverage, findings, remarks, summary, ran } = evidence
  const isWithheld = stopped?.code === 'evidence_failed'
  const weak = findings.filter(({ code, holds }) => (isWithheld ? !holds : code !== 'verified'))
  for (const { claim, because } of weak.slice(0, MOST_TOLD))
    terminal.err(`${isWithheld ? marks.no : '?'} ${visibleInLine(oneLine(claim))}: ${visibleInLine(because)}`)
  const isWhole = verdict === 'verified' && coverage.unchecked_sentences === 0
  if (summary !== '' && !isWithheld) terminal.err(terminal.paint(isWhole ? 'green' : 'dim', summary))
  for (const remark of remarks) terminal.err(terminal.paint('yellow', visibleInLine(remark)))
  if (ran.length > 0) terminal.err(terminal.paint('dim', visibleInLine(ranLine(ran, marks))))
}

/** `file_search ✓ 2 files · file_write denied`; calls of one tool that ended alike stand together. */
function ranLine(ran: readonly RanTool[], marks: Marks): string {
  const groups = new Map<string, { readonly call: RanTool; times: number; files: number }>()
  for (const call of ran) {
    const key = `${call.tool} ${call.outcome}`
    const group = groups.get(key) ?? { call, times: 0, files: 0 }
    groups.set(key, { call, times: group.times + 1, files: group.files + call.files })
  }
  const parts = [...groups.values()].map(({ call: { tool, outcome }, times, files }) => {
    const many = times > 1 ? ` ×${times}` : ''
    const seen = files === 0 ? '' : ` ${files} ${files === 1 ? 'file' : 'files'}`
    return `${tool}${many} ${outcome === 'done' ? marks.ok : outcome}${seen}`
  })
  return parts.join(' · ')
}

const MOST_TOLD = 6
const MOST_SHOWN = 160

const oneLine = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > MOST_SHOWN ? `${line.slice(0, MOST_SHOWN).toWellFormed()}...` : line
}

const HOOK = /^STOP_HOOK: [^\n]*\nReason: [a-z_]+ \(([\s\S]*)\)$/

/** Prints why there is no answer. */
export function reportStop({ stopped }: TurnReport, terminal: Terminal): void {
  if (stopped === null) return
  const reason = HOOK.exec(stopped.message)?.[1] ?? stopped.message
  terminal.problem(`${terminal.paint('red', stopped.code)}: ${visible(reason)}`)
  terminal.err(adviceForPerson(fault(stopped.code, reason)))
}

/** Advice for a person; the message of a denied permission names the capability. */
function adviceForPerson(reason: Fault): string {
  const capability = /^Permission denied: no active token for (\S+?)\.?$/.exec(reason.message)?.[1]
  if (capability !== undefined)
    return (
      `Grant it for this command with --allow ${visible(capability)}, ` +
      'or run the command in a terminal to be asked.'
    )
  return adviceForFault(reason)
}
