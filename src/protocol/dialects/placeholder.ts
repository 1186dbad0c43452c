import { type JsonObject } from '../../core/index.ts'

const DOTS = /^(?:\.{3}|…)$/
const IN_ANGLES = /^<([^<>/="]+)>$/

/** `<the path>` or `...`: somebody was to fill this in. */
export const isPlaceholder = (text: string): boolean => DOTS.test(text) || IN_ANGLES.test(text)

/** An argument that only stands for one: `<path>` for "path", or words in angle brackets. `<br>` is a text like any other. */
export const placeholderIn = (args: JsonObject): string | undefined =>
  Object.keys(args).find(key => {
    const value = args[key]
    if (typeof value !== 'string' || value.length > LONGEST) return false
    const inner = IN_ANGLES.exec(value)?.[1]
    return DOTS.test(value) || (inner !== undefined && (inner.includes(' ') || inner.toLowerCase() === key.toLowerCase()))
  })

const LONGEST = 100
