import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { isJsonObject, parseJsonText, textOf } from '../../src/core/index.ts'
import { type Child, runProgram } from '../children/run-child.ts'
import { commandLine } from '../command-line.ts'
import { type TestWorkspace, testWorkspace } from '../open-test-runtime.ts'
import { runLoad } from './load.ts'

const MANUSCRIPT = join(import.meta.dirname, '..', '..', 'examples', 'manuscript')

async function start(place: TestWorkspace, port: number): Promise<{ readonly child: Child; readonly port: number }> {
  const args = ['serve', '--json', '--model', 'demo', '--workspace', place.root, '--port', String(port)]
  const child = runProgram({ args, environment: { COUNTERSIGN_STATE: place.state } })
  await child.says('"port"')
  return { child, port: Number(/"port":(\d+)/.exec(child.printed())?.[1]) }
}

async function newKey(place: TestWorkspace): Promise<string> {
  const { out } = await commandLine(
    ['serve', '--new-key', 'load', '--allow', 'FileAccess', '--workspace', place.root, '--json'],
    {
      environment: { COUNTERSIGN_STATE: place.state },
    },
  )
  const told = parseJsonText(out)
  return told !== undefined && isJsonObject(told) ? textOf(told['key']) : ''
}

function manuscript(): TestWorkspace {
  const place = testWorkspace()
  cpSync(MANUSCRIPT, place.root, { recursive: true })
  return place
}

test('under load every read is answered and every client hears every event once', { timeout: 120_000 }, async () => {
  const place = manuscript()
  const { port } = await start(place, 0)
  const key = await newKey(place)
  const report = await runLoad({
    port,
    key,
    sessions: 4,
    clientsPerSession: 3,
    readsPerSecond: 40,
    seconds: 6,
    pauseMs: 200,
  })
  expect(report).toMatchObject({ readErrors: [], turnErrors: [], lost: 0, doubled: 0, reconnects: 0 })
  expect(report.turns).toBeGreaterThan(4)
  expect(report.events).toBeGreaterThan(200)
})

test(
  'killed and started again under load, clients resume and nothing that was told is lost',
  { timeout: 120_000 },
  async () => {
    const place = manuscript()
    const first = await start(place, 0)
    const key = await newKey(place)
    const loading = runLoad({
      port: first.port,
      key,
      sessions: 3,
      clientsPerSession: 3,
      readsPerSecond: 20,
      seconds: 15,
      pauseMs: 100,
      mayBreak: true,
    })
    await pause(4_000)
    first.child.process.kill('SIGKILL')
    await first.child.ended
    await start(place, first.port)
    const report = await loading
    expect(report).toMatchObject({ lost: 0, doubled: 0 })
    expect(report.reconnects).toBeGreaterThanOrEqual(9)
    expect(report.turns).toBeGreaterThan(6)
  },
)
