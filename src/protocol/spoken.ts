import { onlyGlue } from './group.ts'
import type { FoundCalls } from './interpret.ts'
import type { Layout } from './layout.ts'
import type { Piece } from './scan/piece.ts'
import { type Stance, isPlainEnglish, stanceBehind, stanceOf } from './stance.ts'

const QUOTED = /\p{L}[^\n]*`$/u // prose, then the mark that opens code in a sentence
const RUNS_ON = /[\p{L},][ \t]*$/u // the sentence has not ended, and goes on with the call
const LETTER = /\p{L}/u
const PROSE_BEHIND = /^`.*\p{L}/u
const QUOTED_ITEM = /^\s*(?:[-*•]|\d+[.)])\s+`$/ // an item of a list that is nothing but code in a sentence's marks
const ITEM = /^\s*(?:(?:[-*•]|\d+[.)])\s.*)?$/
const LONGEST_LIST = 2_000

const NOTHING_SAID: readonly Stance[] = ['silent']

/** What the words around each finding say about it. It holds for later findings that have no words of their own. */
export function stancesOf(
  pieces: readonly Piece[],
  findings: readonly FoundCalls[],
  layout: Layout,
): readonly Stance[] {
  if (pieces.length === 1) return NOTHING_SAID
  const stances: Stance[] = []
  let last: FoundCalls | undefined
  for (const finding of findings) {
    const own = stanceAround(finding, layout)
    const isNext =
      last !== undefined && own === 'silent' && stances.at(-1) === 'talks' && leadsOn(pieces, last, finding)
    stances.push(isNext ? 'talks' : own)
    last = finding
  }
  return stances
}

function stanceAround(finding: FoundCalls, layout: Layout): Stance {
  const { from, through } = finding
  const lead = layout.leadOf(from)
  if (lead === '' && !layout.isFenced(from)) return 'silent'
  const stance = stanceOf(lead)
  if (stance === 'talks') return stance
  const behind = stanceBehind(layout.behindFence(from))
  if (behind === 'talks') return behind
  if (stance === 'announces') return stance
  // it stands in the middle of a sentence
  if (isInSentence(finding, layout) && LETTER.test(layout.restOfLine(through) ?? '')) return 'doubtful'
  if (QUOTED.test(lead.slice(-200)) && PROSE_BEHIND.test(layout.restOfLine(through) ?? '')) return 'talks'
  if (behind === 'doubtful' || QUOTED_ITEM.test(lastLine(lead.slice(-20)))) return 'doubtful'
  if (layout.isDeclared(from)) return 'doubtful'
  if (stance !== 'strange') return stance
  const isFramed =
    layout.placeOf(from, through).framed && !runsOn(lead) && !isPlainEnglish(lastLine(lead.slice(-400).trimEnd()))
  return isExplicit(finding) || isFramed ? 'silent' : 'doubtful'
}

/** The words before it are no sentence yet, and go on with it. */
export const isInSentence = (finding: FoundCalls, layout: Layout): boolean =>
  !isExplicit(finding) && runsOn(layout.leadOf(finding.from))
const runsOn = (lead: string): boolean => RUNS_ON.test(lead.slice(-40))

const lastLine = (text: string): string => text.slice(text.lastIndexOf('\n') + 1)

/** Our own envelope, and the forms in which the tool's name leads to its arguments, are not written by accident. */
const isExplicit = ({ requests }: FoundCalls): boolean => EXPLICIT.has(requests[0]?.dialect ?? '')
const EXPLICIT: ReadonlySet<string> = new Set(['envelope', 'name_line'])

function leadsOn(pieces: readonly Piece[], last: FoundCalls, next: FoundCalls): boolean {
  if (onlyGlue(pieces, last.through + 1, next.from)) return true
  return pieces
    .slice(last.through + 1, next.from)
    .every(({ kind, text }) => kind === 'fence' || kind === 'tag' || isList(text))
}

const isList = (text: string): boolean => text.length < LONGEST_LIST && text.split('\n').every(line => ITEM.test(line))
