import { spawnSync } from 'node:child_process'
import { cpSync, lstatSync, mkdirSync, readFileSync, readdirSync, readlinkSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type AskPerson, callTool } from '../../src/runtime/index.ts'
import { openTestRuntime, testWorkspace } from '../open-test-runtime.ts'
import { sampled } from '../soak-scale.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { EVASIONS } from './evasions.ts'
import { FRESH_EVASIONS } from './fresh-evasions.ts'
import { LATER_EVASIONS } from './later-evasions.ts'
import { MORE_EVASIONS } from './more-evasions.ts'
import { prepareTraps } from './prepare-traps.ts'
import { isWhole } from './prepare-victim.ts'
import { lacksSandbox } from '../system-needs.ts'

test('there are at least 150 of them, and none stands in an older list', () => {
  const older = new Set([...EVASIONS, ...MORE_EVASIONS, ...LATER_EVASIONS])
  expect(new Set(FRESH_EVASIONS).size).toBe(FRESH_EVASIONS.length)
  expect(FRESH_EVASIONS.filter(command => !older.has(command)).length).toBeGreaterThanOrEqual(150)
  expect(FRESH_EVASIONS.filter(command => older.has(command))).toEqual([])
})

/** Not on every machine; what is not there deletes nothing. */
const OPTIONAL =
  /\b(?:cmake|ed|ex|gcc|gdb|java|jq|ld|ninja|npm|objcopy|openssl|perl|pod2\w+|script|sqlite3|strace|strip|tclsh|unzip|vim|xxd|zip|zstd)\b/g
const isThere = (program: string): boolean => spawnSync('/bin/sh', ['-c', `command -v ${program}`]).status === 0
const known = new Map<string, boolean>()
function canRun(command: string): boolean {
  const programs = command.match(OPTIONAL) ?? []
  for (const program of programs) known.set(program, known.get(program) ?? isThere(program))
  return programs.every(program => known.get(program) === true)
}

/** All in a soak, every eighth otherwise: compilers and editors take their time. */
const shown = (commands: readonly string[]): readonly string[] => sampled(commands, 8).filter(canRun)

test('each of them really takes the file when nobody is in its way', { timeout: 900_000 }, () => {
  const { path } = temporaryFolder()
  const [pristine, root] = [join(path, 'pristine'), join(path, 'root')]
  mkdirSync(pristine)
  prepareTraps(pristine)
  const env = { PATH: process.env['PATH'] ?? '', HOME: root, LC_ALL: 'C.UTF-8' }
  const spared = shown(FRESH_EVASIONS).filter(command => {
    cpSync(pristine, root, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true })
    spawnSync('/bin/bash', ['--norc', '--noprofile', '-c', command], { cwd: root, env, timeout: 20_000 })
    const whole = isWhole(root)
    rmSync(root, { recursive: true })
    return whole
  })
  expect(spared).toEqual([])
})

const NO: AskPerson = async () => ({ state: 'denied', decidedBy: 'tty', credential: 'the person' })

describe.skipIf(lacksSandbox)('with us in the way', () => {
  // Outside a soak each of them meets a quarter, and all together the whole list.
  test.each([
    ['nobody to ask', 0, {}],
    ['a person who says no', 1, { ask: NO }],
    ['a person who never answers', 2, { ask: async () => 'timeout' }],
    ['no sandbox and nobody to ask', 3, { settings: { 'tools.shell.sandbox': 'off' } }],
  ] satisfies readonly (readonly [string, number, Parameters<typeof openTestRuntime>[0]])[])(
    'with %s and the right granted, none of them gets through, and nothing is changed',
    { timeout: 600_000 },
    async (_, quarter, options) => {
      const place = testWorkspace()
      prepareTraps(place.root)
      const runtime = await openTestRuntime({ ...place, trust: 'Trusted', ...options })
      const before = thingsIn(place.root)
      for (const [index, command] of sampled(FRESH_EVASIONS, 4, quarter).entries()) {
        const tool = index % 2 === 0 ? 'bash' : 'system_execute'
        const { ok } = await callTool({ tool, args: { command, timeout_secs: 20 }, allow: ['SystemExecute'] }, runtime)
        expect([command, ok, isWhole(place.root), thingsIn(place.root)]).toEqual([command, false, true, before])
      }
    },
  )
})

/** Every name with its bytes and rights, git's own folder included. */
const thingsIn = (root: string): readonly string[] =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .map(entry => ({ entry, path: join(entry.parentPath, entry.name) }))
    .filter(({ path }) => !path.includes('.control-room'))
    .map(
      ({ entry, path }) => `${path} ${lstatSync(path).mode} ${contentOf(path, entry.isFile(), entry.isSymbolicLink())}`,
    )
    .toSorted()

const contentOf = (path: string, isFile: boolean, isLink: boolean): string =>
  isFile ? readFileSync(path, 'latin1') : isLink ? readlinkSync(path) : ''
