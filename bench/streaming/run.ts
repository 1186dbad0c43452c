import { deepStrictEqual } from 'node:assert'
import { type Json, isJsonObject } from '../../src/core/index.ts'
import { attempt } from '../extract.ts'
import { median, timed } from '../measure.ts'
import { assemble } from '../ours.ts'
import { type Parse, loadJsonPeers, loadPeer, nameOf } from '../peers.ts'
import { printTable, saveFigures } from '../report.ts'
import { HARD_REPLIES } from './hard-replies.ts'
import { TOOL, callOfSize, chunksOf } from './long-call.ts'

const ROUNDS = 25
const WARM_UP = 5
const SIZES = [50, 100, 200, 400] // KB
const COMPARED = 100
const HARD_SIZE = 20

type StreamParser = {
  JSONParser: new (options: object) => { onValue: (info: { value: unknown }) => void; write(chunk: string): void }
}
type JsonRiver = { parse: (chunks: AsyncIterable<string>) => AsyncIterable<unknown> }
/** Takes the chunks one after the other and gives what has been read in the end. */
type Stream = (chunks: readonly string[]) => unknown
type Contestant = { readonly name: string; readonly read: Stream }

const assembly = assemble({ tools: [TOOL] })

const countersign: Stream = chunks => {
  const reader = assembly.reader({ profile: 'lenient' })
  for (const chunk of chunks) {
    reader.write(chunk)
    if (reader.complete) break
  }
  const { move } = reader.end()
  return move.kind === 'calls' ? { name: move.calls[0].tool.name, arguments: move.calls[0].args } : undefined
}

async function loadStreams(): Promise<readonly Contestant[]> {
  const streamParser = await loadPeer('@streamparser/json')
  const jsonRiver = await loadPeer('jsonriver')
  return [
    ...(streamParser === undefined
      ? []
      : [{ name: nameOf('@streamparser/json'), read: withStreamParser(streamParser as StreamParser) }]),
    ...(jsonRiver === undefined ? [] : [{ name: nameOf('jsonriver'), read: withJsonRiver(jsonRiver as JsonRiver) }]),
  ]
}

const withStreamParser =
  ({ JSONParser }: StreamParser): Stream =>
  chunks => {
    let last: unknown
    const parser = new JSONParser({ paths: ['$'] })
    parser.onValue = ({ value }) => (last = value)
    for (const chunk of chunks) parser.write(chunk)
    return last
  }

const withJsonRiver =
  ({ parse }: JsonRiver): Stream =>
  async chunks => {
    let last: unknown
    const source = async function* (): AsyncGenerator<string> {
      yield* chunks
    }
    for await (const value of parse(source())) last = value
    return last
  }

/** Parses all that has arrived again with every chunk. */
const again =
  (parse: Parse): Stream =>
  async chunks => {
    const text = chunks.join('')
    let end = 0
    let last: unknown
    for (const chunk of chunks) {
      end += chunk.length
      last = await attempt(parse, text.slice(0, end))
    }
    return last
  }

/** A reader that is fast because it reads something else would not count. */
async function readAndCheck({ name, read }: Contestant, expected: Json): Promise<number> {
  let got: unknown
  const time = await timed(async () => (got = await read(chunks)))
  deepStrictEqual(isJsonObject(got) ? { ...got } : got, expected, `${name} did not read the call rightly`)
  return time
}

const text = callOfSize(COMPARED)
const value: Json = JSON.parse(text)
const chunks = chunksOf(text)
const inOnePass = [
  { name: 'countersign, complete asked after each chunk', read: countersign },
  ...(await loadStreams()),
]
const quadratic = (await loadJsonPeers(['jsonrepair', 'partial-json', 'ai'])).map(({ name, parse }) => ({
  name: `${name}, each prefix, run once`,
  read: again(parse),
}))

const times = new Map<string, number[]>([...inOnePass, ...quadratic].map(({ name }) => [name, []]))
for (let round = -WARM_UP; round < ROUNDS; round++)
  for (const each of inOnePass) {
    const time = await readAndCheck(each, value)
    if (round >= 0) times.get(each.name)?.push(time)
  }
for (const each of quadratic) times.get(each.name)?.push(await readAndCheck(each, value))

const [ourTime = 1] = [...times.values()].map(median)
const contestants = [...times].map(([name, all]) => {
  const ms = median(all)
  return { name, ms: Number(ms.toPrecision(ms < 10 ? 2 : 3)), times_our_time: Number((ms / ourTime).toPrecision(2)) }
})
console.log(
  `a call of ${COMPARED} KB in ${chunks.length} chunks of ${chunks[0]?.length} characters; ${ROUNDS} rounds in turn, medians\n`,
)
printTable(
  ['', 'ms', 'time ÷ ours'],
  contestants.map(({ name, ms, times_our_time: ratio }) => [name, ms, ratio]),
)

const sizes = SIZES.map(kilobytes => ({ kilobytes, pieces: chunksOf(callOfSize(kilobytes)), rounds: [] as number[] }))
for (let round = 0; round < ROUNDS; round++)
  for (const { pieces, rounds } of sizes) rounds.push(await timed(() => countersign(pieces)))
const linearity = sizes.map(({ kilobytes, rounds }) => {
  const ms = Number(median(rounds).toFixed(2))
  return { kilobytes, ms, ms_per_100_kb: Number(((ms * 100) / kilobytes).toFixed(2)) }
})
printTable(
  ['countersign, KB', 'ms', 'ms per 100 KB'],
  linearity.map(({ kilobytes, ms, ms_per_100_kb }) => [kilobytes, ms, ms_per_100_kb]),
)

const growth: { reply: string; ms: number; ms_twice_as_long: number; growth: number }[] = []
for (const [reply, write] of Object.entries(HARD_REPLIES)) {
  const pair = [HARD_SIZE, 2 * HARD_SIZE].map(kilobytes => ({
    pieces: chunksOf(write(kilobytes * 1000)),
    rounds: [] as number[],
  }))
  for (let round = 0; round < WARM_UP; round++)
    for (const { pieces, rounds } of pair) rounds.push(await timed(() => countersign(pieces)))
  const [ms = 0, twice = 0] = pair.map(({ rounds }) => Number(Math.min(...rounds).toPrecision(2)))
  growth.push({ reply, ms, ms_twice_as_long: twice, growth: Number((twice / ms).toPrecision(2)) })
}
printTable(
  ['countersign, hard replies', `${HARD_SIZE} KB, ms`, `${2 * HARD_SIZE} KB, ms`, 'growth (2 linear, 4 quadratic)'],
  growth.map(({ reply, ms, ms_twice_as_long: twice, growth: factor }) => [reply, ms, twice, factor]),
)

saveFigures(import.meta.dirname, {
  kilobytes: COMPARED,
  chunk: chunks[0]?.length,
  rounds: ROUNDS,
  contestants,
  linearity,
  growth,
})
