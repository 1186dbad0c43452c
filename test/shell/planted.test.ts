import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { undoCall } from '../../src/runtime/index.ts'
import { prepareProject } from './prepare-project.ts'
import { effectsOf, shellWorld } from './shell-world.ts'
import { lacksSandbox } from '../system-needs.ts'

describe.skipIf(lacksSandbox)('what a build leaves behind', () => {
  test.each([
    ['.husky', 'tool-hooks/../.husky/pre-commit'],
    ['.husky/_', '.husky/_/commit-msg'],
    ['.husky/_', '.husky/pre-commit'],
    ['.', 'pre-push'],
  ])('a new hook in %s, from where git takes them, is taken back', async (folder, file) => {
    const { run, put, root } = await shellWorld({ trust: 'Trusted' })
    prepareProject(root)
    execFileSync('git', ['-C', root, 'config', 'core.hooksPath', folder])
    put(
      'plant.js',
      `const f = require('fs'), p = require('path').normalize('${file}'); f.mkdirSync(require('path').dirname(p), { recursive: true }); f.writeFileSync(p, 'x')`,
    )
    expect((await run('node plant.js')).fault?.code).toBe('effect_not_allowed')
    expect(existsSync(join(root, file.replace('tool-hooks/../', '')))).toBe(false)
    put('make.js', `require('fs').writeFileSync('src/made.txt', 'x')`)
    expect((await run('node make.js')).fault).toBeNull()
  })

  test('a folder of packages that it made itself is listed and can be undone; one that was there is read-only', async () => {
    const { run, put, root, runtime } = await shellWorld({ trust: 'Trusted' })
    prepareProject(root)
    put(
      'plant.js',
      `const f = require('fs'); f.mkdirSync('node_modules/x', { recursive: true }); f.writeFileSync('node_modules/x/index.js', '1')`,
    )
    const report = await run('node plant.js')
    expect(effectsOf(report)['changes']).toMatchObject([
      { path: 'node_modules', what: 'created' },
      { path: 'node_modules/x', what: 'created' },
      { path: 'node_modules/x/index.js', what: 'created' },
    ])
    expect((await run('node plant.js')).fault?.code).toBe('sandbox_denied')
    const undone = await undoCall(report.receipt?.receipt_id ?? '', runtime)
    expect([undone.ok && undone.value.ok, existsSync(join(root, 'node_modules'))]).toEqual([true, false])
  })

  test('a format of tags or branches shows no bytes where rules close files', async () => {
    const { run, root } = await shellWorld({ trust: 'Trusted', settings: { 'tools.file.deny_read': ['data/**'] } })
    prepareProject(root)
    const git = (...words: readonly string[]): string =>
      execFileSync('git', ['-C', root, ...words], { encoding: 'utf8' }).trim()
    git('tag', 'blob', git('rev-parse', 'HEAD:data/words.txt'))
    for (const command of ["git tag --list --format='%(raw)'", "git branch --list --format='%(contents)'"])
      expect([command, (await run(command)).fault?.code]).toEqual([command, 'confirmation_required'])
    expect((await run('git tag --list')).fault).toBeNull()
  })
})
