import { median } from '../measure.ts'
import { percent, printTable, saveFigures } from '../report.ts'
import { type Contestant, cutOut, ours, plainPatterns, secretlint } from './contestants.ts'
import { type Corpus, cleanCorpora } from './corpora.ts'
import { KINDS } from './kinds.ts'
import { type Labelled, isHidden, labelledSecrets } from './labelled.ts'

const ROUNDS = 5
const SEEDS = [101, 102, 103, 104, 105]

type Recall = {
  readonly hidden: number
  readonly touched: number
  readonly of: number
  readonly kinds: number
  readonly missed: readonly string[]
}
type Speed = {
  readonly corpus: string
  readonly megabytes: number
  readonly mbPerSecond: number
  readonly alarms: number
}

/** Every secret in a text of its own. Hidden: none of it can be read; touched: something was seen where it stands, which is all a linter promises. */
async function measureRecall({ find }: Contestant): Promise<Recall> {
  const labelled = SEEDS.flatMap(seed => labelledSecrets('held-out', seed))
  const missed: string[] = []
  let touched = 0
  for (const each of labelled) {
    const ranges = await find(each.text)
    if (!isHidden(each, cutOut(each.text, ranges))) missed.push(each.kind)
    const [at, length] = placeOf(each)
    if (ranges.some(([start, end]) => start < at + length && end > at)) touched++
  }
  return {
    hidden: labelled.length - missed.length,
    touched,
    of: labelled.length,
    kinds: KINDS.length - new Set(missed).size,
    missed: [...new Set(missed)],
  }
}

/** Of a secret of several lines, the first. */
function placeOf({ text, secret }: Labelled): readonly [number, number] {
  const [line = ''] = secret.split('\n')
  return [text.indexOf(line), line.length]
}

async function measureSpeed({ find }: Contestant, { name, text }: Corpus, rounds: number): Promise<Speed> {
  const times: number[] = []
  let alarms = 0
  for (let round = 0; round < rounds; round++) {
    const started = performance.now()
    alarms = (await find(text)).length
    times.push(performance.now() - started)
  }
  return { corpus: name, megabytes: text.length / 1e6, mbPerSecond: text.length / 1e3 / median(times), alarms }
}

const tidy = (value: number): number => Number(value.toPrecision(3))
const corpora = cleanCorpora()
const peer = await secretlint()
const contestants = [ours(), ...(peer === undefined ? [] : [peer]), plainPatterns()]

const results: { readonly name: string; readonly recall: Recall; readonly speeds: readonly Speed[] }[] = []
for (const contestant of contestants) {
  const recall = await measureRecall(contestant)
  const speeds: Speed[] = []
  for (const corpus of corpora) speeds.push(await measureSpeed(contestant, corpus, ROUNDS))
  results.push({ name: contestant.name, recall, speeds })
}

console.log(
  `${SEEDS.length} draws of the held-out list: ${results[0]?.recall.of} secrets of ${KINDS.length} kinds, none seen before\n`,
)
const [us] = results
printTable(
  ['found', 'hidden', '%', 'touched', '%', `kinds wholly hidden, of ${KINDS.length}`, 'false alarms', 'per MB'],
  results.map(({ name, recall, speeds }) => {
    const alarms = speeds.reduce((sum, each) => sum + each.alarms, 0)
    const megabytes = speeds.reduce((sum, each) => sum + each.megabytes, 0)
    const { hidden, touched, of, kinds } = recall
    return [
      name,
      hidden,
      percent(hidden, of),
      touched,
      percent(touched, of),
      kinds,
      alarms,
      (alarms / megabytes).toFixed(2),
    ]
  }),
)
printTable(
  [
    'MB/s (false alarms per MB)',
    ...results.map(({ name }) => name),
    ...results.slice(1).map(({ name }) => `ours ÷ ${name}`),
  ],
  corpora.map(({ name }, index) => {
    const speeds = results.map(each => each.speeds[index])
    const cell = (speed: Speed | undefined): string =>
      `${tidy(speed?.mbPerSecond ?? 0)} (${((speed?.alarms ?? 0) / (speed?.megabytes ?? 1)).toFixed(2)})`
    const ratio = (speed: Speed | undefined): number => tidy((speeds[0]?.mbPerSecond ?? 0) / (speed?.mbPerSecond ?? 1))
    return [name, ...speeds.map(cell), ...speeds.slice(1).map(ratio)]
  }),
)
for (const { name, recall } of results.slice(0, 1))
  console.log(`${name} missed some of: ${recall.missed.join(', ') || 'none'}\n`)

saveFigures(import.meta.dirname, {
  seeds: SEEDS,
  rounds: ROUNDS,
  contestants: results.map(({ name, recall, speeds }) => ({
    name,
    hidden: recall.hidden,
    touched: recall.touched,
    of: recall.of,
    kinds_wholly_hidden: recall.kinds,
    kinds: KINDS.length,
    missed: recall.missed,
    corpora: speeds.map(({ corpus, megabytes, mbPerSecond, alarms }, index) => ({
      corpus,
      megabytes: tidy(megabytes),
      mb_per_s: tidy(mbPerSecond),
      false_alarms: alarms,
      our_speed_divided_by_theirs: tidy((us?.speeds[index]?.mbPerSecond ?? 0) / mbPerSecond),
    })),
  })),
})
