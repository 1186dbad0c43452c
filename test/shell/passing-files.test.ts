import { existsSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { judgeCommand } from '../../src/executors/shell/commands/judge-command.ts'
import { NO_RULES } from '../../src/executors/shell/commands/prefix-rule.ts'
import { openWorkspace } from '../../src/workspace/index.ts'
import { testWorkspace } from '../open-test-runtime.ts'
import { dataOf, shellWorld } from './shell-world.ts'
import { lacksSandbox } from '../system-needs.ts'

const NAME = '/tmp/countersign-passing.log'

describe.skipIf(lacksSandbox)("a file in the sandbox's own /tmp", () => {
  test('may be written and read again on one line, unasked, and is gone afterwards', async () => {
    const { run, put } = await shellWorld({ trust: 'Trusted' })
    put('package.json', '{"scripts":{"test":"echo tested"}}')
    for (const command of [
      `npm test > ${NAME} 2>&1; tail -n 1 ${NAME}`,
      `echo tested > ${NAME} && echo tested >> ${NAME} && grep -h tested ${NAME}`,
    ])
      expect([command, dataOf(await run(command))['stdout']]).toEqual([command, expect.stringMatching(/tested\n$/)])
    expect(existsSync(NAME)).toBe(false)
    expect((await run(`cat ${NAME}`)).fault?.code).toBe('confirmation_required')
  })

  test('is no way to the workspace, to other folders, or to a link that somebody puts there', async () => {
    const { run, put, get, root } = await shellWorld({ trust: 'Trusted' })
    put('victim.txt', 'what nobody may lose\n')
    put('link.py', `import os\nos.symlink('${root}/victim.txt', '/tmp/x')\n`)
    for (const command of [
      `ln -s ${root}/victim.txt /tmp/x; echo lost > /tmp/x`,
      'ln -s victim.txt /tmp/x && echo lost > /tmp/x',
      'cp victim.txt /tmp/x',
      'echo x | tee /tmp/x',
      'echo x > /tmp/../tmp/x',
      'echo x > /tmp/a/b',
      'echo x > /tmp/..',
      'echo x > /tmp/*',
      'echo x > /var/tmp/x',
      `echo x > ${root}/victim.txt`,
      'cat /tmp/other',
      'echo x > /tmp/x; cat /tmp/../etc/hosts',
    ])
      expect([command, (await run(command)).fault?.code]).toEqual([command, 'confirmation_required'])
    expect((await run('python3 link.py; echo lost > /tmp/x')).fault?.code).toBe('effect_not_allowed')
    await run(`python3 -c 'import os; os.symlink("${root}/victim.txt", "/tmp/x")'; echo lost > /tmp/x`)
    expect(get('victim.txt')).toBe('what nobody may lose\n')
  })

  test('asks where there is no sandbox', async () => {
    const { run } = await shellWorld({ trust: 'Trusted', settings: { 'tools.shell.sandbox': 'off' } })
    expect((await run(`echo x > ${NAME}`)).fault?.code).toBe('confirmation_required')
    expect(existsSync(NAME)).toBe(false)
  })
})

test('a file that is made beside /dev/null is made all the same, and nothing calls that reading', () => {
  const { root } = testWorkspace()
  for (const confined of [true, false])
    for (const command of ['cat a.txt | tee /dev/null new.txt', 'mkdir /dev/null made', 'tee /dev/stderr new.txt']) {
      const workspace = openWorkspace({ root, rules: { denyRead: [], allowRead: [] } })
      const { level, says } = judgeCommand(command, { workspace, folder: '.', rules: NO_RULES, confined })
      workspace.close()
      expect([command, level, says]).toEqual([command, 'create', expect.stringMatching(/creates (?:new\.txt|made)/)])
    }
})
