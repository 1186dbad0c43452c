#!/usr/bin/env node
// `npm run requirements`: what carries each row of docs/requirements.md. Proven: a test with its id in the title enters
// through a door (doors.mjs), or lies in test/. Weak: only tests of inner functions carry it. Open: none does. --all
// lists every id · --require 1,2 exits 1 if a row of these issues is not proven, or a title names an id that does not
// exist · a path reads another checkout
import { readFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { doorsOf, reach } from './doors.mjs'
import { testFiles } from './test-files.mjs'
import { tokens } from './tokens.mjs'

const ROW = /^\| (?<id>[A-Z]+-\d+) \| (?<short>.+?) \| (?<issue>\d+|–) \|$/gm
const IDS = /\[([A-Z]+-\d+(?:, ?[A-Z]+-\d+)*)\]/g
const TITLED = new Set(['test', 'it', 'describe', 'concurrent', 'sequential', 'runIf', ')'])
const STATES = ['proven', 'weak', 'open']
/** Rows that may stay weak, and what is missing to prove them. The list only ever gets shorter. */
const MAY_BE_WEAK = new Map([
  ['GATE-14', 'the program makes calls in the phase Executor alone; a second place that makes calls'],
  ['GATE-15', 'no call of the program is autonomous; one that is'],
  ['OUT-03', 'the confidence of the whole pipeline is dropped; a place where it is shown'],
])

const { values, positionals } = parseArgs({
  options: { all: { type: 'boolean', default: false }, require: { type: 'string', default: '' } },
  allowPositionals: true,
})
const root = resolve(positionals[0] ?? dirname(dirname(fileURLToPath(import.meta.url))))
const rows = [...readFileSync(join(root, 'docs', 'requirements.md'), 'utf8').matchAll(ROW)].map(match => match.groups)
const entersByDoor = doorsOf(root)
const everyRun = testFiles(root).filter(file => !file.includes('.soak.test.'))
const named = everyRun.flatMap(namedIn)
const stateOf = new Map(rows.map(({ id }) => [id, stateIn(named.filter(each => each.id === id))]))
const unknown = named.filter(({ id }) => !stateOf.has(id))

const owed = rows.filter(({ id, issue }) => values.require.split(',').includes(issue) && !isSettled(id))

if (values.all) listAll()
else if (values.require !== '')
  for (const { id, short } of owed) console.log(`  ${id.padEnd(10)} ${stateOf.get(id)}: ${short}`)
else summarise()
for (const { id, file } of unknown) console.log(`${file}: a title names ${id}, which is no requirement`)
console.log(`${rows.length} requirements: ${STATES.map(state => `${inState(rows, state).length} ${state}`).join(', ')}`)
if (values.require !== '' && owed.length + unknown.length > 0) process.exitCode = 1

function isSettled(id) {
  return stateOf.get(id) === 'proven' || (stateOf.get(id) === 'weak' && MAY_BE_WEAK.has(id))
}

/** The ids in the titles of one test file, each with how its test enters; a skipped test proves nothing. */
function namedIn(path) {
  const file = relative(root, path).split(sep).join('/')
  const all = tokens(readFileSync(path, 'utf8'))
  const skipped = all.flatMap(({ text }, index) =>
    text === 'skip' && all[index - 1]?.text === '.' ? [[index, index + 2 + reach(all, index + 2).length]] : [],
  )
  const isTitle = ({ kind }, index) =>
    kind === 'string' &&
    all[index - 1]?.text === '(' &&
    TITLED.has(all[index - 2]?.text) &&
    !skipped.some(([from, to]) => index > from && index < to)
  return all.flatMap((token, index) => {
    if (!isTitle(token, index)) return []
    const ids = [...token.text.matchAll(IDS)].flatMap(([, some]) => some.split(/, ?/))
    return ids.map(id => ({
      id,
      file,
      proves: file.startsWith('test/') || entersByDoor(path, reach(all, index), areaOf({ id })),
    }))
  })
}

function stateIn(tests) {
  if (tests.length === 0) return 'open'
  return tests.some(({ proves }) => proves) ? 'proven' : 'weak'
}

function listAll() {
  for (const { id, short, issue } of rows)
    console.log(`${stateOf.get(id).padEnd(7)} ${id.padEnd(10)} ${issue.padEnd(3)} ${short}`)
}

/** The areas in order with their counts, and by name what is weak. */
function summarise() {
  for (const area of new Set(rows.map(areaOf))) {
    const some = rows.filter(row => areaOf(row) === area)
    const counts = STATES.map(state => `${String(inState(some, state).length).padStart(3)} ${state}`)
    console.log(`${area.padEnd(7)} ${counts.join(' ')}`)
  }
  for (const state of ['weak', 'open'])
    console.log(
      `${state}: ${inState(rows, state)
        .map(({ id }) => id)
        .join(' ')}`,
    )
  for (const [id, missing] of MAY_BE_WEAK) if (stateOf.get(id) === 'weak') console.log(`${id} is weak: ${missing}`)
}

function inState(some, state) {
  return some.filter(({ id }) => stateOf.get(id) === state)
}

function areaOf({ id }) {
  return id.split('-')[0]
}
