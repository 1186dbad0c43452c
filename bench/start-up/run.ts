import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Loaded, startCounting } from '../../test/loaded-modules.ts'
import { median, percentile } from '../measure.ts'
import { printTable, saveFigures } from '../report.ts'

const ROUNDS = 25
const program = join(dirname(dirname(import.meta.dirname)), 'bin', 'countersign.js')

/** A workspace and a state folder; the first start makes keys and databases, which later ones find. */
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-bench-')))
const place = {
  cwd: join(folder, 'workspace'),
  env: { PATH: process.env['PATH'], HOME: folder, COUNTERSIGN_STATE: join(folder, 'state') },
}
mkdirSync(place.cwd)
writeFileSync(join(place.cwd, 'notes.md'), 'The lamp burned all night.\n')
const call = JSON.stringify({ type: 'tool_call', name: 'file_read', args: { path: 'notes.md' } })
const answer = 'It burned all night.\n\nEvidence: notes.md: "The lamp burned all night."'
writeFileSync(join(folder, 'script.jsonl'), `${JSON.stringify(call)}\n${JSON.stringify(answer)}\n`)

const asking = ['--model', `scripted:${join(folder, 'script.jsonl')}`, '--allow', 'FileAccess', '--quiet']
const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  'node -e 0': ['-e', '0'],
  'countersign --version': [program, '--version'],
  'countersign ask, one call, scripted model': [
    program,
    'ask',
    'Read the file notes.md and tell me what it says.',
    ...asking,
  ],
}

function timeOf(args: readonly string[]): number {
  const started = performance.now()
  const { status, stderr } = spawnSync(process.execPath, args, { ...place, encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  return performance.now() - started
}

const NOTHING: Loaded = { modules: 0, bytes: 0, packages: [] }
const times = new Map(Object.keys(COMMANDS).map(name => [name, [] as number[]]))
for (const args of Object.values(COMMANDS)) timeOf(args)
// In turn: what else the machine does hits all alike.
for (let round = 0; round < ROUNDS; round++)
  for (const [name, args] of Object.entries(COMMANDS)) times.get(name)?.push(timeOf(args))

const rows = Object.entries(COMMANDS).map(([name, [file = '', ...args]]) => {
  const own = times.get(name) ?? []
  const loaded = file === program ? startCounting(program, args, place).loaded : NOTHING
  return {
    name,
    median_ms: median(own),
    best_ms: Math.min(...own),
    p90_ms: percentile(own, 0.9),
    ...loaded,
  }
})
rmSync(folder, { recursive: true, force: true })

printTable(
  ['from the shell to the end', 'median ms', 'best ms', 'p90 ms', 'files loaded', 'KB'],
  rows.map(row => [
    row.name,
    row.median_ms.toFixed(0),
    row.best_ms.toFixed(0),
    row.p90_ms.toFixed(0),
    row.modules,
    (row.bytes / 1_024).toFixed(0),
  ]),
)
saveFigures(import.meta.dirname, { rounds: ROUNDS, start_up: rows })
