import { visible } from '../terminal.ts'

const EAST_ASIAN = String.raw`\u1100-\u115F\u2E80-\u303E\u3041-\u33FF\u3400-\u4DBF\u4E00-\u9FFF\uA000-\uA4CF`
const HANGUL_AND_FULL_WIDTH = String.raw`\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6`
const EMOJI_AND_RARE = String.raw`\u{1F300}-\u{1FAFF}\u{20000}-\u{3FFFD}`
const WIDE = new RegExp(`[${EAST_ASIAN}${HANGUL_AND_FULL_WIDTH}${EMOJI_AND_RARE}]`, 'u')
const NARROWEST = 20

/** The columns that a character takes; combining marks take none. */
const widthOf = (character: string): number => (WIDE.test(character) ? 2 : /\p{M}/u.test(character) ? 0 : 1)

const ELLIPSIS = '...'
const MOST_CHARACTERS = 4_000 // more than any line of a terminal shows

/** Fits foreign text on one line; an ellipsis marks what is left out. */
export function fitLine(text: string, columns: number): string {
  const room = Math.max(NARROWEST, columns)
  const line = visible(text.slice(0, MOST_CHARACTERS).replace(/\s+/g, ' ').trim())
  const characters = Array.from(line)
  if (text.length <= MOST_CHARACTERS && totalWidth(characters) <= room) return line
  let used = ELLIPSIS.length
  const end = characters.findIndex(character => (used += widthOf(character)) > room)
  return `${(end < 0 ? characters : characters.slice(0, end)).join('')}${ELLIPSIS}`
}

const totalWidth = (characters: readonly string[]): number => characters.reduce((sum, each) => sum + widthOf(each), 0)

/** The columns that a text takes on one line. */
export const textWidth = (text: string): number => totalWidth(Array.from(text))

/** Wraps foreign text; nothing is left out. */
export function wrapLines(text: string, columns: number): readonly string[] {
  const room = Math.max(NARROWEST, columns)
  return visible(text)
    .split('\n')
    .flatMap(line => wrapLine(line.replaceAll('\t', '    '), room))
}

/** Breaks at the last blank, unless that leaves half of the line empty. */
function wrapLine(line: string, room: number): readonly string[] {
  const lines: string[] = []
  let [part, used] = ['', 0]
  for (const character of line) {
    const width = widthOf(character)
    if (used + width > room) {
      const blank = part.lastIndexOf(' ') + 1
      const end = blank > part.length / 2 ? blank : part.length
      lines.push(part.slice(0, end))
      part = part.slice(end)
      used = totalWidth(Array.from(part))
    }
    part += character
    used += width
  }
  return [...lines, part]
}

/** The width of a terminal. */
export const columnsOf = (stream: { readonly columns?: number }): number => Math.max(40, stream.columns || 80)
