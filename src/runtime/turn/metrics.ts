import { type EventReader, type JsonObject, type TurnEvent, isFaultCode } from '../../core/index.ts'
import { type Counter, type Histogram, boundNames, createCounter, createHistogram } from './prometheus.ts'

export type Metrics = {
  /** Gets every event; pass it as one of the `eventReaders`. */
  readonly read: EventReader
  /** All numbers in Prometheus' text format 0.0.4. */
  readonly renderMetrics: () => string
}

type MetricsOptions = {
  /** How many tool names and model names get labels of their own; the rest is `other`. */
  readonly maxNames?: number
}

export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

const MAX_NAMES = 100
/** Seconds: from a file that is read at once to a large model on a slow machine. */
const SECONDS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300]

type Books = {
  readonly turns: Counter
  readonly turnSeconds: Histogram
  readonly attempts: Counter
  readonly attemptSeconds: Histogram
  readonly tokens: Counter
  readonly calls: Counter
  readonly callSeconds: Histogram
  readonly refusals: Counter
}

const openBooks = (): Books => ({
  turns: createCounter({ name: 'countersign_turns_total', help: 'Turns, by how they ended.' }),
  turnSeconds: createHistogram({ name: 'countersign_turn_duration_seconds', help: 'How long turns took.' }, SECONDS),
  attempts: createCounter({
    name: 'countersign_attempts_total',
    help: 'Replies of models, by what they turned out to be.',
  }),
  attemptSeconds: createHistogram(
    { name: 'countersign_attempt_duration_seconds', help: 'How long models took to reply.' },
    SECONDS,
  ),
  tokens: createCounter({
    name: 'countersign_tokens_total',
    help: 'Tokens, as far as models tell how many they used.',
  }),
  calls: createCounter({ name: 'countersign_tool_calls_total', help: 'Calls of tools, by what came of them.' }),
  callSeconds: createHistogram(
    { name: 'countersign_tool_call_duration_seconds', help: 'How long calls took, gates and people included.' },
    SECONDS,
  ),
  refusals: createCounter({
    name: 'countersign_gate_refusals_total',
    help: 'Calls that a gate refused, by its reason.',
  }),
})

/** What is known of a turn that is under way. */
type Open = { readonly startedAt: string; readonly attempts: Map<number, Attempt>; readonly refused: Set<string> }
type Attempt = { readonly model: string; readonly profile: string }
type Bound = (name: string) => string
type Counting = Books & { readonly open: Open; readonly toolName: Bound; readonly modelName: Bound }

/** Counts events of turns. Labels hold names and numbers, never text that people or models wrote. */
export function createMetrics({ maxNames = MAX_NAMES }: MetricsOptions = {}): Metrics {
  const books = openBooks()
  const names = { toolName: boundNames(maxNames), modelName: boundNames(maxNames) }
  const turns = new Map<string, Open>()
  return {
    read(event) {
      const open = turns.get(event.turn_id) ?? { startedAt: event.ts, attempts: new Map(), refused: new Set() }
      turns.set(event.turn_id, open)
      const counting = { ...books, ...names, open }
      countModel(event, counting)
      countCall(event, counting)
      if (countTurn(event, counting)) turns.delete(event.turn_id)
    },
    renderMetrics: () =>
      `${Object.values(books)
        .map(book => book.render())
        .join('\n')}\n`,
  }
}

/** Third-party gates may use codes of their own. */
const known = (code: string | null): string => (code !== null && isFaultCode(code) ? code : 'other')

/** True when the turn has ended. */
function countTurn(event: TurnEvent, { turns, turnSeconds, open }: Counting): boolean {
  if (event.type !== 'turn.completed' && event.type !== 'turn.stopped' && event.type !== 'turn.failed') return false
  const end = event.type.slice('turn.'.length)
  turns.add({ end, code: event.type === 'turn.completed' ? '' : known(event.code) })
  turnSeconds.observe({ end }, Math.max(0, Date.parse(event.ts) - Date.parse(open.startedAt)) / 1_000)
  return true
}

function countModel(event: TurnEvent, { attempts, attemptSeconds, tokens, open, modelName }: Counting): void {
  if (event.type === 'attempt.started')
    open.attempts.set(event.attempt, { model: modelName(event.model), profile: event.profile })
  if (event.type !== 'attempt.completed' && event.type !== 'attempt.failed') return
  const { model, profile } = open.attempts.get(event.attempt) ?? { model: 'other', profile: 'other' }
  open.attempts.delete(event.attempt)
  attempts.add({ model, profile, outcome: event.outcome })
  attemptSeconds.observe({ model }, event.duration_ms / 1_000)
  for (const [key, kind] of TOKEN_KINDS) {
    const used = (event.usage ?? NONE)[key]
    if (typeof used === 'number') tokens.add({ model, kind }, used)
  }
}

const NONE: JsonObject = {}
const TOKEN_KINDS = [
  ['inputTokens', 'input'],
  ['outputTokens', 'output'],
  ['reasoningTokens', 'reasoning'],
  ['cachedTokens', 'cached'],
] as const

function countCall(event: TurnEvent, { calls, callSeconds, refusals, open, toolName }: Counting): void {
  if (event.type === 'gate.decided' && event.verdict === 'deny') {
    open.refused.add(event.call_id)
    refusals.add({ code: known(event.code) })
  }
  if (event.type !== 'tool.completed' && event.type !== 'tool.failed') return
  const tool = toolName(event.tool)
  const result = open.refused.has(event.call_id)
    ? 'refused'
    : event.type === 'tool.failed'
      ? 'failed'
      : event.replayed
        ? 'replayed'
        : 'ok'
  calls.add({ tool, result })
  callSeconds.observe({ tool }, event.duration_ms / 1_000)
}
