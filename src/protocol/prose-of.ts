import type { Piece } from './scan/piece.ts'
import { Scanner } from './scan/scanner.ts'

const GLUED = /\S+$/ // a name that leads to its arguments without a space between
const LANGUAGE = /^[\w+.-]*[ \t]*(?=\n|$)/ // behind the fence that opens a block
const LEADS_ON: ReadonlySet<Piece['kind']> = new Set(['value', 'call', 'open', 'broken'])

/** What a reply says beside the calls that it tries to make: no brackets, tags, fences, and nothing within them. */
export function proseOf(reply: string): string {
  const scanner = new Scanner(() => undefined)
  scanner.write(reply)
  scanner.end()
  const { pieces } = scanner
  let isFenced = false
  const prose = pieces.map(({ kind, text }, at) => {
    if (kind === 'fence') isFenced = !isFenced
    if (kind !== 'text') return ''
    const said = isFenced && pieces[at - 1]?.kind === 'fence' ? text.replace(LANGUAGE, '') : text
    return LEADS_ON.has(pieces[at + 1]?.kind ?? 'text') ? said.replace(GLUED, '') : said
  })
  return prose.join('').trim()
}
