#!/usr/bin/env node
// Draws docs/demo.svg from what `countersign demo` really prints. Run after a build: node scripts/picture.mjs
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const SHOWN = [2, 5, 7, 11] // scenes of the demo that tell the story on one screen
const COLUMNS = 104
const LINE_HEIGHT = 19
const CHARACTER_WIDTH = 8.43
const COLOURS = { 31: '#ff7b72', 32: '#56d364', 33: '#e3b341', 35: '#d2a8ff', 36: '#79c0ff', 2: '#8b949e', 1: '#ffffff' }
const RESET = new Set(['22', '39'])
// oxlint-disable-next-line no-control-regex -- the terminal's colour codes are what it reads
const CODE = /(\u001b\[\d+m)/

const output = execFileSync(process.execPath, [join(root, 'bin/countersign.js'), 'demo'], {
  encoding: 'utf8',
  env: { ...process.env, FORCE_COLOR: '1', NO_COLOR: '' },
})
const scenes = output.split('\n\n').slice(1)
const lines = ['$ npm start', '', ...SHOWN.flatMap(number => [...scenes[number - 1].split('\n'), ''])].flatMap(line => wrap(line))
writeFileSync(join(root, 'docs/demo.svg'), draw(lines))

/** Long lines go on below, as in a terminal; colour codes take no room. */
function wrap(line) {
  const parts = []
  let current = ''
  let width = 0
  for (const token of line.split(CODE)) {
    if (CODE.test(token)) current += token
    else
      for (const character of token) {
        if (width === COLUMNS) {
          parts.push(current)
          current = ' '.repeat(9)
          width = 9
        }
        current += character
        width++
      }
  }
  return [...parts, current]
}

function draw(rows) {
  const width = Math.round(COLUMNS * CHARACTER_WIDTH + 40)
  const height = rows.length * LINE_HEIGHT + 40
  const texts = rows.map((row, index) => `<text x="20" y="${34 + index * LINE_HEIGHT}" xml:space="preserve">${spans(row)}</text>`)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="What countersign demo prints">
<rect width="100%" height="100%" rx="10" fill="#0d1117"/>
<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, monospace" font-size="14" fill="#c9d1d9">
${texts.join('\n')}
</g>
</svg>
`
}

function spans(row) {
  let colour = ''
  let bold = false
  return row
    .split(CODE)
    .map(token => {
      const code = CODE.test(token) ? token.slice(2, -1) : undefined
      if (code === undefined) return token === '' ? '' : span(token, colour, bold)
      if (RESET.has(code)) [colour, bold] = ['', false]
      else if (code === '1') bold = true
      else colour = COLOURS[code] ?? ''
      return ''
    })
    .join('')
}

function span(text, colour, bold) {
  const safe = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return `<tspan${colour ? ` fill="${colour}"` : ''}${bold ? ' font-weight="bold"' : ''}>${safe}</tspan>`
}
