import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type LoadReport, runLoad } from '../../test/http/load.ts'
import { median } from '../measure.ts'
import { printTable, saveFigures } from '../report.ts'

const repository = dirname(dirname(import.meta.dirname))
const program = join(repository, 'bin', 'countersign.js')
const isQuick = process.argv.includes('--quick')
const [SECONDS, STARTS] = isQuick ? [10, 3] : [60, 15]

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-bench-')))
const workspace = join(folder, 'workspace')
mkdirSync(workspace)
cpSync(join(repository, 'examples', 'manuscript'), workspace, { recursive: true })
const env = { PATH: process.env['PATH'], HOME: folder, COUNTERSIGN_STATE: join(folder, 'state') }

type Server = { readonly child: ChildProcess; readonly port: number; readonly readyMs: number }

/** Ready is when the first request is answered. */
async function start(port = 0): Promise<Server> {
  const began = performance.now()
  const args = [program, 'serve', '--model', 'demo', '--workspace', workspace, '--port', String(port)]
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'ignore'] })
  const origin = await new Promise<string>((resolve, reject) => {
    let text = ''
    child.once('exit', () => reject(new Error('the server ended')))
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      text += part
      const [found] = /http:\/\/127\.0\.0\.1:\d+/.exec(text) ?? []
      if (found !== undefined) resolve(found)
    })
  })
  await fetch(`${origin}/healthz`)
  return { child, port: Number(origin.split(':').at(-1)), readyMs: performance.now() - began }
}

async function end({ child }: Server, signal: NodeJS.Signals): Promise<number> {
  const began = performance.now()
  const ended = new Promise(resolve => child.once('exit', resolve))
  child.kill(signal)
  await ended
  return performance.now() - began
}

const residentMb = ({ child }: Server): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid ?? 0}/status`, 'utf8'))?.[1] ?? 0) / 1_024

const TICKS = 100 // a second, as Linux counts a process's time

/** What the server has used of a processor: on a machine that does other things, too, it says more than the time on the wall. */
function processorSeconds({ child }: Server): number {
  const fields =
    readFileSync(`/proc/${child.pid ?? 0}/stat`, 'utf8')
      .split(') ')
      .at(-1)
      ?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / TICKS
}

const made = spawnSync(
  process.execPath,
  [program, 'serve', '--new-key', 'bench', '--allow', 'FileAccess', '--workspace', workspace],
  {
    env,
    encoding: 'utf8',
  },
)
const key = made.stdout.trim()

const ready: number[] = []
const startProcessor: number[] = []
const stopped: number[] = []
for (let count = 0; count < STARTS; count++) {
  const server = await start()
  ready.push(server.readyMs)
  startProcessor.push(processorSeconds(server) * 1_000)
  stopped.push(await end(server, 'SIGTERM'))
}

/** The same load twice: once undisturbed, with an eye on the memory, and once with a kill in the middle. */
const load = { key, sessions: 50, clientsPerSession: 4, readsPerSecond: 500, pauseMs: 8_000 } as const
const calm = await start()
const memory: number[] = []
const watching = setInterval(() => memory.push(residentMb(calm)), (SECONDS * 1_000) / 12)
const steady = await runLoad({ ...load, port: calm.port, seconds: SECONDS })
clearInterval(watching)
const processor = processorSeconds(calm)
await end(calm, 'SIGTERM')

const first = await start()
const disturbed = runLoad({
  ...load,
  port: first.port,
  seconds: Math.max(15, SECONDS / 2),
  mayBreak: true,
  readsPerSecond: 200,
})
await pause(6_000)
await end(first, 'SIGKILL')
const second = await start(first.port)
const resumed = await disturbed
await end(second, 'SIGTERM')
rmSync(folder, { recursive: true, force: true })

printTable(
  ['', 'median ms', 'worst ms'],
  [
    ['from the shell to the first answer', median(ready).toFixed(0), Math.max(...ready).toFixed(0)],
    ['of which the processor worked', median(startProcessor).toFixed(0), Math.max(...startProcessor).toFixed(0)],
    ['SIGTERM to the end, nothing under way', median(stopped).toFixed(0), Math.max(...stopped).toFixed(0)],
  ],
)
const row = (name: string, report: LoadReport): readonly (string | number)[] => [
  name,
  report.reads,
  report.readErrors.length,
  report.milliseconds.p50,
  report.milliseconds.p99,
  report.turns,
  report.turnErrors.length,
  report.events,
  report.reconnects,
  report.lost,
  report.doubled,
]
printTable(
  [
    '200 clients, 50 sessions',
    'reads',
    'errors',
    'p50 ms',
    'p99 ms',
    'turns',
    'errors',
    'events heard',
    'reconnects',
    'lost',
    'doubled',
  ],
  [row(`${SECONDS} s, 500 reads/s`, steady), row('killed and started again, 200 reads/s', resumed)],
)
console.log(`processor time of the server: ${processor.toFixed(1)} s in ${SECONDS} s of load`)
console.log(`memory in MB, every ${(SECONDS / 12).toFixed(0)} s: ${memory.map(each => each.toFixed(0)).join(' ')}`)
saveFigures(import.meta.dirname, {
  ready_ms: ready,
  ready_processor_ms: startProcessor,
  load_seconds: SECONDS,
  load_processor_seconds: processor,
  stop_ms: stopped,
  steady,
  resumed,
  memory_mb: memory,
})
if (
  steady.readErrors.length + steady.turnErrors.length + steady.lost + steady.doubled + resumed.lost + resumed.doubled >
  0
) {
  console.error([...new Set([...steady.readErrors, ...steady.turnErrors])].slice(0, 10).join('\n'))
  process.exitCode = 1
}
