import type { EvidenceCode, EvidenceFinding, EvidenceKind } from '../../core/index.ts'
import { oneLine } from './one-line.ts'
import { type Prompt, fillTemplate, makeTemplate } from './prompt.ts'

// No blank line in any of these: a paragraph without the word would pass for the person's own words.
const FORMS = `- What a file says: its exact words, then path, line and receipt id. Evidence: "The key hangs in the \
meter box." (notes/tower.md:10, receipt rcpt_…)
- Where something stands: path and line, or path and section. Evidence: notes/plan.md:3
- That something is missing: where you looked, and for what. Evidence: checked notes/tower.md for "ladder", found \
none, receipt rcpt_…
- What you may not see: Evidence: ACCESS_REQUEST notes/private.md
Copy words and receipt ids exactly as the results show them; … stands for words that you leave out. Say that you \
read, searched or changed something only if a result shows it.
If you do not know something, cite where you looked in vain, or what you would have to see.`

const KINDS: Readonly<Record<EvidenceKind | 'any', string>> = {
  any: 'proves what you say',
  quote: 'quotes the exact words of a file',
  place: 'names the line or section of a file',
  scope: 'says where you looked in vain, and for what',
}

const REQUIRED = makeTemplate(
  'evidence',
  `End your answer with exactly one line that begins with Evidence: and {{proves}}.\n${FORMS}`,
)
const OFFERED = fillTemplate(
  makeTemplate(
    'evidence-if-grounded',
    `If your answer says what is in the files, end it with exactly one line that begins with Evidence: and proves ` +
      `it.\n${FORMS}`,
  ),
  {},
)

/** How to prove an answer, with an example of each form; which kind is owed, if a line is. */
export const evidenceSection = (owed: EvidenceKind | 'any' | undefined): Prompt =>
  owed === undefined ? OFFERED : fillTemplate(REQUIRED, { proves: KINDS[owed] })

/** What to change, for each thing that can be wrong. */
const ADVICE: Readonly<Record<EvidenceCode, string>> = {
  verified: 'Keep it.',
  stale: 'Read the file again before you quote it.',
  self_written: 'Quote a file that was not written in this conversation.',
  unbacked: 'Quote only lines that a result shows.',
  access_requested: 'Keep it.',
  receipt_elsewhere: 'Name the receipt of the result that shows it.',
  absence_unsearched: 'Name fewer files.',
  absence_false: 'Take it back.',
  citations_too_many: 'Cite less: the few passages that matter.',
  cot_leak: 'Begin with the answer itself.',
  file_ambiguous: 'Write the whole path of the file.',
  file_missing: 'Cite a file that a result shows, with its whole path.',
  file_unknown: 'Cite a file that a result shows, with its whole path.',
  file_unnamed: 'Add the path and the line, such as (notes/tower.md:10).',
  line_missing: 'Add one line that begins with Evidence:.',
  line_multiple: 'Keep one Evidence: line and put the rest into it, parted by semicolons.',
  location_missing: 'Add the line, such as notes/plan.md:3, or the section.',
  location_wrong: 'Cite a line or section that is there.',
  quote_missing: 'Put the exact words of the file in quotes into the Evidence: line.',
  quote_not_found: 'Copy the words exactly from a result, or leave them out.',
  quote_too_short: 'Quote the whole phrase.',
  quote_unverifiable: 'Quote another passage, without the hidden part.',
  quote_wrong_line: 'Write the line in which it stands.',
  receipt_invalid: 'Name no such receipt.',
  receipt_unknown: 'Copy a receipt id from a result, or name none.',
  scope_missing: 'Say in which files you looked, such as: checked notes/tower.md for "ladder", found none.',
  scope_unknown: 'Name the files by their paths.',
  source_wrong: 'Cite a source of that kind.',
  tool_syntax: 'Write plain text; no tool can be called now.',
}

const CORRECTION = makeTemplate(
  'evidence-correction',
  `Your last answer was not delivered, because this in it is wrong:
{{faults}}
Write the whole answer again, as plain text. Keep what holds, correct the rest by the tool \
results, and leave out what they do not show. If nothing is left, say that you do not know.`,
  Object.values(ADVICE),
)

const MOST_TOLD = 6
const LONGEST = 300

/** What was wrong with an answer, citation by citation, and what to do about each. */
export function correctionSection(findings: readonly EvidenceFinding[]): Prompt {
  const faults = findings.filter(({ holds }) => !holds).slice(0, MOST_TOLD)
  const lines = faults.map(
    ({ claim, because, code }) =>
      `- ${oneLine(claim, LONGEST)}: ${oneLine(because, LONGEST)} ${ADVICE[code]} (${code})`,
  )
  return fillTemplate(CORRECTION, { faults: lines.length > 0 ? lines.join('\n') : '- It could not be verified.' })
}
