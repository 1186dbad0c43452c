import type { Json, JsonObject } from '../../core/index.ts'
import { MAX_REPETITIONS, isGrammarPattern } from './grammar-pattern.ts'

/** The limits that a grammar can hold; the others are left to the validator. */
export function stringLimits({ pattern, minLength, maxLength }: JsonObject): JsonObject {
  if (typeof pattern === 'string' && isGrammarPattern(pattern)) return { pattern }
  return { ...countLimit('minLength', minLength), ...countLimit('maxLength', maxLength) }
}

export const countLimit = (keyword: string, count: Json | undefined): JsonObject =>
  typeof count === 'number' && count <= MAX_REPETITIONS ? { [keyword]: count } : {}

export function integerLimits({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: JsonObject): JsonObject {
  const low = Math.max(Math.ceil(numberOr(minimum, -Infinity)), Math.floor(numberOr(exclusiveMinimum, -Infinity)) + 1)
  const high = Math.min(Math.floor(numberOr(maximum, Infinity)), Math.ceil(numberOr(exclusiveMaximum, Infinity)) - 1)
  return { ...(Number.isSafeInteger(low) && { minimum: low }), ...(Number.isSafeInteger(high) && { maximum: high }) }
}

const numberOr = (value: Json | undefined, fallback: number): number => (typeof value === 'number' ? value : fallback)
