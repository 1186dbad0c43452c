import { loadBaml } from '../baml.ts'
import { type Row, loadCorpus } from '../corpus.ts'
import { findSlices, readWith } from '../extract.ts'
import { median, percentile, sum } from '../measure.ts'
import { readObject } from '../ours.ts'
import { type Parse, type Peer, jsonParse, loadJsonPeers } from '../peers.ts'
import { printTable, saveFigures } from '../report.ts'

const ROUNDS = 7
const WARM_UP = 3
const BAML_EVERY = 10 // it is slow: one row in ten is enough for its figures

type Task = { readonly row: Row; readonly bytes: number; readonly run: () => unknown }
type Contestant = { readonly name: string; readonly tasks: readonly Task[]; readonly rounds: (readonly number[])[] }
const contestant = (name: string, tasks: readonly Task[]): Contestant => ({ name, tasks, rounds: [] })

const { source, rows } = loadCorpus()
const slices = new Map(
  rows.filter(row => row.format.startsWith('json')).map(row => [row, findSlices(row.raw).map(({ text }) => text)]),
)
const jsonRows = [...slices].filter(([, texts]) => texts.length > 0)

const ours = contestant(
  'countersign',
  rows.map(row => ({
    row,
    bytes: Buffer.byteLength(row.raw),
    run: () => row.assembly.read({ content: row.raw }, { profile: 'lenient' }),
  })),
)

function parsing(name: string, parse: Parse): Contestant {
  const runAll = (texts: readonly string[]): unknown => {
    try {
      return texts.length === 1 ? parse(texts[0] ?? '') : Promise.all(texts.map(parse))
    } catch {
      return undefined // refusing takes its time as well
    }
  }
  return contestant(
    name,
    jsonRows.map(([row, texts]) => ({
      row,
      bytes: sum(texts.map(text => Buffer.byteLength(text))),
      run: () => runAll(texts),
    })),
  )
}

async function parsingWithBaml(): Promise<readonly Contestant[]> {
  const baml = await loadBaml()
  if (baml === undefined) return []
  const chosen = jsonRows.filter((_, index) => index % BAML_EVERY === 0)
  const tasks = chosen.map(([row, texts]) => {
    const text = texts.join('\n')
    return { row, bytes: Buffer.byteLength(text), run: baml.prepare(row, text) }
  })
  return [contestant(`${baml.name}, one row in ${BAML_EVERY}`, tasks)]
}

/** Microseconds for each task. */
async function pass({ tasks }: Contestant): Promise<readonly number[]> {
  const times: number[] = []
  for (const { run } of tasks) {
    const started = performance.now()
    const made = run()
    if (made instanceof Promise) await made
    times.push((performance.now() - started) * 1000)
  }
  return times
}

/** Like for like: cut out, parse and validate, from a whole reply to calls. */
function reading({ name, parse }: Peer): Contestant {
  const tasks = jsonRows.map(([row]) => ({
    row,
    bytes: Buffer.byteLength(row.raw),
    run: () => readWith(parse, row.raw, row.assembly.catalog),
  }))
  return contestant(`${name}, helped to the whole reading`, tasks)
}

const jsonPeers = await loadJsonPeers()
const parser = parsing('countersign, parsing only (readObject)', readObject)
const peers = [
  parser,
  ...jsonPeers.map(({ name, parse }) => parsing(name, parse)),
  parsing('JSON.parse', jsonParse),
  ...(await parsingWithBaml()),
  ...jsonPeers.slice(0, 1).map(reading),
]
/** By itself first: what a program sees that does nothing else. */
const alone = contestant('countersign', ours.tasks)
for (let round = 0; round < WARM_UP; round++) await pass(alone)
for (let round = 0; round < ROUNDS; round++) alone.rounds.push(await pass(alone))

const all = [ours, ...peers]
for (const each of all) await pass(each) // warm-up
for (let round = 0; round < ROUNDS; round++) for (const each of all) each.rounds.push(await pass(each))

/** Figures on some of a contestant's rows. A row's time is the median of its rounds, so that noise does not pass for a hard reply. */
function figuresOf({ tasks, rounds }: Contestant, counts: (row: Row) => boolean = () => true): Figures {
  const chosen = tasks.flatMap((task, index) => (counts(task.row) ? [index] : []))
  const bytes = sum(chosen.map(index => tasks[index]?.bytes ?? 0))
  const perRow = chosen.map(index => median(rounds.map(times => times[index] ?? 0)))
  const perRound = rounds.map(times => sum(chosen.map(index => times[index] ?? 0)))
  const tidy = (value: number): number => Number(value.toPrecision(3))
  return {
    rows: chosen.length,
    mb_per_s: tidy(bytes / median(perRound)),
    mean_us: tidy(median(perRound) / chosen.length),
    p50_us: tidy(percentile(perRow, 0.5)),
    p95_us: tidy(percentile(perRow, 0.95)),
    p99_us: tidy(percentile(perRow, 0.99)),
    perRound,
  }
}
type Figures = {
  rows: number
  mb_per_s: number
  mean_us: number
  p50_us: number
  p95_us: number
  p99_us: number
  /** All rows of a round together. */
  perRound: readonly number[]
}

const HEAD = ['rows', 'MB/s', 'mean µs', 'p50 µs', 'p95 µs', 'p99 µs']
const line = (
  name: string,
  { rows: count, mb_per_s, mean_us, p50_us, p95_us, p99_us }: Figures,
): (string | number)[] => [name, count, mb_per_s, mean_us, p50_us, p95_us, p99_us]

console.log(`${source}; one core, a warm-up pass, then ${ROUNDS} rounds in turn; medians\n`)
const whole = figuresOf(alone)
printTable(['whole replies: scan, dialects, validation, minted call', ...HEAD], [line('countersign', whole)])

const compared = peers.map(peer => {
  const sameRows = new Set(peer.tasks.map(({ row }) => row))
  const theirs = figuresOf(peer)
  const us = figuresOf(ours, row => sameRows.has(row))
  const ratio = median(theirs.perRound.map((time, round) => time / (us.perRound[round] ?? 1)))
  return { name: peer.name, theirs, us, timesOurTime: Number(ratio.toPrecision(2)) }
})
printTable(
  ['JSON rows: peers only parse the slice that was cut out for them', ...HEAD, 'time ÷ ours'],
  [
    ...compared.slice(0, 1).map(({ us }) => [...line('countersign, whole reply to minted call', us), 1]),
    ...compared.map(({ name, theirs, timesOurTime }) => [...line(name, theirs), timesOurTime]),
  ],
)

const parsed = figuresOf(parser)
const faster = compared
  .filter(({ name }) => name !== parser.name && !name.includes('whole reading'))
  .map(({ name, theirs }) => [
    name,
    Number(median(theirs.perRound.map((time, round) => time / (parsed.perRound[round] ?? 1))).toPrecision(2)),
  ])
printTable(['like for like: the same slice to the same value', 'time ÷ our parsing'], [[parser.name, 1], ...faster])

const withoutRounds = ({ perRound: _, ...kept }: Figures): Omit<Figures, 'perRound'> => kept
saveFigures(import.meta.dirname, {
  source,
  rounds: ROUNDS,
  whole: withoutRounds(whole),
  json_rows: compared.slice(0, 1).map(({ us }) => withoutRounds(us))[0],
  peers: compared.map(({ name, theirs, timesOurTime }) => ({
    name,
    ...withoutRounds(theirs),
    times_our_time: timesOurTime,
  })),
})
