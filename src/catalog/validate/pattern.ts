import { createRequire } from 'node:module'
import type * as re2js from 're2js'

export type TextPattern = { test(text: string): boolean }

// Loaded when the first pattern is met, so that importing this room stays cheap.
const load: (name: 're2js') => typeof re2js = createRequire(import.meta.url)

/** One class of plain characters with a count: safe in any engine, so RE2 is not loaded for a hash in arguments. */
const PLAIN = /^\^\[(?:[a-z]-[a-z]|[A-Z]-[A-Z]|\d-\d|\w)+\]\{\d{1,3}\}\$$/

/** Linear time whatever the pattern is. Throws on what RE2 cannot say: look-around, back-references, huge repeats. */
export function compilePattern(source: string): TextPattern {
  if (PLAIN.test(source)) return new RegExp(source)
  const { RE2JS } = load('re2js')
  return RE2JS.compile(RE2JS.translateRegExp(source))
}
