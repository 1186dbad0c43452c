import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { workFolder } from '../../../test/work-folder.ts'

const EXAMPLE = join(import.meta.dirname, '..', '..', '..', 'examples', 'config', 'own-tools.toml')

describe('tools of modules that the config names', () => {
  test('the example runs through the whole path', async () => {
    const { json, run } = workFolder()
    const flags = ['--config', EXAMPLE] as const
    const called = await json('call', 'count_words', 'text=The light is dry.', '--allow', 'FileAccess', ...flags)
    expect(called).toMatchObject({
      code: 0,
      value: { ok: true, data: { words: 4 }, receipt: expect.stringMatching(/^rcpt_/) },
    })
    expect(await json('call', 'count_words', 'text=x', ...flags)).toMatchObject({
      code: 1,
      value: { fault: { code: 'permission_denied' } },
    })
    expect((await run('verify')).code).toBe(0)
  })

  test('a wrong module ends every verb that opens the workspace with exit code 3, and says which', async () => {
    const { root, json } = workFolder()
    const config = join(dirname(root), 'home', 'mine.toml')
    writeFileSync(config, '[tools]\nmodules = ["./gone.mjs"]\n')
    const refused = await json('call', 'file_list', '--allow', 'FileAccess', '--config', config)
    expect(refused).toMatchObject({
      code: 3,
      value: { error: { code: 'config_invalid', message: expect.stringContaining('gone.mjs') } },
    })
  })

  test('a workspace that names a module is told no, and nothing of it is loaded', async () => {
    const { root, run, write } = workFolder()
    const module = join(dirname(root), 'elsewhere', 'evil.mjs')
    mkdirSync(dirname(module))
    writeFileSync(module, `process.stdout.write('LOADED')`)
    write('countersign.toml', `[tools]\nmodules = [${JSON.stringify(module)}]\n`)
    const { code, out, err } = await run('call', 'file_list', '--allow', 'FileAccess')
    expect([code, out.includes('LOADED')]).toEqual([0, false])
    expect(err).toContain('tools.modules')
  })
})
