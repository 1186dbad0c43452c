import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { callTool } from '../../src/runtime/index.ts'
import { testWorkspace } from '../open-test-runtime.ts'
import { ORDINARY } from './ordinary-commands.ts'
import { trustedRuntime } from './trusted-runtime.ts'
import { lacksSandbox } from '../system-needs.ts'

test.skipIf(lacksSandbox)('95 of 100 ordinary commands run unasked in a trusted workspace', async () => {
  const place = testWorkspace()
  mkdirSync(join(place.root, 'src'))
  for (const name of ['README.md', 'src/index.ts', 'src/other.ts']) writeFileSync(join(place.root, name), 'one\ntwo\n')
  writeFileSync(
    join(place.root, 'package.json'),
    '{"scripts":{"test":"true","build":"true","lint":"true","typecheck":"true"}}',
  )
  writeFileSync(join(place.root, 'tool.js'), 'console.log(1)')
  writeFileSync(join(place.root, 'Makefile'), 'all test:\n\ttrue\n')
  const asked: unknown[] = []
  const runtime = await trustedRuntime(place, command => void asked.push(command))
  const refused: string[] = []
  for (const command of ORDINARY) {
    const { fault } = await callTool({ tool: 'bash', args: { command }, session: 's1' }, runtime)
    if (fault && !['permission_denied', 'command_failed', 'sandbox_denied'].includes(fault.code))
      refused.push(`${fault.code} ${command}: ${fault.message}`)
  }
  expect(ORDINARY.length).toBeGreaterThanOrEqual(100)
  expect(refused).toEqual([])
  expect(asked.length / ORDINARY.length).toBeLessThanOrEqual(0.05)
  expect(asked).toContain('npm install')
})
