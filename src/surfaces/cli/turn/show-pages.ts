import { askLine } from '../authority/ask-line.ts'
import type { Terminal } from '../terminal.ts'

const KEPT_FOR_THE_PROMPT = 2

/** Whether the person wants to go on, or broke off. */
export type Shown = 'done' | 'interrupted'

/** All lines, a screen at a time: nothing scrolls away unseen. */
export async function showPages(lines: readonly string[], terminal: Terminal, stop: AbortSignal): Promise<Shown> {
  const size = Math.max(5, (process.stderr.rows || 24) - KEPT_FOR_THE_PROMPT)
  for (let at = 0; at < lines.length; at += size) {
    for (const line of lines.slice(at, at + size)) terminal.problem(line)
    const seen = Math.min(at + size, lines.length)
    if (seen >= lines.length) break
    const answer = await askLine(`  line ${seen} of ${lines.length}; Enter for more, q to go back: `, { stop })
    if (answer.kind === 'interrupted') return 'interrupted'
    if (answer.kind === 'ended' || (answer.kind === 'typed' && answer.text.toLowerCase() === 'q')) break
  }
  return 'done'
}
