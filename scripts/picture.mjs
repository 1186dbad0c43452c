#!/usr/bin/env node
// Draws docs/chat.svg from a real `countersign chat --example` in a terminal of its own (tmux). Run after a build: node
// scripts/picture.mjs
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
// A call that must be corrected, and one that asks first.
const SAID = [
  'How many scenes mention the lighthouse?',
  'Write a note called notes.md that says: check the tide table.',
  'y',
]
const COLUMNS = 92
const LINE_HEIGHT = 19
const CHARACTER_WIDTH = 8.43
const COLOURS = {
  31: '#ff7b72',
  32: '#56d364',
  33: '#e3b341',
  35: '#d2a8ff',
  36: '#79c0ff',
  2: '#8b949e',
  1: '#ffffff',
}
const RESET = new Set(['22', '39', '0', ''])
// oxlint-disable-next-line no-control-regex -- the terminal's colour codes are what it reads
const CODE = /(\u001b\[[\d;]*m)/

const SESSION = `countersign-picture-${process.pid}`
const tmux = (...words) => execFileSync('tmux', words, { encoding: 'utf8' })
const sleep = seconds => execFileSync('sleep', [String(seconds)])

const lines = ['$ countersign chat --example', ...playChat()].flatMap(line => wrap(line))
writeFileSync(join(root, 'docs/chat.svg'), draw(lines))

/** A real chat in a real terminal, with a home of its own. */
function playChat() {
  const home = mkdtempSync(join(tmpdir(), 'countersign-picture-'))
  const variables = `HOME=${home} XDG_DATA_HOME= XDG_STATE_HOME= COUNTERSIGN_STATE= FORCE_COLOR=1`
  const program = `${process.execPath} ${join(root, 'bin/countersign.js')}`
  const command = `${variables} ${program} chat --example --model demo`
  tmux('new-session', '-d', '-s', SESSION, '-x', String(COLUMNS), '-y', '60', command)
  try {
    sleep(3)
    for (const words of SAID) {
      tmux('send-keys', '-t', SESSION, words, 'Enter')
      sleep(3)
    }
    const screen = tmux('capture-pane', '-t', SESSION, '-p', '-e').trimEnd().split('\n')
    const first = screen.findIndex(line => line.includes(SAID[0]) && line.includes('>'))
    return ['', ...screen.slice(first)].map(line => line.replaceAll(home, '~'))
  } finally {
    tmux('kill-session', '-t', SESSION)
    rmSync(home, { recursive: true, force: true })
  }
}

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
  const texts = rows.map(
    (row, index) => `<text x="20" y="${34 + index * LINE_HEIGHT}" xml:space="preserve">${spans(row)}</text>`,
  )
  const about = 'role="img" aria-label="A chat with countersign"'
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" ${about}>
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
