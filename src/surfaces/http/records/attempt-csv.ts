import { type Json, type JsonObject, isJsonList, textOf } from '../../../core/index.ts'

const COLUMNS = [
  'ts',
  'session_id',
  'turn_id',
  'attempt',
  'purpose',
  'model',
  'provider',
  'profile',
  'outcome',
  'result',
  'tool',
  'requested',
  'first_failure',
  'fixups',
  'repairs',
  'duration_ms',
  'gate',
  'receipt_id',
  'raw_output',
] as const

/** Attempts as CSV (RFC 4180) with a header line. */
export function* attemptCsv(attempts: Iterable<JsonObject>): Generator<string> {
  yield COLUMNS.join(',')
  for (const attempt of attempts) yield COLUMNS.map(name => cell(attempt[name])).join(',')
}

function cell(value: Json | undefined): string {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = isJsonList(value) ? value.map(textOf).join(' ') : textOf(value)
  // Model text that starts like a formula would run in a spreadsheet.
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
