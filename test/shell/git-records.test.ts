import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { TestOptions } from '../open-test-runtime.ts'
import { prepareProject } from './prepare-project.ts'
import { type ShellWorld, dataOf, effectsOf, shellWorld } from './shell-world.ts'
import { lacksSandbox } from '../system-needs.ts'

type Repository = ShellWorld & { readonly git: (...words: readonly string[]) => string }

async function repository(options: TestOptions = {}): Promise<Repository> {
  const world = await shellWorld({ trust: 'Trusted', ...options })
  prepareProject(world.root)
  const git = (...words: readonly string[]): string =>
    execFileSync('git', ['-C', world.root, ...words], { encoding: 'utf8' }).trim()
  return { ...world, git }
}

const codeOf = async ({ run }: ShellWorld, command: string): Promise<string | undefined> =>
  (await run(command)).fault?.code

describe.skipIf(lacksSandbox)('what only adds to the records of git', () => {
  test('runs unasked, and is really recorded, under the name of the repository', async () => {
    const { run, git, get } = await repository()
    const before = get('src/app.js')
    const report = await run('git add -A && git commit -m "Sum up"')
    expect([
      report.fault,
      dataOf(report)['exit_code'],
      effectsOf(report)['changes'],
      effectsOf(report)['undo'],
    ]).toEqual([null, 0, [], null])
    expect([git('log', '-1', '--format=%s %an'), git('status', '--porcelain'), get('src/app.js')]).toEqual([
      'Sum up A Person',
      '',
      before,
    ])
    for (const command of [
      'git branch topic',
      'git tag v1',
      'git tag -a v2 -m two',
      'git checkout -b one',
      'git switch -c two/three',
    ])
      expect([command, dataOf(await run(command))['exit_code']]).toEqual([command, 0])
    expect(git('for-each-ref', '--format=%(refname:short)').split('\n')).toEqual([
      'main',
      'one',
      'topic',
      'two/three',
      'v1',
      'v2',
    ])
  })

  test('goes to a branch that stands at the same commit, and to no other', async () => {
    const world = await repository()
    world.git('branch', 'same')
    world.git('branch', 'first', 'HEAD~1')
    for (const [command, branch] of [
      ['git switch same', 'same'],
      ['git checkout main', 'main'],
      ['git merge same', 'main'],
    ] as const) {
      expect([command, dataOf(await world.run(command))['exit_code']]).toEqual([command, 0])
      expect([command, world.git('branch', '--show-current')]).toEqual([command, branch])
    }
    world.git('pack-refs', '--all')
    expect(dataOf(await world.run('git switch same'))['exit_code']).toBe(0)
    expect([await codeOf(world, 'git switch first'), world.git('branch', '--show-current')]).toEqual([
      'confirmation_required',
      'same',
    ])
  })

  test('takes marks back, and changes no file', async () => {
    const { run, git, get } = await repository()
    const before = get('src/app.js')
    for (const command of [
      'git reset',
      'git reset HEAD src/app.js',
      'git rm --cached -q src/app.js',
      'git reset -q HEAD',
    ]) {
      git('add', '-A')
      expect([command, dataOf(await run(command))['exit_code'], get('src/app.js')]).toEqual([command, 0, before])
    }
  })

  test('where there is no repository, git is let say so, in a workspace that is read-only for it', async () => {
    const { run, root } = await shellWorld({ trust: 'Trusted' })
    expect([dataOf(await run('git add -A'))['exit_code'], readdirSync(root).includes('.git')]).toEqual([128, false])
  })

  test('replaces no branch and no tag', async () => {
    const { run, git } = await repository()
    git('branch', 'old', 'HEAD~1')
    git('tag', 'old-tag', 'HEAD~1')
    const before = git('for-each-ref')
    for (const command of ['git branch old', 'git tag old-tag', 'git checkout -b old', 'git switch -c old'])
      expect([command, dataOf(await run(command))['exit_code'] === 0]).toEqual([command, false])
    expect(git('for-each-ref')).toBe(before)
  })

  test.each([
    'git commit --amend -m x',
    'git commit',
    'git branch -f old HEAD',
    'git branch -D old',
    'git branch -m old new',
    'git tag -f old',
    'git tag -d old',
    'git checkout -B main HEAD~1',
    'git checkout -b new HEAD~1',
    'git checkout src/app.js',
    'git checkout first',
    'git switch first',
    'git merge first',
    'git reset first',
    'git rm src/app.js',
    'git switch -C main',
    'git stash',
    'git reset --hard',
    'git add -f dist',
    'git -c core.hooksPath=. commit -m x',
    'git commit -m x && npm test',
    'npm test && git commit -am x',
    'git commit -m x > out.txt',
    "git add . && python3 -c 'print(1)'",
    'echo a > b.txt && git add b.txt',
    'CORE=1 git add .',
    'GIT_DIR=/tmp/x git add .',
  ])('%s does more, and is not done unasked', async command => {
    const world = await repository()
    world.git('branch', 'first', 'HEAD~1')
    const before = world.git('for-each-ref')
    expect(await codeOf(world, command)).toBe('confirmation_required')
    expect([world.git('for-each-ref'), world.git('diff', '--cached', '--name-only')]).toEqual([before, ''])
  })

  const ways: readonly (readonly [string, (world: Repository) => void])[] = [
    ['a hook', ({ root }) => hook(root, '.git/hooks')],
    [
      'a folder of hooks in the workspace',
      ({ root, git }) => (git('config', 'core.hooksPath', '.husky'), hook(root, '.husky')),
    ],
    ['a filter', ({ git }) => void git('config', 'filter.x.clean', 'rm -rf .git/refs')],
    ['settings elsewhere', ({ git }) => void git('config', 'include.path', '../more.ini')],
    ['another work tree', ({ git }) => void git('config', 'core.worktree', '..')],
    ['a program that signs', ({ git }) => void git('config', 'gpg.program', './zap.sh')],
    ['a monitor of files', ({ git }) => void git('config', 'core.fsmonitor', './zap.sh')],
    [
      'a line that goes on',
      ({ root }) => writeFileSync(join(root, '.git/config'), '[user]\n\tname = a \\\n[core]\n\tx\n', { flag: 'a' }),
    ],
    [
      'two things on one line',
      ({ root }) => writeFileSync(join(root, '.git/config'), '[core] hooksPath = .\n', { flag: 'a' }),
    ],
    ['our own folder among its files', ({ git }) => void git('add', '-f', '.control-room')],
  ]
  test.each(ways)('is asked about where there is %s', async (_, prepare) => {
    const world = await repository()
    await world.run('ls')
    prepare(world)
    for (const command of ['git add src', 'git commit -am x', 'git branch new'])
      expect(await codeOf(world, command)).toBe('confirmation_required')
  })

  test('is asked about in another repository below, and where rules close files', async () => {
    const world = await repository()
    mkdirSync(join(world.root, 'inner'))
    execFileSync('git', ['init', '-q', join(world.root, 'inner')])
    for (const command of ['cd inner && git add .', 'git -C inner add .'])
      expect(await codeOf(world, command)).toBe('confirmation_required')
    expect(await codeOf(world, 'git add src')).toBe('confirmation_required')
    const linked = await repository()
    symlinkSync('src', join(linked.root, 'way'))
    expect([await codeOf(linked, 'git -C way add .'), await codeOf(linked, 'git -C src add .')]).toEqual([
      'confirmation_required',
      undefined,
    ])
    const submodule = await repository()
    submodule.git('update-index', '--add', '--cacheinfo', `160000,${submodule.git('rev-parse', 'HEAD')},inner`)
    expect(await codeOf(submodule, 'git commit -m x')).toBe('confirmation_required')
    const closing = await repository({ settings: { 'tools.file.deny_read': ['data/**'] } })
    expect(await codeOf(closing, 'git add -A')).toBe('confirmation_required')
  })
})

function hook(root: string, folder: string): void {
  mkdirSync(join(root, folder), { recursive: true })
  writeFileSync(join(root, folder, 'pre-commit'), '#!/bin/sh\nrm -rf .git/refs\n')
  chmodSync(join(root, folder, 'pre-commit'), 0o755)
}
