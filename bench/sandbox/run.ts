import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSandbox } from '../../src/executors/sandbox/index.ts'
import { surveyWorkspace } from '../../src/executors/shell/transaction/survey.ts'
import { openWorkspace } from '../../src/workspace/index.ts'
import { median, percentile } from '../measure.ts'
import { printTable, saveFigures } from '../report.ts'

const ROUNDS = 100
const MIB = 1024 * 1024

/** A workspace of a thousand files, as a command finds it. */
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-bench-')))
for (let group = 0; group < 50; group++) {
  mkdirSync(join(folder, `group-${group}`))
  for (let file = 0; file < 20; file++)
    writeFileSync(join(folder, `group-${group}`, `${file}.ts`), `export const n = ${file}\n`.repeat(20))
}
mkdirSync(join(folder, '.control-room'))

const workspace = openWorkspace({ root: folder, rules: { denyRead: [], allowRead: [] } })
const [sandbox, none] = [createSandbox({ mode: 'on' }), createSandbox({ mode: 'off' })]
const limits = {
  processes: 256,
  memoryBytes: 2_048 * MIB,
  fileBytes: 1_024 * MIB,
  diskBytes: 4_096 * MIB,
  files: 100_000,
  timeoutMs: 30_000,
  keptBytes: 100_000,
}

async function confined(box: typeof sandbox): Promise<void> {
  const survey = surveyWorkspace({
    workspace,
    reach: 'read',
    someOnly: false,
    someClosed: false,
    readOnlyFolders: new Set(),
  })
  const confinement = { ...survey, root: folder, folder, reach: 'read', readable: [] } as const
  const end = await box.run({ command: 'true', confinement, limits, signal: new AbortController().signal })
  if (!end.ok || end.value.exitCode !== 0) throw new Error(end.ok ? end.value.stderr.text : end.error.message)
}

async function plain(): Promise<void> {
  const child = spawn('/bin/bash', ['--norc', '--noprofile', '-c', 'true'], { stdio: ['ignore', 'pipe', 'pipe'] })
  await once(child, 'close')
}

const CONTESTANTS: Readonly<Record<string, () => Promise<void>>> = {
  'bash, plainly': plain,
  'ours without a sandbox (limits only)': () => confined(none),
  'ours in the sandbox': () => confined(sandbox),
}

const times = new Map(Object.keys(CONTESTANTS).map(name => [name, [] as number[]]))
for (const run of Object.values(CONTESTANTS)) await run()
// In turn: what else the machine does hits all alike.
for (let round = 0; round < ROUNDS; round++)
  for (const [name, run] of Object.entries(CONTESTANTS)) {
    const started = performance.now()
    await run()
    times.get(name)?.push(performance.now() - started)
  }
workspace.close()
rmSync(folder, { recursive: true, force: true })

const base = median(times.get('bash, plainly') ?? [])
const rows = [...times].map(([name, own]) => ({
  name,
  p50_ms: median(own),
  p90_ms: percentile(own, 0.9),
  best_ms: Math.min(...own),
  ratio: median(own) / base,
}))
printTable(
  ['from the order to the end of `true`', 'p50 ms', 'p90 ms', 'best ms', 'times plain'],
  rows.map(row => [
    row.name,
    row.p50_ms.toFixed(1),
    row.p90_ms.toFixed(1),
    row.best_ms.toFixed(1),
    row.ratio.toFixed(1),
  ]),
)
saveFigures(import.meta.dirname, { rounds: ROUNDS, sandbox: rows })
