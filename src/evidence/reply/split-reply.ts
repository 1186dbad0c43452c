import { findMentions } from './places.ts'

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

export function splitReply(reply: string): SplitReply {
  if (!/evidence/i.test(reply)) return { text: reply.replaceAll('\r\n', '\n').trim(), evidence: [] }
  const lines = reply.split(/\r?\n/)
  const text: string[] = []
  const evidence: string[] = []
  for (let at = 0; at < lines.length;) {
    const found = findLabel(lines[at] ?? '')
    if (found === undefined) text.push(lines[at++] ?? '')
    else {
      if (found.before !== '') text.push(found.before)
      const next = endOfEvidence(lines, at + 1, found.body)
      evidence.push([found.body, ...lines.slice(at + 1, next)].join('\n').trim())
      at = next
    }
  }
  return { text: text.join('\n').trim(), evidence }
}

type Labelled = { readonly before: string; readonly body: string }

function findLabel(line: string): Labelled | undefined {
  const label = LABEL.exec(line)
  if (label) return { before: '', body: line.slice(label[0].length) }
  const inline = INLINE.exec(line)
  return inline
    ? { before: line.slice(0, inline.index).trimEnd(), body: line.slice(inline.index + inline[0].length) }
    : undefined
}

/** An open quote goes on, a label alone stands above what it labels, and a block belongs to the place above it. */
function endOfEvidence(lines: readonly string[], from: number, body: string): number {
  const limit = Math.min(lines.length, from + MAX_CONTINUED)
  const goesOn = (at: number): boolean => at < limit && findLabel(lines[at] ?? '') === undefined
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
