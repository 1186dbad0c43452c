import type { TurnEvent } from '../../../core/index.ts'
import { type EffectsView, commandEffects, effectLines } from '../command-effects.ts'
import { visible } from '../terminal.ts'
import { fitLine } from './fit-line.ts'
import type { StageLine } from './stage-progress.ts'

const MOST_OUTPUT = 40 // lines of one call; its result has them all

/** Shows a command during a turn: its analysis, its output as it comes, and its effects at the end. */
export function createCommandProgress({
  columns,
  files,
}: Omit<EffectsView, 'receipt'>): (event: TurnEvent) => readonly StageLine[] {
  let analysis = ''
  let printed = 0
  const analyse = (): readonly StageLine[] => {
    const lines = analysis === '' ? [] : [indented('dim', `analysis  it ${visible(analysis)}`)]
    analysis = ''
    return lines
  }
  return event => {
    switch (event.type) {
      case 'gate.decided':
        analysis = event.summary
        printed = 0
        return []
      case 'tool.output.delta': {
        const lines = event.text.replace(/\n$/, '').split('\n')
        const shown = lines
          .slice(0, Math.max(0, MOST_OUTPUT - printed))
          .map(text => indented('dim', fitLine(text, columns - 3)))
        const isFull = printed <= MOST_OUTPUT && printed + lines.length > MOST_OUTPUT
        printed += lines.length
        return [...analyse(), ...shown, ...(isFull ? [indented('dim', '(more output omitted)')] : [])]
      }
      case 'tool.completed':
      case 'tool.failed': {
        const effects = commandEffects(event.data)
        if (!effects) return []
        const lines = effectLines(effects, { columns: columns - 2, receipt: event.receipt_id ?? undefined, files })
        return [...analyse(), ...lines.map(({ colour, text }) => indented(colour, text))]
      }
      default:
        return []
    }
  }
}

const indented = (colour: StageLine['colour'], text: string): StageLine => ({ colour, text: `  ${text}` })
