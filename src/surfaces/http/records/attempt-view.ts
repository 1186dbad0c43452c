import { FIXUPS, type Json, type JsonObject, isFixup, isJsonList, isJsonObject, textOf } from '../../../core/index.ts'
import type { Entry } from '../../../ledger/index.ts'
import type { AttemptLabel, AttemptLayer, AttemptView } from '../shapes.ts'
import { callSlices } from './call-slices.ts'

const attemptId = (seq: number): string => `att_${seq}`

/** The log line of an attempt's id; undefined for other ids. */
export function attemptSeq(id: string): number | undefined {
  const [, digits] = /^att_(\d{1,15})$/.exec(id) ?? []
  return digits === undefined ? undefined : Number(digits)
}

/** A model's reply from a log entry; undefined for other entries. */
export function attemptView(entry: Entry, label: AttemptLabel | undefined): AttemptView | undefined {
  const { attempt } = entry.body
  if (!isJsonObject(attempt)) return undefined
  const text = (key: string): string | null => (typeof attempt[key] === 'string' ? attempt[key] : null)
  const count = (key: string): number | null => (typeof attempt[key] === 'number' ? attempt[key] : null)
  const raw = text('raw_output') ?? ''
  const extracted = objectsIn(attempt['extracted']).map(({ name, args, dialect }) => ({
    name: textOf(name),
    args: isJsonObject(args) ? args : {},
    dialect: textOf(dialect),
  }))
  return {
    id: attemptId(entry.seq),
    at: entry.at,
    session_id: text('session_id') ?? '',
    turn_id: text('turn_id'),
    attempt: count('attempt'),
    purpose: text('purpose'),
    model: text('model'),
    provider: text('provider'),
    profile: text('profile'),
    outcome: text('result') ?? text('outcome') ?? '',
    tool: text('tool'),
    requested: text('requested'),
    raw_output: raw,
    raw_sha256: text('raw_sha256'),
    slices: callSlices(
      raw,
      extracted.map(({ name }) => name),
    ),
    extracted,
    dialect: text('dialect'),
    fixups: textsIn(attempt['fixups']).map(name => ({ name, says: isFixup(name) ? FIXUPS[name] : '' })),
    aliases: textsIn(attempt['aliases']),
    validation: validationOf(attempt, extracted.length > 0),
    first_failure: text('first_failure'),
    detail: text('detail'),
    repairs: count('repairs'),
    duration_ms: count('duration_ms'),
    usage: isJsonObject(attempt['usage']) ? attempt['usage'] : null,
    prompt_cut: attempt['prompt_cut'] === true,
    gate: text('gate'),
    receipt_id: text('receipt_id'),
    prompts: textsIn(attempt['prompts']),
    label: label ?? null,
  }
}

const objectsIn = (value: Json | undefined): readonly JsonObject[] =>
  isJsonList(value) ? value.filter(isJsonObject) : []
const textsIn = (value: Json | undefined): readonly string[] =>
  isJsonList(value) ? value.filter(each => typeof each === 'string') : []

const LAYERS = ['extract', 'parse', 'envelope', 'tool', 'nonce', 'args'] as const

const PASSED: Readonly<Record<(typeof LAYERS)[number], string>> = {
  extract: 'The reply contains a call.',
  parse: 'The call can be parsed.',
  envelope: 'It has the expected format.',
  tool: 'It names an offered tool.',
  nonce: 'It repeats the nonce of this step.',
  args: 'Its arguments match the schema.',
}

function validationOf(attempt: JsonObject, hasCall: boolean): readonly AttemptLayer[] {
  const failed = LAYERS.indexOf(LAYERS.find(layer => layer === attempt['layer']) ?? 'extract')
  const hasFailed = typeof attempt['layer'] === 'string'
  const isProse = !hasCall && !hasFailed
  return LAYERS.map((layer, at): AttemptLayer => {
    if (isProse) return { layer, state: 'not_needed', says: 'The reply contains no call.' }
    if (hasFailed && at === failed) return { layer, state: 'failed', says: textOf(attempt['detail']) }
    if (hasFailed && at > failed) return { layer, state: 'not_reached', says: 'Not checked: an earlier step failed.' }
    if (layer === 'nonce' && attempt['profile'] !== 'strict')
      return { layer, state: 'not_needed', says: 'Only strict calls repeat a nonce.' }
    return { layer, state: 'ok', says: PASSED[layer] }
  })
}
