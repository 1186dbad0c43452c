import { hash } from 'node:crypto'
import { canonicalJson } from './canonical-json.ts'
import type { Json } from './json.ts'

export const sha256 = (text: string): string => hash('sha256', text)

/** Equal for equal values, whatever the order of their keys. */
export const hashJson = (value: Json): string => sha256(canonicalJson(value))
