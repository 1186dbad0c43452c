import { usageFailure } from '../failure.ts'
import { interrupted, interruptible } from '../interrupt.ts'
import type { Terminal } from '../terminal.ts'
import { askLine, canAsk } from './ask-line.ts'

export type Confirmation = {
  /** What typing yes does: "trust it". */
  readonly to: string
  /** When `--yes` is fine instead: "once you have seen what trusting changes". */
  readonly sayYes: string
}

/** How the person confirmed: by flag or at the terminal; undefined if they did not. Enter alone does not confirm. */
export async function confirm(
  { yes = false }: { readonly yes?: boolean },
  terminal: Terminal,
  { to, sayYes }: Confirmation,
): Promise<'flag' | 'tty' | undefined> {
  if (yes) return 'flag'
  if (!canAsk(terminal)) throw usageFailure(`There is no terminal to ask at. Pass --yes ${sayYes}.`)
  const line = await interruptible(stop => askLine(`Type yes to ${to}: `, { stop: stop.signal }))
  if (line.kind === 'interrupted') throw interrupted('Interrupted at the prompt; nothing was changed.')
  return line.kind === 'typed' && line.text.toLowerCase() === 'yes' ? 'tty' : undefined
}
