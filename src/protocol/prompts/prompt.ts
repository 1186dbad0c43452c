import { sha256 } from '../../core/index.ts'

/**
 * A text for a model and the hash of its template. The ledger keeps the hash, so that templates can be compared later.
 */
export type Prompt = { readonly id: string; readonly hash: string; readonly text: string }

/** A wording with its places to fill in, read once. */
export type Template = { readonly id: string; readonly hash: string; readonly lines: PromptLines }

/** `undefined` leaves out the lines that ask for it. */
export type Slots = Readonly<Record<string, string | undefined>>

type PromptPart = { readonly slot: string } | { readonly words: string }
type PromptLines = readonly (readonly PromptPart[])[]

const SLOT = /\{\{(\w+)\}\}/

/** The hash covers the wording alone (`rows`: texts repeated inside it), never what is filled in. */
export const makeTemplate = (id: string, text: string, rows: readonly string[] = []): Template => ({
  id,
  lines: readLines(text),
  hash: sha256([text, ...rows].join('\n\n')),
})

export const fillTemplate = ({ id, hash, lines }: Template, slots: Slots): Prompt => ({
  id,
  hash,
  text: fillLines(lines, slots),
})

/** Split at the slots, every second piece is the name of one. */
const readLines = (text: string): PromptLines =>
  text.split('\n').map(line => line.split(SLOT).map((words, index) => (index % 2 === 1 ? { slot: words } : { words })))

/** In one pass: what is filled in is never read as a template again. */
function fillLines(lines: PromptLines, slots: Slots): string {
  const filled: string[] = []
  for (const pieces of lines) {
    const line = fillLine(pieces, slots)
    if (line !== undefined) filled.push(line)
  }
  return filled.join('\n')
}

/** For a wording that is filled in once, or too seldom to be kept. */
export const fillSlots = (text: string, slots: Slots): string => fillLines(readLines(text), slots)

function fillLine(pieces: readonly PromptPart[], slots: Slots): string | undefined {
  let line = ''
  for (const piece of pieces) {
    const text = 'words' in piece ? piece.words : slots[piece.slot]
    if (text === undefined) return undefined
    line += text
  }
  return line
}
