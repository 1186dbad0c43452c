#!/usr/bin/env node
// `npm run requirements`: which rows of docs/requirements.md a test proves by carrying their id in its title. --all
// lists every id · --require 1,2 exits 1 if an id of these issues has no test, or a title names an id that does not
// exist
import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { testFiles } from './test-files.mjs'
import { tokens } from './tokens.mjs'

const ROW = /^\| (?<id>[A-Z]+-\d+) \| (?<short>.+?) \| (?<issue>\d+|–) \|$/gm
const IDS = /\[([A-Z]+-\d+(?:, ?[A-Z]+-\d+)*)\]/g
const TITLED = new Set(['test', 'it', 'describe', 'concurrent', 'sequential', 'runIf', ')'])
const NO_ISSUE = '–'

const { values } = parseArgs({
  options: { all: { type: 'boolean', default: false }, require: { type: 'string', default: '' } },
})
const root = dirname(dirname(fileURLToPath(import.meta.url)))
const rows = [...readFileSync(join(root, 'docs', 'requirements.md'), 'utf8').matchAll(ROW)].map(match => match.groups)
const everyRun = testFiles(root).filter(file => !file.includes('.soak.test.'))
const named = everyRun.flatMap(file => idsIn(file).map(id => ({ id, file: relative(root, file) })))
const proven = new Set(named.map(({ id }) => id))
const unknown = named.filter(({ id }) => !rows.some(row => row.id === id))

const owed = values.require.split(',').filter(Boolean).flatMap(unproven)

if (values.all) listAll()
else if (values.require !== '') list(owed)
else summarise()
for (const { id, file } of unknown) console.log(`${file}: a title names ${id}, which is no requirement`)
console.log(`${count(rows)} requirements proven`)
if (values.require !== '' && owed.length + unknown.length > 0) process.exitCode = 1

/** The ids in the titles of one test file; a skipped test proves nothing. */
function idsIn(file) {
  const all = tokens(readFileSync(file, 'utf8'))
  const isTitle = (token, index) =>
    token.kind === 'string' && all[index - 1]?.text === '(' && TITLED.has(all[index - 2]?.text)
  return all.filter(isTitle).flatMap(({ text }) => [...text.matchAll(IDS)].flatMap(([, ids]) => ids.split(/, ?/)))
}

function unproven(issue) {
  return rows.filter(row => row.issue === String(issue) && !proven.has(row.id))
}

function listAll() {
  for (const { id, short, issue } of rows)
    console.log(`${proven.has(id) ? '✓' : ' '} ${id.padEnd(10)} ${issue.padEnd(3)} ${short}`)
}

/** In full what the first unfinished issue owes; of everything else only how much. */
function summarise() {
  const issues = [...new Set(rows.map(({ issue }) => issue))].toSorted(
    (a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10),
  )
  const first = issues.find(issue => issue !== NO_ISSUE && unproven(issue).length > 0)
  for (const issue of issues.filter(each => each !== NO_ISSUE))
    console.log(`issue ${issue}: ${count(rows.filter(row => row.issue === issue))} proven`)
  list(unproven(first))
  console.log('no issue yet (--all lists them):')
  const rest = rows.filter(({ issue }) => issue === NO_ISSUE)
  const areas = [...new Set(rest.map(areaOf))]
  console.log(`  ${areas.map(area => `${area} ${count(rest.filter(row => areaOf(row) === area))}`).join(' · ')}`)
}

function list(without) {
  for (const { id, short } of without) console.log(`  ${id.padEnd(10)} has no test: ${short}`)
}

function count(some) {
  return `${some.filter(({ id }) => proven.has(id)).length}/${some.length}`
}

function areaOf({ id }) {
  return id.split('-')[0]
}
