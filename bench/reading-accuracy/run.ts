import { type GotCall, matchesExpected } from '../../src/surfaces/cli/replay/matches-expected.ts'
import { loadBaml } from '../baml.ts'
import { type Row, loadCorpus } from '../corpus.ts'
import { firstObject, readWith } from '../extract.ts'
import { jsonParse, loadJsonPeers } from '../peers.ts'
import { percent, printTable, saveFigures } from '../report.ts'
import { contradictsItself } from './contradicts-itself.ts'
import { Score, ScoresBy } from './score.ts'

type Reader = { readonly name: string; readonly read: (row: Row) => readonly GotCall[] | Promise<readonly GotCall[]> }

const { source, rows } = loadCorpus()
const isJson = (row: Row): boolean => row.format.startsWith('json')

const failures = new Map<string, number>()
const readOurs = ({ assembly, raw }: Row): readonly GotCall[] => {
  const { move } = assembly.read({ content: raw }, { profile: 'lenient' })
  if (move.kind === 'rejected') {
    const code = `${move.rejection.layer}: ${move.rejection.fault.code}`
    failures.set(code, (failures.get(code) ?? 0) + 1)
  }
  return move.kind === 'calls' ? move.calls.map(({ tool, args }) => ({ tool: tool.name, args })) : []
}

const baml = await loadBaml()
const readers: readonly Reader[] = [
  { name: 'countersign, lenient', read: readOurs },
  ...(baml ? [{ name: `${baml.name} (types and keys given)`, read: (row: Row) => readBaml(row) }] : []),
  ...(await loadJsonPeers()).map(({ name, parse }) => helped(name, parse)),
  helped('JSON.parse', jsonParse),
  { name: 'first object + JSON.parse, unaided', read: ({ raw }) => firstObject(raw, jsonParse) },
]

function helped(name: string, parse: (text: string) => unknown): Reader {
  return { name: `${name} (helped)`, read: ({ raw, assembly }) => readWith(parse, raw, assembly.catalog) }
}

function readBaml(row: Row): readonly GotCall[] {
  const parse = baml?.prepare(row, row.raw)
  try {
    return baml === undefined || parse === undefined ? [] : baml.callsOf(row, parse())
  } catch {
    return [] // its way to say that nothing fits
  }
}

const possible = new Set(rows.filter(row => row.recoverable && !contradictsItself(row)))
let correctPossible = 0
const formats = new ScoresBy()
const models = new ScoresBy()
const results: { reader: string; all: Score; json: Score }[] = []
for (const { name, read } of readers) {
  const all = new Score()
  const json = new Score()
  for (const row of rows) {
    const calls = await read(row)
    all.add(row, calls)
    if (isJson(row)) json.add(row, calls)
    if (read !== readOurs) continue
    if (possible.has(row) && matchesExpected(calls, row.expected)) correctPossible++
    formats.add(row.format, row, calls)
    models.add(row.model, row, calls)
  }
  results.push({ reader: name, all, json })
}

const expecting = rows.filter(row => row.expected.length > 0)
const recoverable = expecting.filter(row => row.recoverable)
console.log(
  `${source}: ${rows.length} rows, ${expecting.length} should hold a call, ${recoverable.length} of them can be read rightly\n`,
)
const HEAD = ['% of rows', 'rows', 'correct, of all', 'of recoverable', 'wrong call', 'call where none is due']
const line = (name: string, score: Score): (string | number)[] => [
  name,
  score.expecting + score.silent,
  percent(score.correct, score.expecting),
  percent(score.correctRecoverable, score.recoverable),
  percent(score.wrong, score.recoverable),
  percent(score.falseCalls, score.silent),
]
printTable(
  [...HEAD, 'JSON formats: recoverable', 'wrong call'],
  results.map(({ reader, all, json }) => [
    ...line(reader, all),
    percent(json.correctRecoverable, json.recoverable),
    percent(json.wrong, json.recoverable),
  ]),
)
for (const { scores } of [formats, models])
  printTable(
    ['countersign', ...HEAD.slice(1)],
    [...scores].sort(([a], [b]) => a.localeCompare(b)).map(([label, score]) => line(label, score)),
  )
console.log(
  `countersign: ${percent(correctPossible, possible.size)} % of the ${possible.size} recoverable rows whose expected call is valid by the tool's own schema;`,
)
console.log(
  `${recoverable.length - possible.size} rows contradict their schema, and validation is not loosened for them\n`,
)
const firstFailures = [...failures].sort((a, b) => b[1] - a[1])
printTable(['countersign refused, by first failure', 'rows'], firstFailures)

saveFigures(import.meta.dirname, {
  source,
  rows: rows.length,
  expecting: expecting.length,
  recoverable: recoverable.length,
  without_contradictions: { rows: possible.size, correct: correctPossible },
  readers: results,
  formats: Object.fromEntries(formats.scores),
  models: Object.fromEntries(models.scores),
  first_failures: Object.fromEntries(firstFailures),
})
