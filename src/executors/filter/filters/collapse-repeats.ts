import { EVERYTHING, type Matcher } from '../matcher.ts'
import type { Filter } from '../pipeline.ts'

const FEWEST = 3 // two equal lines are shorter than one and a remark

/** Of many identical lines in a row the first is shown, with the number of the others. */
export const collapseRepeats = (matches: Matcher = EVERYTHING): Filter => ({
  name: 'collapse_repeats',
  matches,
  apply: text => ({ text: collapse(text.split('\n')).join('\n'), confidence: 'Full' }),
})

function collapse(lines: readonly string[]): readonly string[] {
  const kept: string[] = []
  for (let start = 0; start < lines.length;) {
    const line = lines[start] ?? ''
    let end = start + 1
    while (end < lines.length && lines[end] === line) end++
    const isWorthIt = end - start >= FEWEST && line.trim() !== ''
    kept.push(...(isWorthIt ? [line, `… ${end - start - 1} more identical lines`] : lines.slice(start, end)))
    start = end
  }
  return kept
}
