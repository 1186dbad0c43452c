import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Result } from '../../src/core/index.ts'
import { runs } from '../soak-scale.ts'
import { CANARY, SECRET, type World, codeOf, createWorld, fingerprint, spoken } from './world.ts'

/** Somebody exchanges things in the workspace all the time, from another process; `turn` is the body of his endless loop. */
const SWAPPERS = {
  'a folder and a link to the outside':
    "fs.renameSync('d', 'd2'); fs.symlinkSync('../outside', 'd'); fs.unlinkSync('d'); fs.renameSync('d2', 'd')",
  'a folder and a link to our records':
    "fs.renameSync('d', 'd2'); fs.symlinkSync('.control-room', 'd'); fs.unlinkSync('d'); fs.renameSync('d2', 'd')",
  'the folder above and a link to the outside':
    "fs.renameSync('up', 'up2'); fs.symlinkSync('../outside', 'up'); fs.unlinkSync('up'); fs.renameSync('up2', 'up')",
  'a file and a link to a file outside':
    "fs.renameSync('d/a.md', 'd/b.md'); fs.symlinkSync('../../outside/a.md', 'd/a.md'); fs.unlinkSync('d/a.md'); fs.renameSync('d/b.md', 'd/a.md')",
  'a link to the inside and a link to the outside':
    "fs.symlinkSync('../outside', 'x'); fs.renameSync('x', 'l'); fs.symlinkSync('d', 'x'); fs.renameSync('x', 'l')",
  'a file and a pipe':
    "fs.renameSync('d/a.md', 'd/b.md'); fs.renameSync('d/p', 'd/a.md'); fs.renameSync('d/a.md', 'd/p'); fs.renameSync('d/b.md', 'd/a.md')",
} as const

const RACER = fileURLToPath(new URL('create-racer.ts', import.meta.url))
const PATHS = ['d/a.md', 'up/d/a.md', 'l/a.md', 'd/a.md', 'up/d/a.md', 'd/new/file.md'] as const

const pathOf = (round: number): string => PATHS[round % PATHS.length] ?? ''

function prepare(): World {
  const world = createWorld()
  world.put('d/a.md', 'inside\n')
  world.put('up/d/a.md', 'inside\n')
  world.put('.control-room/a.md', SECRET)
  for (const name of ['a.md', 'd/a.md', 'new/file.md']) world.put(`../outside/${name}`, CANARY)
  world.link('l', 'd')
  return world
}

async function startSwapping(world: World, turn: string): Promise<ChildProcess> {
  const pipe = "require('child_process').execFileSync('mkfifo', ['d/p'])"
  // Each step by itself: a step that we made impossible must not stop the others.
  const steps = turn.split('; ').map(step => `try { ${step} } catch {}`)
  const orphaned = 'if (round % 1000 === 0 && process.ppid !== parent) process.exit()'
  const loop = `for (let round = 0; ; round++) { ${[orphaned, ...steps].join('\n')} }`
  const script = `const fs = require('fs'); const parent = process.ppid; ${pipe}; console.log('ready'); ${loop}`
  const child = spawn(process.execPath, ['-e', script], { cwd: world.root, stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  await new Promise(resolve => child.stdout?.once('data', resolve))
  return child
}

const readOnce = ({ workspace }: World, path: string): readonly Result<unknown>[] => [
  workspace.read(path),
  workspace.list(path.slice(0, path.lastIndexOf('/'))),
]

async function writeOnce({ workspace, call }: World, path: string, round: number): Promise<readonly Result<unknown>[]> {
  const found = workspace.locate(path, 'write')
  const answers: Result<unknown>[] = [
    workspace.write(found.ok ? found.value : path, Buffer.from(`inside, round ${round}\n`), { expect: 'any' }),
  ]
  if (round % 4 === 0) {
    answers.push(await call('file_read', { path }))
    answers.push(await call('file_write', { path, content: 'inside\n', overwrite: true }))
    answers.push(await call('file_edit', { path, old_text: 'i', new_text: 'I', replace_all: true }))
  }
  if (round % 32 === 0) answers.push(await call('file_search', { query: 'e' }), await call('file_list', { depth: 4 }))
  return answers
}

describe.runIf(existsSync('/proc/self/fd'))('while somebody exchanges', () => {
  test.each(Object.entries(SWAPPERS))('%s, nothing outside is read or written', async (_, turn) => {
    const world = prepare()
    const places = [world.outside, join(world.root, '.control-room')]
    const before = places.map(fingerprint)
    const child = await startSwapping(world, turn)
    const codes = new Set<string>()
    const hear = (answers: readonly Result<unknown>[]): void => {
      for (const answer of answers) codes.add(codeOf(answer))
      expect(spoken(answers)).not.toMatch(new RegExp(`${CANARY}|${SECRET}|control-room`))
    }
    // Reading first: what is written takes the place of the pipes and links that are exchanged.
    for (let round = 0; round < runs(2_000, 200_000); round++) hear(readOnce(world, pathOf(round)))
    for (let round = 0; round < runs(60, 10_000); round++) hear(await writeOnce(world, pathOf(round), round))
    child.kill('SIGKILL')
    await setTimeout(20)
    expect(places.map(fingerprint)).toEqual(before)
    expect(codes).toContain('ok')
    expect([...codes].toSorted()).not.toContain('tool_failed')
  })

  test('of two processes that create the same file, exactly one succeeds', { timeout: 600_000 }, async () => {
    const world = createWorld()
    const count = runs(400, 20_000)
    const start = Date.now() + 2_000 // by then both have started
    const race = async (): Promise<readonly number[]> => {
      const { stdout } = await promisify(execFile)(process.execPath, [
        '--import',
        'tsx',
        RACER,
        world.root,
        String(start),
        String(count),
      ])
      return JSON.parse(stdout) as readonly number[]
    }
    const [one, two] = await Promise.all([race(), race()])
    expect([...one, ...two].toSorted((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, index) => index))
    expect(readdirSync(world.root).length).toBe(count)
  })
})
