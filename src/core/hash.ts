import { hash } from 'node:crypto'
import { canonicalJson } from './canonical-json.ts'
import type { Json } from './json.ts'

export const sha256 = (content: string | Uint8Array): string => hash('sha256', content)

/** Equal for equal values, whatever the order of their keys. */
export const hashJson = (value: Json): string => sha256(canonicalJson(value))
