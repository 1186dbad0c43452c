import type { Fact, Pending } from '../fact.ts'
import type { FactBook } from '../fact-book.ts'
import type { MemoryReport } from '../remember-turn.ts'
import { memoryQuestion } from './memory-question.ts'

/** What the person is told after the answer. */
export type MemoryNote = {
  readonly says: string
  /** The same for the conversation that is kept: a forgotten fact is not written down once more. */
  readonly keeps: string
}

const MAX_SHOWN = 8
const NOTHING: MemoryNote = { says: '', keeps: '' }

/** Empty where there is nothing to tell. The question comes last, because the reply to the last question is understood. */
export async function memoryNote(
  { stored, confirmed, asked, forgot }: MemoryReport,
  book: FactBook,
): Promise<MemoryNote> {
  const { forgotten, dropped, unclear, unknown } = forgot
  if ([stored, confirmed, asked, forgotten, dropped, unclear, unknown].every(each => each.length === 0)) return NOTHING
  const texts = forgotten.map(({ text }) => text)
  const rest = [
    ...confirmed.map(({ text }) => `Remembered: ${quoted(text)}.`),
    ...unclear.map(({ what, facts }) => whichOne(what, facts)),
    ...unknown.map(what => `Nothing is remembered about ${quoted(what)}.`),
    ...(await Promise.all([...stored, ...asked].map(each => contradiction(each, book)))).filter(line => line !== ''),
    ...(asked.length === 0 ? [] : [memoryQuestion(asked)]),
  ]
  const told = [...texts.map(text => `Forgot: ${quoted(text)}.`), ...dropped.map(text => `Not kept: ${quoted(text)}.`)]
  const counted = [
    ...(texts.length > 0 ? [`Forgot ${texts.length} ${texts.length === 1 ? 'fact' : 'facts'}.`] : []),
    ...(dropped.length > 0 ? ['Not kept.'] : []),
  ]
  return { says: [...told, ...rest].join('\n\n'), keeps: [...counted, ...rest].join('\n\n') }
}

const quoted = (text: string): string => `“${text}”`

function whichOne(what: string, facts: readonly Fact[]): string {
  const lines = facts.slice(0, MAX_SHOWN).map(({ id, text }) => `- ${quoted(text)}: countersign memory forget ${id}`)
  const more = facts.length > MAX_SHOWN ? ['- and more: countersign memory list'] : []
  return [
    `More than one fact fits ${quoted(what)}, so none was forgotten. Say “forget that …” with the words of one, or:`,
    ...lines,
    ...more,
  ].join('\n')
}

const inSentence = (text: string): string => text.replace(/^(?:My|Our|We|The|All|From)\b/, word => word.toLowerCase())

async function contradiction(fact: Fact | Pending, book: FactBook): Promise<string> {
  const { text, contradicts } = fact
  const rivals = (await Promise.all(contradicts.map(id => book.find(id)))).flatMap(rival => rival ?? [])
  const [first] = rivals
  if (!first) return ''
  const others = rivals.map(rival => quoted(rival.text)).join(' and ')
  return `${quoted(text)} does not fit what you said before: ${others}. Both ${'asked' in fact ? 'would stay' : 'stay'} until you decide, for example with “forget that ${inSentence(first.text)}”.`
}
