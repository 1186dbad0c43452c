import type { JsonObject } from '../../core/index.ts'
import * as char from '../scan/characters.ts'

const DOTS = /^(?:\.{3}|…)$/
const IN_ANGLES = /^<([^<>/="]+)>$/
const ELLIPSIS = 0x2026
const LONGEST = 100

/** `<the path>` or `...`: a blank that was to be filled in. */
export const isPlaceholder = (text: string): boolean => DOTS.test(text) || IN_ANGLES.test(text)

/** An argument that is only a placeholder: `<path>` for "path", or words in angle brackets. `<br>` is ordinary text. */
export function placeholderIn(args: JsonObject): string | undefined {
  for (const key of Object.keys(args)) {
    const value = args[key]
    if (typeof value === 'string' && mayStandForOne(value) && standsFor(key, value)) return key
  }
  return undefined
}

/** Most values are settled by their first character. */
function mayStandForOne(value: string): boolean {
  const first = value.charCodeAt(0)
  return (first === char.LESS || first === char.DOT || first === ELLIPSIS) && value.length <= LONGEST
}

function standsFor(key: string, value: string): boolean {
  const inner = IN_ANGLES.exec(value)?.[1]
  return DOTS.test(value) || (inner !== undefined && (inner.includes(' ') || inner.toLowerCase() === key.toLowerCase()))
}
