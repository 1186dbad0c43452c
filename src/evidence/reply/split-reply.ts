import { findMentions } from './places.ts'
import { blankCode } from './read-prose.ts'

/** A reply taken apart: what it says, and what stands behind `Evidence:`. */
export type SplitReply = {
  readonly text: string
  /** One for each time the label stands there. */
  readonly evidence: readonly string[]
}

/** The label on a line of its own, or behind the end of a sentence; bold, underlined, as a heading or in a list. */
const BEHIND =
  /[*_]{0,3}[ \t]?[:：]|[ \t]{0,2}[–—-][ \t]|[*_]{0,3}(?=[ \t]{0,2}\([^)\n]{1,200}\)[ \t]?:)|[*_]{0,3}[ \t]*$/
const LABEL = new RegExp(`^[ \\t>#*_+-]{0,12}evidence(?:${BEHIND.source})[*_]{0,3}[ \\t]*`, 'i')
const INLINE = /(?<=[.!?)"”*][ \t]{1,3})[*_]{0,3}Evidence[*_]{0,3}:[*_]{0,3}[ \t]*/
const MAX_CONTINUED = 12 // lines of a quote or of a list under the label

/**
 * A label counts if `isMeant` accepts its words, and never inside code. Where no such question is asked every label
 * counts, and one inside code if there is no other.
 */
export function splitReply(reply: string, isMeant?: (line: string) => boolean): SplitReply {
  if (!/evidence/i.test(reply)) return { text: reply.replaceAll('\r\n', '\n').trim(), evidence: [] }
  const lines = reply.split(/\r?\n/)
  const outside = blankCode(reply).split(/\r?\n/).map(findLabel)
  const labels = isMeant || outside.some(label => label !== undefined) ? outside : lines.map(findLabel)
  const text: string[] = []
  const evidence: string[] = []
  for (let at = 0; at < lines.length;) {
    const found = labels[at]
    const next = found === undefined ? at : endOfEvidence({ lines, labels }, at + 1, found.body)
    const line = [found?.body ?? '', ...lines.slice(at + 1, next)].join('\n').trim()
    if (found === undefined || isMeant?.(line) === false) text.push(lines[at++] ?? '')
    else {
      if (found.before !== '') text.push(found.before)
      evidence.push(line)
      at = next
    }
  }
  return { text: text.join('\n').trim(), evidence }
}

type Labelled = { readonly before: string; readonly body: string }
type LabelledLines = { readonly lines: readonly string[]; readonly labels: readonly (Labelled | undefined)[] }

function findLabel(line: string): Labelled | undefined {
  const label = LABEL.exec(line)
  if (label) return { before: '', body: line.slice(label[0].length) }
  const inline = INLINE.exec(line)
  return inline
    ? { before: line.slice(0, inline.index).trimEnd(), body: line.slice(inline.index + inline[0].length) }
    : undefined
}

/** An open quote goes on, a label alone stands above what it labels, and a block belongs to the place above it. */
function endOfEvidence({ lines, labels }: LabelledLines, from: number, body: string): number {
  const limit = Math.min(lines.length, from + MAX_CONTINUED)
  const goesOn = (at: number): boolean => at < limit && labels[at] === undefined
  let [at, block] = [from, body]
  if (body.trim() === '') {
    while (at < limit && lines[at]?.trim() === '') at++
    while (goesOn(at) && lines[at]?.trim() !== '') at++
    return at
  }
  while (goesOn(at) && isOpen(block)) block += `\n${lines[at++]}`
  if (isOpen(block)) at = from
  while (at < limit && /^\s{0,3}>/.test(lines[at] ?? '')) at++
  const next = lines[at]?.trim() === '' ? at + 1 : at
  const isBare = /["”]\s*$/.test(block) && findMentions(block).length === 0
  return isBare && goesOn(next) && /^\s{0,3}["“—–(]/.test(lines[next] ?? '') ? next + 1 : at
}

const isOpen = (text: string): boolean => {
  const straight = text.split('"').length - 1
  return straight % 2 === 1 || text.lastIndexOf('“') > text.lastIndexOf('”')
}
