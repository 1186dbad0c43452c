import type { Fact, PendingFact } from '../fact.ts'
import type { FactStore } from '../fact-store.ts'
import type { MemoryReport } from './memory-turn.ts'

/** What the person is told after the answer. */
export type MemoryNote = {
  readonly says: string
  /** The same for the conversation that is kept: a forgotten fact is not written down once more. */
  readonly keeps: string
}

const MAX_SHOWN = 8
const MAX_ASKED = 5
const NOTHING: MemoryNote = { says: '', keeps: '' }
const QUESTION = 'Should I remember '

const quoted = (text: string): string => `“${text}”`

/** Empty where there is nothing to tell. The question comes last, because only a question at the end is answered. */
export async function memoryNote(
  { stored, confirmed, asked, forgotten, dropped, unclear, unknown }: MemoryReport,
  store: FactStore,
): Promise<MemoryNote> {
  if ([stored, confirmed, asked, forgotten, dropped, unclear, unknown].every(each => each.length === 0)) return NOTHING
  const texts = forgotten.map(({ text }) => text)
  const rest = [
    ...confirmed.map(({ text }) => `Remembered: ${quoted(text)}.`),
    ...unclear.map(({ what, facts }) => whichOne(what, facts)),
    ...unknown.map(what => `Nothing is remembered about ${quoted(what)}.`),
    ...(await Promise.all([...stored, ...asked].map(each => contradiction(each, store)))).filter(line => line !== ''),
    ...(asked.length === 0 ? [] : [memoryQuestion(asked)]),
  ]
  const told = [...texts.map(text => `Forgot: ${quoted(text)}.`), ...dropped.map(text => `Not kept: ${quoted(text)}.`)]
  const counted = [
    ...(texts.length > 0 ? [`Forgot ${texts.length} ${texts.length === 1 ? 'fact' : 'facts'}.`] : []),
    ...(dropped.length > 0 ? ['Not kept.'] : []),
  ]
  return { says: [...told, ...rest].join('\n\n'), keeps: [...counted, ...rest].join('\n\n') }
}

/** What is put to the person at the end of an answer. `asksAbout` understands this form and no other. */
const memoryQuestion = (asked: readonly Pick<PendingFact, 'text'>[]): string =>
  `${QUESTION}${asked
    .slice(0, MAX_ASKED)
    .map(({ text }) => quoted(text))
    .join(' and ')}?`

/** Is this fact asked about in the last line of an answer? */
export function asksAbout(answer: string, fact: string): boolean {
  const line = answer.trimEnd().split('\n').at(-1) ?? ''
  return line.startsWith(QUESTION) && line.endsWith('?') && line.includes(quoted(fact))
}

function whichOne(what: string, facts: readonly Fact[]): string {
  const lines = facts.slice(0, MAX_SHOWN).map(({ id, text }) => `- ${quoted(text)}: countersign memory forget ${id}`)
  const more = facts.length > MAX_SHOWN ? ['- and more: countersign memory list'] : []
  return [
    `No single fact says just ${quoted(what)}, so none was forgotten. Say “forget that …” with the words of one, or:`,
    ...lines,
    ...more,
  ].join('\n')
}

async function contradiction(fact: Fact | PendingFact, store: FactStore): Promise<string> {
  const { text, contradicts } = fact
  const rivals = (await Promise.all(contradicts.map(id => store.find(id)))).flatMap(rival => rival ?? [])
  const [first] = rivals
  if (!first) return ''
  const others = rivals.map(rival => quoted(rival.text)).join(' and ')
  const stay = 'asked' in fact ? 'would stay' : 'stay'
  const how = `for example with “forget that ${first.text}”`
  return `${quoted(text)} may contradict ${others}. Both ${stay} until you forget one, ${how}.`
}
