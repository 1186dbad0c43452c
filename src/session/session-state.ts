import { type JsonObject, isoTime, textOf } from '../core/index.ts'
import type { SessionInfo } from './conversation.ts'
import type { SessionRecord } from './session-records.ts'

/** What the records of a session up to `seen` add up to. It is stored, so that nobody counts them twice. */
export type SessionState = {
  readonly seen: number
  /** The window begins behind this record. */
  readonly after: number
  /** Summaries up to this record no longer count. */
  readonly cleared: number
  readonly title: string
  readonly created: number
  readonly updated: number
  readonly turns: number
  readonly lastTurn: string
  readonly model: string
  readonly agent: string
  /** Its entry among the recent ones. */
  readonly place: string
}

export const NEW_STATE: SessionState = {
  seen: 0,
  after: 0,
  cleared: 0,
  title: '',
  created: 0,
  updated: 0,
  turns: 0,
  lastTurn: '',
  model: '',
  agent: '',
  place: '',
}

/** The next state. A record that is not ours only counts as seen. */
export function foldRecord(state: SessionState, seq: number, record: SessionRecord | undefined): SessionState {
  if (record === undefined) return { ...state, seen: seq }
  const { at } = record
  const seen = {
    ...state,
    seen: seq,
    created: state.created === 0 ? at : state.created,
    updated: Math.max(state.updated, at),
  }
  switch (record.kind) {
    case 'clear':
      return { ...seen, after: seq, cleared: seq }
    case 'compaction':
      return replaces(record, state, seq) ? { ...seen, after: record.through } : seen
    case 'message':
      return foldMessage(seen, record)
  }
}

/** A summary of what was put away before says nothing new, and one of what comes later cannot be. */
export const replaces = ({ through }: { readonly through: number }, { after }: SessionState, seq: number): boolean =>
  through > after && through < seq

function foldMessage(
  state: SessionState,
  { message, model, agent }: Extract<SessionRecord, { kind: 'message' }>,
): SessionState {
  const { role, text, turn } = message
  return {
    ...state,
    model,
    agent,
    lastTurn: turn,
    turns: turn === state.lastTurn ? state.turns : state.turns + 1,
    title: state.title === '' && role === 'user' ? titleOf(text) : state.title,
  }
}

const MAX_TITLE = 80
const ENOUGH = 2_000 // whatever stands behind is no title

export function titleOf(text: string): string {
  const line = text
    .slice(0, ENOUGH)
    .replace(/[\s\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
  if (line.length <= MAX_TITLE) return line
  const cut = line.slice(0, MAX_TITLE - 1).toWellFormed()
  const words = cut.replace(/ \S*$/, '')
  return `${words.trimEnd()}…`
}

export const encodeState = (state: SessionState): JsonObject => ({
  ...state,
  created: isoTime(state.created),
  updated: isoTime(state.updated),
})

/** Undefined when it is not ours or cannot be true; then the records are counted again. */
export function decodeState(value: JsonObject): SessionState | undefined {
  const { seen, after, cleared, turns } = value
  if (!isSeq(seen) || !isSeq(after) || !isSeq(cleared) || !isSeq(turns) || cleared > after || after > seen)
    return undefined
  const [created, updated] = [Date.parse(textOf(value['created'])), Date.parse(textOf(value['updated']))]
  if (!Number.isFinite(created) || !Number.isFinite(updated)) return undefined
  const word = (key: string): string => textOf(value[key]).slice(0, ENOUGH)
  const words = {
    title: word('title'),
    lastTurn: word('lastTurn'),
    model: word('model'),
    agent: word('agent'),
    place: word('place'),
  }
  return { seen, after, cleared, turns, created, updated, ...words }
}
const isSeq = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0

export const infoOf = (id: string, { title, created, updated, turns, model, agent }: SessionState): SessionInfo => ({
  id,
  title,
  created: isoTime(created),
  updated: isoTime(updated),
  turns,
  model: model === '' ? null : model,
  agent,
})
