import type { Json, JsonObject } from '../../core/index.ts'
import { samplePattern } from './sample-pattern.ts'

const FORMATS: Readonly<Record<string, string>> = {
  date: '2025-01-31',
  time: '09:30:00Z',
  'date-time': '2025-01-31T09:30:00Z',
  email: 'name@example.com',
  uri: 'https://example.com/',
  url: 'https://example.com/',
  uuid: '00000000-0000-4000-8000-000000000000',
}

export function sampleString({ pattern, format, minLength, maxLength }: JsonObject, standIn: string): string {
  if (typeof pattern === 'string') return samplePattern(pattern) ?? standIn
  const text = (typeof format === 'string' ? FORMATS[format] : undefined) ?? standIn
  return text.padEnd(numberOr(minLength, 0), 'x').slice(0, numberOr(maxLength, Infinity))
}

type NumberKind = { readonly whole: boolean; readonly turn: number }

/** 1 if it fits, otherwise a number near a bound that does; `turn` moves on from there, for lists of different numbers. */
export function sampleNumber(schema: JsonObject, { whole, turn }: NumberKind): number {
  const low = Math.max(numberOr(schema.minimum, -Infinity), numberOr(schema.exclusiveMinimum, -Infinity))
  const high = Math.min(numberOr(schema.maximum, Infinity), numberOr(schema.exclusiveMaximum, Infinity))
  const unit = numberOr(schema.multipleOf, 1)
  const above = Math.ceil(low / unit) * unit
  const below = Math.floor(high / unit) * unit
  const candidates = [1, unit, above, above + unit, below, below - unit, (low + high) / 2]
  const first = candidates.find(candidate => fits(candidate, schema, whole)) ?? 1
  const later = first + turn * unit
  return fits(later, schema, whole) ? later : first
}

function fits(value: number, schema: JsonObject, whole: boolean): boolean {
  if (!Number.isFinite(value) || (whole && !Number.isInteger(value))) return false
  if (value < numberOr(schema.minimum, -Infinity) || value > numberOr(schema.maximum, Infinity)) return false
  if (value <= numberOr(schema.exclusiveMinimum, -Infinity) || value >= numberOr(schema.exclusiveMaximum, Infinity))
    return false
  return Number.isInteger(value / numberOr(schema.multipleOf, value === 0 ? 1 : value))
}

const numberOr = (value: Json | undefined, fallback: number): number => (typeof value === 'number' ? value : fallback)
