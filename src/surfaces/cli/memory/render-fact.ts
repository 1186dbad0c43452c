import type { Fact, PendingFact } from '../../../memory/index.ts'
import { type Paint, visible } from '../terminal.ts'
import { fitLine, wrapLines } from '../turn/fit-line.ts'

const INDENT = '  '

export type Screen = { readonly paint: Paint; readonly columns: number }

/** A fact in two lines, followed by the facts that it contradicts. */
export function renderFact({ id, created, sensitivity, text, contradicts }: Fact, screen: Screen): string {
  return [
    head([id, created, sensitivity], screen),
    `${INDENT}${fitLine(text, screen.columns - INDENT.length - 1)}`,
    ...(contradicts.length > 0
      ? indented(`contradicts ${contradicts.join(', ')}`, screen).map(line => screen.paint('yellow', line))
      : []),
  ].join('\n')
}

/** A proposal in full: people must see all of what they agree to. */
export const renderPending = (
  { id, asked, sensitivity, kinds, text }: PendingFact,
  rivals: readonly Fact[],
  screen: Screen,
): string =>
  [
    head([id, asked, sensitivity], screen),
    ...renderText(text, screen),
    ...rated(kinds, screen),
    ...rivals
      .flatMap(rival => indented(`contradicts ${rival.id}: ${rival.text}`, screen))
      .map(line => screen.paint('yellow', line)),
  ].join('\n')

/** The whole text of a fact. */
export const renderText = (text: string, screen: Screen): readonly string[] =>
  indented(text.replace(/\s+/g, ' ').trim(), screen)

const head = ([id, time, sensitivity]: readonly [string, string, string], { paint }: Screen): string =>
  `${paint('bold', visible(id))}  ${paint('dim', `${time.slice(0, 10)}  ${sensitivity}`)}`

const rated = (kinds: readonly string[], screen: Screen): readonly string[] =>
  kinds.length === 0 ? [] : indented(`rated by: ${kinds.join(', ')}`, screen).map(line => screen.paint('dim', line))

const indented = (text: string, { columns }: Screen): readonly string[] =>
  wrapLines(text, columns - INDENT.length - 1).map(line => `${INDENT}${line.trimEnd()}`)
