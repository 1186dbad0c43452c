import { median } from '../measure.ts'
import { percent, printTable, saveFigures } from '../report.ts'
import { type Contestant, ours, plainPatterns, secretlint } from './contestants.ts'
import { type Corpus, cleanCorpora } from './corpora.ts'
import { KINDS } from './kinds.ts'
import { isHidden, labelledSecrets } from './labelled.ts'

const ROUNDS = 5
const SEEDS = [101, 102, 103, 104, 105]

type Recall = { readonly found: number; readonly of: number; readonly kinds: number; readonly missed: readonly string[] }
type Speed = { readonly corpus: string; readonly megabytes: number; readonly mbPerSecond: number; readonly alarms: number }

/** Every secret in a text of its own; a kind counts as found if all of its texts are clean. */
async function measureRecall({ redact }: Contestant): Promise<Recall> {
  const labelled = SEEDS.flatMap(seed => labelledSecrets('held-out', seed))
  const missed: string[] = []
  let found = 0
  for (const each of labelled) {
    const { text } = await redact(each.text)
    if (isHidden(each, text)) found++
    else missed.push(each.kind)
  }
  return { found, of: labelled.length, kinds: KINDS.length - new Set(missed).size, missed: [...new Set(missed)] }
}

async function measureSpeed({ redact }: Contestant, { name, text }: Corpus, rounds: number): Promise<Speed> {
  const times: number[] = []
  let alarms = 0
  for (let round = 0; round < rounds; round++) {
    const started = performance.now()
    alarms = (await redact(text)).alarms
    times.push(performance.now() - started)
  }
  return { corpus: name, megabytes: text.length / 1e6, mbPerSecond: text.length / 1e3 / median(times), alarms }
}

const tidy = (value: number): number => Number(value.toPrecision(3))
const corpora = cleanCorpora()
const peer = await secretlint()
const contestants = [ours(), ...(peer === undefined ? [] : [peer]), plainPatterns()]

const results = []
for (const contestant of contestants) {
  const recall = await measureRecall(contestant)
  const speeds: Speed[] = []
  for (const corpus of corpora) speeds.push(await measureSpeed(contestant, corpus, contestant.name === 'countersign' ? ROUNDS : 1))
  results.push({ name: contestant.name, recall, speeds })
}

console.log(`${SEEDS.length} draws of the held-out list: ${results[0]?.recall.of} secrets of ${KINDS.length} kinds, none seen before\n`)
const [us] = results
printTable(
  ['found', 'secrets', '%', `kinds, of ${KINDS.length}`, 'false alarms', 'per MB'],
  results.map(({ name, recall, speeds }) => {
    const alarms = speeds.reduce((sum, each) => sum + each.alarms, 0)
    const megabytes = speeds.reduce((sum, each) => sum + each.megabytes, 0)
    return [name, recall.found, percent(recall.found, recall.of), recall.kinds, alarms, (alarms / megabytes).toFixed(2)]
  }),
)
printTable(
  ['MB/s (false alarms per MB)', ...results.map(({ name }) => name), ...results.slice(1).map(({ name }) => `ours ÷ ${name}`)],
  corpora.map(({ name }, index) => {
    const speeds = results.map(each => each.speeds[index])
    const cell = (speed: Speed | undefined): string =>
      `${tidy(speed?.mbPerSecond ?? 0)} (${((speed?.alarms ?? 0) / (speed?.megabytes ?? 1)).toFixed(2)})`
    const ratio = (speed: Speed | undefined): number => tidy((speeds[0]?.mbPerSecond ?? 0) / (speed?.mbPerSecond ?? 1))
    return [name, ...speeds.map(cell), ...speeds.slice(1).map(ratio)]
  }),
)
for (const { name, recall } of results) console.log(`${name} missed some of: ${recall.missed.join(', ') || 'none'}\n`)

saveFigures(import.meta.dirname, {
  seeds: SEEDS,
  rounds: ROUNDS,
  contestants: results.map(({ name, recall, speeds }) => ({
    name,
    found: recall.found,
    of: recall.of,
    kinds_found: recall.kinds,
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
