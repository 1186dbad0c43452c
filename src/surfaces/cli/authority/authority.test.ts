import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openTestRuntime } from '../../../../test/open-test-runtime.ts'
import { workFolder } from '../../../../test/work-folder.ts'

describe('permissions', () => {
  test('list shows what is granted and by whom; revoke ends it at once', async () => {
    const folder = workFolder()
    const runtime = await openTestRuntime({ root: folder.root, state: folder.state })
    await runtime.broker.issue({
      capability: 'FileAccess',
      principal: 'user:local',
      session: null,
      decidedBy: 'rule',
      purpose: 'test',
    })
    const listed = (await folder.json('permissions', 'list')).value as {
      id: string
      capability: string
      source: string
    }[]
    expect(listed).toMatchObject([{ capability: 'FileAccess', source: 'rule', session: null, expires_at: null }])
    expect((await folder.run('call', 'file_list')).code).toBe(0)
    expect((await folder.run('permissions', 'revoke', listed[0]?.id ?? '')).code).toBe(0)
    expect(await folder.json('call', 'file_list')).toMatchObject({
      code: 1,
      value: { text: 'Permission denied: the token for FileAccess was revoked.' },
    })
    expect((await folder.run('permissions', 'list')).err).toBe('No active grants.\n')
    expect((await folder.run('permissions', 'revoke', 'grant_x')).err).toMatch(/^approval_invalid: /)
  })

  test('a flag grants for its own command only', async () => {
    const folder = workFolder()
    expect((await folder.run('call', 'file_list', '--allow', 'FileAccess', '--session', 's1')).code).toBe(0)
    expect((await folder.run('call', 'file_list', '--session', 's1')).code).toBe(1)
    expect((await folder.json('permissions', 'list')).value).toEqual([])
  })

  test('pending, approve and deny of what is not there say so', async () => {
    const folder = workFolder()
    expect((await folder.run('permissions', 'pending')).err).toBe('Nothing to review.\n')
    expect((await folder.run('permissions', 'approve', 'appr_x')).err).toMatch(
      /^approval_invalid: There is no approval appr_x\./,
    )
    expect((await folder.run('permissions', 'deny', 'appr_x')).code).toBe(1)
  })
})

describe('trust', () => {
  const LOOSE = '[tools.file]\nmax_lines = 900\n\n[tools.retry]\nmax_attempts = 1\n'

  test('shows what the workspace would loosen, keeps the yes, and asks again after a change', async () => {
    const folder = workFolder()
    folder.write('countersign.toml', LOOSE)
    expect((await folder.json('trust', '--show')).value).toMatchObject({
      state: 'never',
      files: [{ path: 'countersign.toml' }],
      loosens: [{ key: 'tools.file.max_lines', from: 500, to: 900 }],
    })
    expect((await folder.run('trust')).code).toBe(2)
    expect((await folder.run('trust', '--yes')).code).toBe(0)
    expect((await folder.json('trust', '--show')).value).toMatchObject({ state: 'trusted' })
    expect((await folder.json('config', 'print')).value).toMatchObject({ tools: { file: { max_lines: 900 } } })
    writeFileSync(join(folder.root, 'countersign.toml'), LOOSE.replace('900', '901'))
    expect((await folder.json('trust', '--show')).value).toMatchObject({ state: 'changed' })
    expect((await folder.json('config', 'print')).value).toMatchObject({
      tools: { file: { max_lines: 500 }, retry: { max_attempts: 1 } },
    })
  })

  test('can be withdrawn', async () => {
    const folder = workFolder()
    folder.write('countersign.toml', LOOSE)
    await folder.run('trust', '--yes')
    expect((await folder.run('trust', '--withdraw')).code).toBe(0)
    expect((await folder.json('trust', '--show')).value).toMatchObject({ state: 'never' })
  })
})

describe('why', () => {
  test('names the rule, the token and the confirmation', async () => {
    const folder = workFolder()
    folder.write(
      'countersign.toml',
      '[tools.authorization]\nenabled = true\n[[tools.authorization.rules]]\naction = "deny"\ntools = ["file_write"]\nreason = "this folder is only read"\n',
    )
    expect((await folder.json('why', 'file_write')).value).toMatchObject({
      tool: 'file_write',
      offered: false,
      token: { state: 'missing' },
    })
    expect((await folder.run('why', 'file_write')).out).toMatch(/withheld: rule 1 .*denies every call/)
    folder.write(
      'countersign.toml',
      '[tools.authorization]\nenabled = true\n[[tools.authorization.rules]]\naction = "deny"\ntools = ["file_write"]\npaths = ["secret/**"]\n',
    )
    expect((await folder.run('why', 'file_write')).out).toMatch(
      / offered: rule 1 .* denies only some calls of it, depending on what they say/,
    )
    expect((await folder.json('why', 'read_file')).value).toMatchObject({
      tool: 'file_read',
      requested: 'read_file',
      offered: true,
    })
    expect((await folder.run('why', 'nothing')).err).toMatch(/^tool_call_unknown_tool: /)
  })
})
