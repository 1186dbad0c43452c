import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { median } from '../measure.ts'
import { nameOf } from '../peers.ts'
import { printTable, saveFigures } from '../report.ts'
import type { Cost, Round } from './contestant.ts'

const TURNS = 100 // short rounds, because the machine's pace changes within seconds
const PER_CONVERSATION = 10
const WARM_UP = 1_000
const LONG_WARM_UP = 5_000 // until then V8 has compiled what is used; a server is there after a while, a single command never
const ROUNDS = 27
const AT_ONCE = 200
const AT_ONCE_ROUNDS = 10

const start = (file: string, ...args: readonly string[]): ChildProcess =>
  fork(join(import.meta.dirname, file), args, {
    execArgv: ['--expose-gc', '--import', 'tsx'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })

function told<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    const tooEarly = (): void => reject(new Error('a process of the bench ended too early'))
    child.once('exit', tooEarly)
    child.once('message', message => {
      child.off('exit', tooEarly)
      resolve(message as T)
    })
  })
}

function round(child: ChildProcess, order: Round): Promise<Cost> {
  child.send(order)
  return told<Cost>(child)
}

const talked = (child: ChildProcess, turns: number): Promise<Cost> =>
  round(child, { turns, perConversation: PER_CONVERSATION })

type Costs = { readonly early: Cost[]; readonly costs: Cost[]; readonly first: Cost[] }
type Running = Costs & { readonly name: string; readonly child: ChildProcess }

/** Each in its own process, warmed up. */
async function enter(name: string, url: string): Promise<readonly Running[]> {
  const child = start('contestant.ts', name, url)
  if ((await told<string>(child)) !== 'ready') return []
  await talked(child, WARM_UP)
  await compareMessages(name, child)
  return [{ name, child, early: [], costs: [], first: [] }]
}

// The instructions, the messages of the turns before and the new one; then the call and its result as well.
const MESSAGES = Array.from({ length: PER_CONVERSATION }, (_, turn) => [2 * turn + 2, 2 * turn + 4]).flat()

/** A contestant that sent fewer messages would have less to do. */
async function compareMessages(name: string, child: ChildProcess): Promise<void> {
  const seen = async (): Promise<readonly number[]> => {
    server.send('counts')
    return told<readonly number[]>(server)
  }
  await seen()
  await talked(child, PER_CONVERSATION)
  const counts = await seen()
  if (counts.join() !== MESSAGES.join())
    throw new Error(`${name} sent ${counts.join()} messages, not ${MESSAGES.join()}`)
}

const mid = (costs: readonly Cost[], key: keyof Cost): number => median(costs.map(cost => cost[key]))

const LABELS: Readonly<Record<string, () => string>> = {
  ours: () => 'runTurn, everything checked and recorded',
  'ours, streams': () => 'the same, streams',
  'ours, flushed': () => 'the first, each record flushed to the disk',
  generateText: () => `${nameOf('ai').replace(/ parsePartialJson$/, '')} generateText`,
  streamText: () => `${nameOf('ai').replace(/ parsePartialJson$/, '')} streamText, streams`,
  agents: () => `${nameOf('@openai/agents')} Runner.run`,
  'two requests': () => 'two requests by fetch, nothing else',
}

const server = start('server.ts')
const url = `http://127.0.0.1:${await told<number>(server)}/v1`
const only = process.argv.find(arg => arg.startsWith('--only='))?.slice('--only='.length)
const running: Running[] = []
for (const name of Object.keys(LABELS).filter(each => only === undefined || only === each))
  running.push(...(await enter(name, url)))
// One after the other in every round: what else the machine does hits all alike.
const rounds = async (which: keyof Costs, perConversation: number): Promise<void> => {
  for (let index = 0; index < ROUNDS; index++)
    for (const each of running) each[which].push(await round(each.child, { turns: TURNS, perConversation }))
}
await rounds('early', PER_CONVERSATION)
for (const { child } of running) await talked(child, LONG_WARM_UP)
await rounds('costs', PER_CONVERSATION)
await rounds('first', 1)
const together: Cost[] = []
const flushing = running.find(({ name }) => name === 'ours, flushed')
if (flushing)
  for (let index = 0; index < AT_ONCE_ROUNDS; index++) {
    const order = { turns: AT_ONCE, perConversation: 1, atOnce: true }
    together.push(await round(flushing.child, order))
  }
for (const { child } of running) {
  child.send('end')
  await once(child, 'exit')
}
server.disconnect()

const ours = running.find(({ name }) => name === 'ours')
/** How many times as much as ours: the median of what the rounds say, each of which compares two that ran within seconds. */
const ratio = (each: Costs, which: keyof Costs): number =>
  median(each[which].map(({ cpu }, index) => cpu / (ours?.[which][index]?.cpu ?? cpu)))

const rows = running.map(each => ({
  name: each.name,
  label: LABELS[each.name]?.() ?? each.name,
  early: mid(each.early, 'cpu'),
  early_ratio: ratio(each, 'early'),
  cpu: mid(each.costs, 'cpu'),
  ratio: ratio(each, 'costs'),
  wall: mid(each.costs, 'wall'),
  flushes: mid(each.costs, 'flushes'),
  first: mid(each.first, 'cpu'),
  first_ratio: ratio(each, 'first'),
}))
printTable(
  [
    'one turn of ten with one call of a trivial tool',
    'CPU µs',
    'wall µs',
    '÷ ours (CPU)',
    'in the first 3,700',
    '÷ ours',
    'flushes',
  ],
  rows.map(({ label, early, early_ratio, cpu, ratio: times, wall, flushes }) => [
    label,
    cpu.toFixed(0),
    wall.toFixed(0),
    times.toFixed(2),
    early.toFixed(0),
    early_ratio.toFixed(2),
    flushes,
  ]),
)
printTable(
  ['first turn of a session', 'CPU µs', '÷ ours'],
  rows.map(({ label, first, first_ratio }) => [label, first.toFixed(0), first_ratio.toFixed(2)]),
)
const megabytes = (cost: Cost | undefined): string => ((cost?.heap ?? 0) / 1e6).toFixed(1)
printTable(
  [`${AT_ONCE} turns at once, flushed`, 'CPU µs', 'wall µs', 'flushes', 'MB after 2 rounds', `after ${AT_ONCE_ROUNDS}`],
  [
    [
      'each',
      mid(together, 'cpu').toFixed(0),
      mid(together, 'wall').toFixed(0),
      mid(together, 'flushes').toFixed(2),
      megabytes(together[1]),
      megabytes(together.at(-1)),
    ],
  ],
)
saveFigures(import.meta.dirname, {
  turns: TURNS,
  per_conversation: PER_CONVERSATION,
  rounds: ROUNDS,
  turn: rows,
  at_once: AT_ONCE,
  together,
})
