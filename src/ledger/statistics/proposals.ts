import type { JsonObject } from '../../core/index.ts'
import { OFTEN_ENOUGH } from './corrections.ts'
import { type Example, type Seen, byCount, see } from './counted-examples.ts'

/** Something that a person may change because of what a model does often. */
export type HabitProposal = {
  readonly model: string
  readonly profile: string
  readonly kind: 'setting' | 'prompt'
  /** What it does often: a first failure, a fixup, what fell of an answer, or `prompt_cut`. */
  readonly because: string
  readonly count: number
  readonly change: string
  /** Null where there is none to type. */
  readonly command: string | null
  readonly example: Example
}

type Change = Pick<HabitProposal, 'kind' | 'change' | 'command'>

const setting = (change: string, command: string | null): Change => ({ kind: 'setting', change, command })
const prompt = (change: string, command: string | null = null): Change => ({ kind: 'prompt', change, command })

const LENIENT = setting('Let its calls be mended instead of refused.', '--profile lenient')
const NATIVE = setting('Let its server write the call, so that the form is right from the start.', '--profile native')
const FEWER = prompt('Show it fewer tools: only those that the task needs.', '--only TOOL')
const ROOM = setting(
  'Its window is too small for the prompt; give it more.',
  'countersign config set providers.num_ctx 16384',
)
const COPY = prompt('Ask for words that are copied: "quote the sentence word for word, with file and line".')
const PLACE = prompt('Ask for the place: "name the file and the line of each claim".')
const LOOK = prompt('Ask it to look before it speaks.', '--require-tool')
const NO_THOUGHTS = prompt('Ask for the answer alone: "no reasoning and no calls in the answer".')

/** By what went wrong first. */
const FOR_FAILURES: Readonly<Record<string, Change>> = {
  tool_call_unknown_tool: FEWER,
  tool_call_multiple: prompt('Ask for one step in a message; the next one comes after its result.'),
  tool_call_nonce_invalid: LENIENT,
  tool_call_echoed: prompt('Say in your own words what is to be done: it repeats calls that stand in files.'),
  tool_call_output_limit: prompt('Ask for a smaller part at a time.'),
  withdrawn: prompt('Say which file is meant, and what is to change: asked again, it did not want the same.'),
  prompt_cut: ROOM,
}

/** By what fell of its answers. */
const FOR_EVIDENCE: Readonly<Record<string, Change>> = {
  line_missing: setting(
    'It forgets the Evidence line. Do without it, or end your message with "prove it with an Evidence line".',
    'countersign config set evidence.require never',
  ),
  line_multiple: prompt('Ask one question in a message, so that one Evidence line is enough.'),
  citations_too_many: prompt('Ask for less at once: so many citations cannot be checked.'),
  quote_missing: COPY,
  quote_not_found: COPY,
  quote_too_short: COPY,
  quote_unverifiable: COPY,
  quote_wrong_line: PLACE,
  location_missing: PLACE,
  location_wrong: PLACE,
  file_unnamed: PLACE,
  file_ambiguous: PLACE,
  file_missing: PLACE,
  source_wrong: PLACE,
  tool_claim_unbacked: LOOK,
  receipt_missing: LOOK,
  receipt_unknown: LOOK,
  receipt_invalid: LOOK,
  receipt_elsewhere: LOOK,
  absence_unsearched: prompt(
    'Ask for a search before it says that something is not there: "search for it first".',
    '--require-tool',
  ),
  absence_false: prompt(
    'Ask for a search before it says that something is not there: "search for it first".',
    '--require-tool',
  ),
  scope_missing: prompt('Say where it is to look: which file, scene or folder.'),
  scope_unknown: prompt('Say where it is to look: which file, scene or folder.'),
  count_wrong: prompt('Ask for the list instead of the number.'),
  cot_leak: NO_THOUGHTS,
  tool_syntax: NO_THOUGHTS,
}

/** A call that changes something and was mended is asked once more, so what is mended often costs time. */
function forFixup(profile: string): Change {
  return profile === 'native'
    ? prompt('It is mended for you; where it costs time, show fewer and simpler tools.', '--only TOOL')
    : NATIVE
}

function forFailure(code: string, profile: string): Change | undefined {
  switch (code) {
    case 'tool_call_invalid_format':
      return profile === 'strict' ? LENIENT : profile === 'native' ? FEWER : NATIVE
    case 'tool_call_invalid_args':
      return profile === 'native'
        ? setting('Let it think before it fills in arguments.', 'countersign config set tools.tafc.enabled true')
        : NATIVE
    default:
      return ownEntry(FOR_FAILURES, code)
  }
}

export type Habit = {
  readonly model: string
  readonly profile: string
  readonly source: 'failure' | 'fixup' | 'evidence'
  readonly code: string
}
export type Proposals = {
  readonly note: (habit: Habit, record: JsonObject) => void
  readonly list: () => readonly HabitProposal[]
}

/** What a model did at least three times in a profile, with the change that helps; nothing is applied by itself. */
export function createProposals(): Proposals {
  const habits = new Map<string, Habit>()
  const seen = new Map<string, Seen>()
  return {
    note(habit, record) {
      const id = JSON.stringify([habit.model, habit.profile, habit.source, habit.code])
      habits.set(id, habit)
      see(seen, id, record)
    },
    list: () =>
      [...habits]
        .flatMap(([id, habit]) => proposalOf(habit, seen.get(id)) ?? [])
        .toSorted((one, other) => byCount(one, other)),
  }
}

function proposalOf({ model, profile, source, code }: Habit, seen: Seen | undefined): HabitProposal | undefined {
  if (!seen || seen.count < OFTEN_ENOUGH) return undefined
  const change =
    source === 'fixup'
      ? forFixup(profile)
      : source === 'failure'
        ? forFailure(code, profile)
        : ownEntry(FOR_EVIDENCE, code)
  return change && { model, profile, because: code, ...change, ...seen }
}

const ownEntry = (table: Readonly<Record<string, Change>>, code: string): Change | undefined =>
  Object.hasOwn(table, code) ? table[code] : undefined
