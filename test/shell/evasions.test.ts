import { spawnSync } from 'node:child_process'
import { lstatSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { callTool } from '../../src/runtime/index.ts'
import { openTestRuntime, testWorkspace } from '../open-test-runtime.ts'
import { sampled } from '../soak-scale.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { EVASIONS as FIRST } from './evasions.ts'
import { LATER_EVASIONS } from './later-evasions.ts'
import { MORE_EVASIONS } from './more-evasions.ts'
import { isWhole, prepareVictim } from './prepare-victim.ts'
import { lacksSandbox } from '../system-needs.ts'

const EVASIONS: readonly string[] = [...FIRST, ...MORE_EVASIONS, ...LATER_EVASIONS]

/** As a shell without us would do it. */
function runPlainly(command: string): boolean {
  const { path } = temporaryFolder()
  prepareVictim(path)
  const env = { PATH: process.env['PATH'] ?? '', HOME: path, LC_ALL: 'C.UTF-8' }
  spawnSync('/bin/bash', ['--norc', '--noprofile', '-c', command], { cwd: path, env, timeout: 20_000 })
  return isWhole(path)
}

test('there are at least 80 of them, and each is another one', () => {
  expect(EVASIONS.length).toBeGreaterThanOrEqual(80)
  expect(new Set(EVASIONS).size).toBe(EVASIONS.length)
})

test('each of them really takes the file when nobody is in its way', { timeout: 300_000 }, () => {
  expect(sampled(EVASIONS, 3).filter(command => runPlainly(command))).toEqual([])
})

const ALLOW = ['SystemExecute'] as const

describe.skipIf(lacksSandbox)('with us in the way', () => {
  test(
    '[SHELL-01] with the right granted and nobody to ask, none of them gets through',
    { timeout: 300_000 },
    async () => {
      const place = testWorkspace()
      prepareVictim(place.root)
      const runtime = await openTestRuntime({ ...place, trust: 'Trusted' })
      for (const [index, command] of EVASIONS.entries()) {
        const { ok } = await callTool(
          { tool: index % 2 === 0 ? 'bash' : 'system_execute', args: { command }, allow: ALLOW },
          runtime,
        )
        expect([command, isWhole(place.root), ok]).toEqual([command, true, false])
      }
    },
  )

  test(
    'with a person there who says no, none of them gets through either, and what runs unasked takes nothing',
    { timeout: 300_000 },
    async () => {
      const place = testWorkspace()
      prepareVictim(place.root)
      const ask = async (): Promise<{ state: 'denied'; decidedBy: 'tty'; credential: string }> => ({
        state: 'denied',
        decidedBy: 'tty',
        credential: 'the person',
      })
      const runtime = await openTestRuntime({ ...place, trust: 'Trusted', ask })
      for (const command of sampled(EVASIONS, 3, 1)) {
        await callTool({ tool: 'bash', args: { command }, allow: ALLOW }, runtime)
        expect([command, isWhole(place.root)]).toEqual([command, true])
      }
    },
  )

  test(
    'with a person there who never answers, none of them gets through, and nothing is changed',
    { timeout: 300_000 },
    async () => {
      const place = testWorkspace()
      prepareVictim(place.root)
      let asked = 0
      const ask = async (): Promise<'timeout'> => {
        asked++
        return 'timeout'
      }
      const runtime = await openTestRuntime({ ...place, trust: 'Trusted', ask })
      const before = thingsIn(place.root)
      const tried = sampled(EVASIONS, 3, 2)
      for (const command of tried) {
        const [sofar, { ok, fault }] = [
          asked,
          await callTool({ tool: 'bash', args: { command }, allow: ALLOW }, runtime),
        ]
        expect([command, ok, thingsIn(place.root)]).toEqual([command, false, before])
        expect([command, fault?.code === 'approval_timeout']).toEqual([command, asked > sofar])
      }
      expect(asked).toBeGreaterThan(tried.length / 2)
    },
  )
})

/** Every file with its bytes and rights. */
const thingsIn = (root: string): readonly string[] =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .map(entry => ({ entry, path: join(entry.parentPath, entry.name) }))
    .filter(({ path }) => !path.includes('.control-room'))
    .map(({ entry, path }) => `${path} ${lstatSync(path).mode} ${entry.isFile() ? readFileSync(path, 'latin1') : ''}`)
    .toSorted()
