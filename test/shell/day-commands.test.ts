import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { callTool } from '../../src/runtime/index.ts'
import { testWorkspace } from '../open-test-runtime.ts'
import { sampled } from '../soak-scale.ts'
import { DATA_COMMANDS } from './data-commands.ts'
import { DAY_COMMANDS } from './day-commands.ts'
import { prepareProject } from './prepare-project.ts'
import { trustedRuntime } from './trusted-runtime.ts'
import { WORKDAY_COMMANDS } from './workday-commands.ts'
import { lacksSandbox } from '../system-needs.ts'

/** They ran: a program that is not on this machine, a network that is off and a time that is up are no fault of the judgement. */
const RAN: ReadonlySet<string> = new Set(['command_failed', 'command_refused', 'sandbox_denied', 'tool_timeout'])

const FILES: readonly string[] = [
  'gradlew',
  'packages/core/package.json',
  'scripts/gen.js',
  'scripts/report.py',
  'scripts/run.sh',
  'src/cli.ts',
  'src/index.ts',
  'src/old.ts',
  'tools/report.py',
]

test.skipIf(lacksSandbox).each([
  ['a day', DAY_COMMANDS],
  ['work on data and packages', DATA_COMMANDS],
  ['another day', WORKDAY_COMMANDS],
])('95 of 100 commands of %s run unasked in a trusted workspace', { timeout: 300_000 }, async (_, commands) => {
  const place = testWorkspace()
  prepareProject(place.root)
  for (const path of FILES) {
    mkdirSync(dirname(join(place.root, path)), { recursive: true })
    writeFileSync(join(place.root, path), path.endsWith('.json') ? '{"scripts":{"test":"true","build":"true"}}' : '')
  }
  const runtime = await trustedRuntime(place)
  const held: string[] = []
  const tried = sampled(commands, 3)
  for (const command of tried) {
    const { fault } = await callTool({ tool: 'bash', args: { command, timeout_secs: 3 }, session: 's1' }, runtime)
    if (fault && !RAN.has(fault.code)) held.push(`${fault.code} ${command}`)
  }
  expect({ held, share: held.length / tried.length <= 0.05 }).toMatchObject({ share: true })
})
