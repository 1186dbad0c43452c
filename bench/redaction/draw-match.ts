import type { Random } from './random.ts'

/** A text that a pattern matches. It knows what our rules use: classes, groups, alternatives and counted repetitions; what looks ahead is left out. */
export function drawMatch(pattern: RegExp, random: Random): string {
  return drawAlternatives({ source: pattern.source, at: 0, random })
}

type Cursor = { readonly source: string; at: number; readonly random: Random }

function drawAlternatives(cursor: Cursor): string {
  const drawn = [drawSequence(cursor)]
  while (cursor.source[cursor.at] === '|') {
    cursor.at++
    drawn.push(drawSequence(cursor))
  }
  return drawn[cursor.random.below(drawn.length)] ?? ''
}

function drawSequence(cursor: Cursor): string {
  let drawn = ''
  while (cursor.at < cursor.source.length && !'|)'.includes(cursor.source[cursor.at] ?? '')) {
    const from = cursor.at
    drawAtom(cursor)
    const atom = cursor.source.slice(from, cursor.at)
    const times = drawCount(cursor)
    for (let time = 0; time < times; time++) drawn += drawAtom({ source: atom, at: 0, random: cursor.random })
  }
  return drawn
}

function drawAtom(cursor: Cursor): string {
  const char = cursor.source[cursor.at++] ?? ''
  if (char === '(') return drawGroup(cursor)
  if (char === '[') return pick(cursor, readClass(cursor))
  if (char === '\\') return drawEscape(cursor)
  if (char === '.') return pick(cursor, 'abc')
  return char === '^' || char === '$' ? '' : char
}

function drawGroup(cursor: Cursor): string {
  const opening = /^\?(?:<[=!]|[=!:]|<\w+>)/.exec(cursor.source.slice(cursor.at, cursor.at + 20))?.[0] ?? ''
  cursor.at += opening.length
  const drawn = drawAlternatives(cursor)
  cursor.at++
  return opening.endsWith('!') || opening === '?=' ? '' : drawn
}

const SETS: Readonly<Record<string, string>> = {
  w: 'ABCXYZabcxyz0189_',
  d: '0123456789',
  s: ' ',
  S: 'abcXYZ019',
  n: '\n',
  r: '\r',
  t: '\t',
  b: '',
}

function drawEscape(cursor: Cursor): string {
  const char = cursor.source[cursor.at++] ?? ''
  if (char === 'k') cursor.at = cursor.source.indexOf('>', cursor.at) + 1
  const set = SETS[char] ?? char
  return set === '' || char === 'k' ? '' : pick(cursor, set)
}

const pick = ({ random }: Cursor, alphabet: string): string => random.pick(alphabet, 1)

function readClass(cursor: Cursor): string {
  const end = classEnd(cursor.source, cursor.at)
  const body = cursor.source.slice(cursor.at, end)
  cursor.at = end + 1
  const listed = body.replace(/^\^/, '').replaceAll(/\\(.)/g, (_, char: string) => SETS[char] ?? `\\${char}`)
  const characters = listed
    .replaceAll(/([A-Za-z0-9])-([A-Za-z0-9])/g, (_, first: string, last: string) => range(first, last))
    .replaceAll('\\', '')
  return body.startsWith('^')
    ? Array.from('abcXYZ01289')
        .filter(char => !characters.includes(char))
        .join('')
    : characters
}

function classEnd(source: string, from: number): number {
  let end = from
  while (source[end] !== ']') end += source[end] === '\\' ? 2 : 1
  return end
}

const range = (first: string, last: string): string =>
  Array.from({ length: last.charCodeAt(0) - first.charCodeAt(0) + 1 }, (_, step) =>
    String.fromCharCode(first.charCodeAt(0) + step),
  ).join('')

function drawCount(cursor: Cursor): number {
  const quantifier = /^(?:\{(\d+)(,(\d*))?\}|[?+*])\??/.exec(cursor.source.slice(cursor.at, cursor.at + 16))
  if (quantifier === null) return 1
  cursor.at += quantifier[0].length
  if (quantifier[1] === undefined)
    return quantifier[0].startsWith('?') ? cursor.random.below(2) : 1 + cursor.random.below(3)
  const least = Number(quantifier[1])
  const most = quantifier[2] === undefined ? least : Number(quantifier[3] || least + 4)
  return least + cursor.random.below(Math.min(most - least, 12) + 1)
}
