import type { AskPerson } from '../../../runtime/index.ts'
import { interrupted } from '../interrupt.ts'
import { sandboxWords } from '../sandbox-words.ts'
import { type Terminal, visible, visibleInLine } from '../terminal.ts'
import { askLine } from './ask-line.ts'
import { canAsk } from './can-ask.ts'
import { renderArguments } from './render-arguments.ts'

/** Shows the whole call and wants a word for yes; Enter alone never approves. Whoever breaks off has not answered: it stays on the list. */
export function askAtTerminal(terminal: Terminal, stop: AbortController): AskPerson | undefined {
  if (!canAsk(terminal)) return undefined
  return async (approval, { assessment }, signal) => {
    const { paint } = terminal
    terminal.err(
      `\n${paint('yellow', 'May this run?')} ${paint('bold', visibleInLine(approval.tool))}: ${visibleInLine(approval.summary)}`,
    )
    terminal.err(visible(approval.reason))
    terminal.err(renderArguments(approval.args, paint))
    if (assessment.sandbox !== undefined)
      terminal.err(paint(assessment.sandbox === 'off' ? 'red' : 'dim', `  ${sandboxWords(assessment.sandbox)}`))
    const late = AbortSignal.timeout(Math.max(1, approval.ends.at - Date.now()))
    const line = await askLine('Type yes to let exactly this call run once; anything else refuses it: ', {
      stop: signal,
      late,
    })
    if (line.kind === 'late') return 'timeout'
    if (line.kind === 'interrupted') {
      stop.abort()
      throw interrupted('Interrupted at the question.') // whoever asked records that there is no answer
    }
    const isYes = line.kind === 'typed' && line.text.toLowerCase() === 'yes'
    return { state: isYes ? 'approved' : 'denied', decidedBy: 'tty', credential: 'person at the terminal' }
  }
}
