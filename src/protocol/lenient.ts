import { type CallContext, type CallRequest, type ToolCall, fault, sha256 } from '../core/index.ts'
import { type ChoiceContext, type CallChoice, chooseCalls } from './choose.ts'
import { onlyTalk, unclear, withoutCalls } from './failed-attempt.ts'
import type { FoundCalls } from './interpret.ts'
import type { ReadSettings } from './settings.ts'
import { DOUBTFUL, type Move, type Reading, rejected, rejectedAs } from './reading.ts'
import { refusedByCatalog } from './refusal.ts'
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
    }
  }
  const isAll = choice.through - choice.from + 1 === pieces.length
  const text = isAll ? '' : textAround(pieces, choice)
  const objects = requests.length - 1 + (isAll ? 0 : strayObjects(pieces, findings))
  const before = text === '' ? '' : textAround(pieces.slice(0, choice.from), choice)
  return {
    move: { kind: 'calls', calls: choice.calls },
    text,
    before,
    ignored: { objects, text: text !== '' },
    requests,
  }
}

type ReplyText = Pick<ParsedReply, 'raw' | 'pieces'>

function moveWithout(choice: Exclude<CallChoice, Chosen>, { raw, pieces }: ReplyText, settings: ReadSettings): Move {
  if (choice.kind === 'talk') return onlyTalk(settings)
  if (choice.kind === 'unclear') return unclear()
  if (choice.kind === 'doubtful')
    return rejected('envelope', 'The words around the call leave open whether it is made now.', DOUBTFUL)
  return choice.kind === 'none' ? withoutCalls(pieces, settings, () => contextOf(raw, settings)) : refusalOf(choice)
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

/** The prose before, between and after the calls, without marks and layout. */
function textAround(pieces: readonly Piece[], { from, through }: Chosen): string {
  const prose: string[] = []
  for (let at = 0; at < pieces.length; at++) {
    const piece = pieces[at]
    if (piece?.kind === 'text' && (at < from || at > through) && isProse(piece.text)) prose.push(piece.text.trim())
  }
  return prose.join('\n')
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
