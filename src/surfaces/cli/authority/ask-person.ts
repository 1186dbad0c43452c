import { createInterface } from 'node:readline/promises'
import type { AskPerson } from '../../../runtime/index.ts'
import { type Terminal, visible } from '../terminal.ts'
import { renderArguments } from './render-arguments.ts'

/** Prompts only where a person sees them: standard input and error must both be a terminal. */
export const canAsk = (terminal: Terminal): boolean => terminal.isInteractive && process.stdin.isTTY

/** One line from the terminal; undefined when the time is over or the person left. */
export async function askLine(question: string, signal: AbortSignal): Promise<string | undefined> {
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return (await lines.question(question, { signal })).trim()
  } catch {
    return undefined
  } finally {
    lines.close()
  }
}

/** Shows the whole call and wants a word for yes; Enter alone never approves. */
export function askAtTerminal(terminal: Terminal): AskPerson | undefined {
  if (!canAsk(terminal)) return undefined
  return async (approval, _proposal, signal) => {
    const { paint } = terminal
    terminal.err(`\n${paint('yellow', 'May this run?')} ${paint('bold', visible(approval.tool))}: ${visible(approval.summary)}`)
    terminal.err(visible(approval.reason))
    terminal.err(renderArguments(approval.args, paint))
    const left = AbortSignal.any([signal, AbortSignal.timeout(Math.max(1, approval.ends.at - Date.now()))])
    const answer = await askLine('Type yes to let exactly this call run once; anything else refuses it: ', left)
    if (answer === undefined) return 'timeout'
    const state = answer.toLowerCase() === 'yes' ? 'approved' : 'denied'
    return { state, decidedBy: 'tty', credential: 'person at the terminal' }
  }
}
