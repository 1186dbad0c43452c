import { execFileSync } from 'node:child_process'
import { cpSync, lstatSync, mkdirSync, readFileSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createSandbox } from '../../src/executors/sandbox/index.ts'
import { judgeCommand } from '../../src/executors/shell/commands/judge-command.ts'
import { NO_RULES } from '../../src/executors/shell/commands/prefix-rule.ts'
import { findBlocked } from '../../src/executors/shell/reading/find-blocked.ts'
import { callTool } from '../../src/runtime/index.ts'
import { openWorkspace } from '../../src/workspace/index.ts'
import { openTestRuntime, testWorkspace } from '../open-test-runtime.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { runs } from '../soak-scale.ts'
import { mutate, seeded } from './mutate.ts'
import { prepareVictim } from './prepare-victim.ts'
import { lacksSandbox } from '../system-needs.ts'

const SEED = 20_261_115
const MIB = 1024 * 1024

/** A workspace in which many names are traps. */
function prepareTraps(root: string): void {
  prepareVictim(root)
  for (const name of [
    'src/index.ts',
    'src/other.ts',
    'README.md',
    'notes/a.md',
    '-rf',
    '--output=victim.txt',
    '-ovictim.txt',
    'a b.txt',
    '$(rm victim.txt)',
    ';rm victim.txt',
    '-delete',
    '-exec',
    '.env',
  ]) {
    mkdirSync(join(root, name, '..'), { recursive: true })
    writeFileSync(join(root, name), `${name}\nsecond line\n`)
  }
  execFileSync('git', ['init', '-q', root])
}

/** Every thing that was there before, with its bytes. */
function stateOf(root: string, only?: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const open = ['.']
  for (let folder = open.pop(); folder !== undefined; folder = open.pop())
    for (const name of readdirSync(join(root, folder))) {
      const path = join(folder, name)
      const stat = lstatSync(join(root, path))
      if (path === '.control-room') continue
      if (stat.isDirectory()) open.push(path)
      const text = stat.isSymbolicLink()
        ? readlinkSync(join(root, path))
        : stat.isFile()
          ? readFileSync(join(root, path), 'latin1')
          : 'folder'
      if (!only || only.has(path)) found.set(path, `${stat.mode} ${text}`)
    }
  return found
}

test.skipIf(lacksSandbox)(
  'a mutant that is allowed to read or create touches nothing that it must not, even where it could',
  { timeout: 3_600_000 },
  async () => {
    const { path } = temporaryFolder()
    const [pristine, root] = [join(path, 'pristine'), join(path, 'root')]
    mkdirSync(pristine)
    prepareTraps(pristine)
    cpSync(pristine, root, { recursive: true, verbatimSymlinks: true })
    const before = stateOf(root)
    const sandbox = createSandbox({ mode: 'on' })
    const limits = {
      processes: 200,
      memoryBytes: 1024 * MIB,
      fileBytes: 50 * MIB,
      diskBytes: 500 * MIB,
      files: 100_000,
      timeoutMs: 2_000,
      keptBytes: 1_000,
    }
    const random = seeded(SEED)
    const counts = { read: 0, run: 0, record: 0, create: 0, build: 0, ask: 0, blocked: 0 }
    for (let round = 0; round < runs(400, 10_000); round++) {
      const command = mutate(random)
      const workspace = openWorkspace({ root, rules: { denyRead: [], allowRead: [] } })
      const blocked = findBlocked(command)
      const { level } = judgeCommand(command, { workspace, folder: '.', rules: NO_RULES, confined: true })
      workspace.close()
      counts[blocked ? 'blocked' : level]++
      if (blocked || level === 'ask' || level === 'build') continue
      // The workspace is open to it, so it is the judgement alone that is tried here; the sandbox only saves the machine. Code that nobody has
      // read is the exception: that it finds the workspace read-only is what the judgement is.
      const confinement = {
        root,
        folder: root,
        reach: level === 'run' ? 'read' : level === 'record' ? 'record' : 'open',
        hiddenFolders: [],
        hiddenFiles: [],
        fixed: [],
        anchored: level === 'record' ? [join(root, '.git')] : [],
        readable: [],
      } as const
      await sandbox.run({ command, confinement, limits, signal: new AbortController().signal })
      const after = stateOf(root, level === 'create' || level === 'record' ? before : undefined)
      expect([command, level, touched(level, differences(before, after))]).toEqual([command, level, []])
      if (level === 'read') continue
      rmSync(root, { recursive: true })
      cpSync(pristine, root, { recursive: true, verbatimSymlinks: true })
    }
    expect(counts.read).toBeGreaterThan(runs(20, 700))
    expect(counts.create).toBeGreaterThan(0)
    expect(counts.ask + counts.blocked).toBeGreaterThan(counts.read)
  },
)

const differences = (before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): readonly string[] =>
  [...new Set([...before.keys(), ...after.keys()])].filter(path => before.get(path) !== after.get(path))

/** What git writes when it marks files, commits, or makes a branch: only a command that is judged to do that may change it. */
const GIT_RECORDS = /^\.git\/(?:index|HEAD|COMMIT_EDITMSG|logs\/.*|refs\/heads\/.*)$/
const touched = (level: string, paths: readonly string[]): readonly string[] =>
  level === 'record' ? paths.filter(path => !GIT_RECORDS.test(path)) : paths

test.skipIf(lacksSandbox)(
  'through the whole path no mutant changes what exists, whatever it is',
  { timeout: 3_600_000 },
  async () => {
    const place = testWorkspace()
    prepareTraps(place.root)
    const runtime = await openTestRuntime({ ...place, trust: 'Trusted', settings: { 'tools.shell.timeout_secs': 3 } })
    let before = stateOf(place.root)
    const random = seeded(SEED + 1)
    let ran = 0
    for (let round = 0; round < runs(150, 3_000); round++) {
      const command = mutate(random)
      const workspace = openWorkspace({ root: place.root, rules: { denyRead: [], allowRead: [] } })
      const { level } = judgeCommand(command, { workspace, folder: '.', rules: NO_RULES, confined: true })
      workspace.close()
      const { ok } = await callTool({ tool: 'bash', args: { command }, allow: ['SystemExecute'] }, runtime)
      if (ok) ran++
      const after = stateOf(place.root, before)
      expect([command, level, touched(level, differences(before, after))]).toEqual([command, level, []])
      if (level === 'record') before = after
    }
    expect(ran).toBeGreaterThan(10)
  },
)
