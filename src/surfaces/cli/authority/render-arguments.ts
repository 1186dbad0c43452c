import type { JsonObject } from '../../../core/index.ts'
import { type Paint, visible, visibleInLine } from '../terminal.ts'

/** Renders every argument in full: people must see all of what they approve. */
export function renderArguments(args: JsonObject, paint: Paint): string {
  const lines = Object.entries(args).map(([key, value]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    return `  ${paint('cyan', visibleInLine(key))} ${visible(text).replaceAll('\n', '\n    ')}`
  })
  return lines.length === 0 ? '  (no arguments)' : lines.join('\n')
}
