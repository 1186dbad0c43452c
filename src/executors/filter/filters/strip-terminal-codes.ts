import { EVERYTHING, type Matcher } from '../matcher.ts'
import type { Filter } from '../pipeline.ts'

const CODES =
  // oxlint-disable-next-line no-control-regex -- terminals begin their codes with these characters
  /\u001b(?:\[[0-?]{0,32}[ -/]{0,4}[@-~]|\][^\u0007\u001b\n]{0,2048}(?:\u0007|\u001b\\)|[()][0-9A-Za-z]|[=>78MDEHc])/g

/** Removes colours, cursor movements and titles; a progress bar that draws over itself keeps its last state. */
export const stripTerminalCodes = (matches: Matcher = EVERYTHING): Filter => ({
  name: 'strip_terminal_codes',
  matches,
  apply: text => ({ text: text.replaceAll(CODES, '').split('\n').map(lastState).join('\n'), confidence: 'Full' }),
})

function lastState(line: string): string {
  if (!line.includes('\r')) return line
  return line.split('\r').findLast(state => state.trim() !== '') ?? ''
}
