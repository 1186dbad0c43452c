import { usageFailure } from '../failure.ts'
import { interrupted, interruptible } from '../interrupt.ts'
import type { Terminal } from '../terminal.ts'
import { askLine, canAsk } from './ask-line.ts'

export type Confirmation = {
  /** What the word yes does: "trust it". */
  readonly to: string
  /** When `--yes` may be said instead: "if you have seen what trusting changes". */
  readonly sayYes: string
}

/** How a person said yes: by flag or at the terminal; undefined when he did not. Enter alone is no yes. */
export async function confirm(
  { yes = false }: { readonly yes?: boolean },
  terminal: Terminal,
  { to, sayYes }: Confirmation,
): Promise<'flag' | 'tty' | undefined> {
  if (yes) return 'flag'
  if (!canAsk(terminal)) throw usageFailure(`Nobody is here to ask. Say --yes ${sayYes}.`)
  const line = await interruptible(stop => askLine(`Type yes to ${to}: `, { stop: stop.signal }))
  if (line.kind === 'interrupted') throw interrupted('Interrupted at the question; nothing was changed.')
  return line.kind === 'typed' && line.text.toLowerCase() === 'yes' ? 'tty' : undefined
}
