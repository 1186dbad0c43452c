import { type CallContext, type CallRequest, type ToolCall, fault, sha256 } from '../core/index.ts'
import { heldBack } from './call-answers.ts'
import { type CallChoice, chooseCalls } from './choose.ts'
import { cutOffCall, onlyTalk, unclear, withoutCalls } from './failed-attempt.ts'
import { isHeader } from './group.ts'
import type { FoundCalls } from './interpret.ts'
import type { ReadSettings } from './settings.ts'
import { DOUBTFUL, type Move, type Reading, rejected, rejectedAs } from './reading.ts'
import { withoutLabel, withoutRecipient } from './prose-of.ts'
import { refusedByCatalog } from './refusal.ts'
import type { ChoiceContext } from './resolve-group.ts'
import { type Piece, joinPieces } from './scan/piece.ts'

type ParsedReply = { readonly raw: string; readonly pieces: readonly Piece[]; readonly findings: readonly FoundCalls[] }
type Chosen = CallChoice & { kind: 'calls' }

const LANGUAGE_WORD = /^\s*(?:json|python|tool_code)\b/
const LONGEST_WORD = 40
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u
const NO_CHOICE: CallChoice = { kind: 'none' }
const NOTHING_IGNORED: Reading['ignored'] = { objects: 0, text: false }

/** What a reply means in lenient and run, once its pieces have been asked for calls. */
export function concludeLenient({ raw, pieces, findings }: ParsedReply, settings: ReadSettings): Reading {
  const choice = findings.length === 0 ? NO_CHOICE : chooseCalls(pieces, findings, askedOf(raw, settings))
  const requests = requestsOf(findings)
  if (choice.kind !== 'calls') {
    return {
      move: moveWithout(choice, { raw, pieces }, settings),
      text: joinPieces(pieces),
      ignored: NOTHING_IGNORED,
      requests,
      answers: choice.kind === 'invalid' ? choice.answers : [],
    }
  }
  const isAll = choice.through - choice.from + 1 === pieces.length
  const text = isAll ? '' : textAround(pieces, choice)
  const { calls } = choice
  const cut = isAll ? undefined : cutOffCall(pieces, { through: choice.through, tools: settings.tools })
  const isNamed = choice.answers.some(answer => 'rejection' in answer && answer.requested === '')
  const answers = cut && !isNamed ? [...choice.answers, cut] : choice.answers
  const running = answers.length === 1 ? 1 : heldBack(answers).filter(answer => 'call' in answer).length
  const objects = requests.length - running + (isAll ? 0 : strayObjects(pieces, findings))
  const before = text === '' ? '' : textAround(pieces, { ...choice, through: pieces.length })
  return {
    move: { kind: 'calls', calls },
    text,
    before,
    ignored: { objects, text: text !== '' },
    requests,
    answers,
  }
}

type ReplyText = Pick<ParsedReply, 'raw' | 'pieces'>

function moveWithout(choice: Exclude<CallChoice, Chosen>, { raw, pieces }: ReplyText, settings: ReadSettings): Move {
  if (choice.kind === 'talk') return onlyTalk(settings)
  if (choice.kind === 'doubtful')
    return rejected('envelope', 'The words around the call leave open whether it is made now.', DOUBTFUL)
  if (choice.kind === 'echo' || choice.kind === 'invalid') return refusalOf(choice)
  const move = withoutCalls(pieces, settings, () => contextOf(raw, settings))
  return choice.kind === 'unclear' && move.kind !== 'rejected' ? unclear() : move
}

const refusalOf = (choice: CallChoice & { kind: 'echo' | 'invalid' }): Move =>
  choice.kind === 'invalid'
    ? refusedByCatalog(choice.fault)
    : rejectedAs(
        'envelope',
        fault('tool_call_echoed', 'The call repeats, word for word, a text that was shown this turn.'),
      )

function requestsOf(findings: readonly FoundCalls[]): readonly CallRequest[] {
  const [only] = findings
  return only !== undefined && findings.length === 1 ? only.requests : findings.flatMap(finding => finding.requests)
}

const askedOf = (raw: string, settings: ReadSettings): ChoiceContext => ({
  tools: settings.tools,
  context: contextOf(raw, settings),
  shown: settings.shown,
})

export const contextOf = (raw: string, settings: ReadSettings): CallContext => ({
  profile: settings.profile,
  rawSha256: sha256(raw),
  origin: settings.origin,
  coerce: settings.coerce,
  // what the reply spells out is whole; only an escape could say otherwise
  sound: raw.isWellFormed() && !raw.includes('\\u'),
})

/** The prose before, between and after the calls, without marks, labels and layout. */
function textAround(pieces: readonly Piece[], { from, through, lead }: Chosen): string {
  const prose: string[] = []
  const labelled = lead > 0 ? -1 : labelBefore(pieces, from)
  for (let at = 0; at < pieces.length; at++) {
    const piece = pieces[at]
    if (piece?.kind !== 'text' || (at >= from && at <= through)) continue
    const words = at === from - 1 ? piece.text.slice(0, piece.text.length - lead) : piece.text
    const text = withoutRecipient(at === labelled ? withoutLabel(words) : words)
    if (isProse(text) && !isHeader(pieces, at)) prose.push(text.trim())
  }
  return prose.join('\n')
}

/** The last text before the calls that is more than layout. */
function labelBefore(pieces: readonly Piece[], from: number): number {
  let at = from - 1
  while (at >= 0 && (pieces[at]?.kind !== 'text' || !isProse(pieces[at]?.text ?? '') || isHeader(pieces, at))) at--
  return at
}

const isProse = (text: string): boolean =>
  text.trim() !== '' && LETTER_OR_DIGIT.test(text.length < LONGEST_WORD ? text.replace(LANGUAGE_WORD, '') : text)

function strayObjects(pieces: readonly Piece[], findings: readonly FoundCalls[]): number {
  let next = 0
  let strays = 0
  for (let at = 0; at < pieces.length; at++) {
    const finding = findings[next]
    if (finding?.from === at) {
      at = finding.through
      next++
    } else if (pieces[at]?.kind === 'value' && pieces[at]?.text.startsWith('{') === true) strays++
  }
  return strays
}

/** A recovered call that changes something runs only if a person approves it or the model repeats it (decision 4). */
export const needsConfirmation = (call: ToolCall): boolean =>
  call.tool.risk !== 'read' && call.reading.fixups.length > 0
