import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { ScriptedReply } from '../../src/providers/index.ts'
import { type ToldOptions, type ToldWorld, withTold } from './console-suite.ts'
import { allow, picture, until, violationsOf } from './console-world.ts'
import { lacksBrowser, lacksSandbox } from '../system-needs.ts'

const run = (command: string): ScriptedReply => ({
  calls: [{ id: 'c1', name: 'system_execute', arguments: { command } }],
})
const OLD = 'The lamp is lit at dusk.\nNobody answers the bell.\nThe keeper sleeps by day.\n'

describe.skipIf(lacksBrowser || lacksSandbox)('commands in the console', { timeout: 120_000 }, () => {
  const { world: told } = withTold()
  /** A turn that wants to run this, up to the question whether commands may be run at all, which is answered with yes. */
  const world = async (command: string, options: ToldOptions = {}): Promise<ToldWorld> => {
    const files = {
      'keeper.md': OLD,
      'draft.md': 'To be thrown away.\n',
      'package.json': JSON.stringify({ scripts: { test: 'echo gone > keeper.md' } }),
    }
    const here = await told([run(command), 'I see.'], { files, isNative: true, ...options })
    const { api, page, session } = here
    await api('POST', '/api/ai/chat', {
      message: '/run it',
      intent: 'system_task',
      session_id: session,
      profile: 'native',
      wait: false,
    })
    await page.getByTestId('permission-card').waitFor()
    await allow(page)
    return here
  }
  const toolStage = async (page: Page): Promise<void> => {
    await page.getByTestId('stage-tool').click()
    await page.getByTestId('command-row').waitFor()
  }

  test('one that only reads runs unasked, and its row says so in words, with its sandbox and what it printed', async () => {
    const { page } = await world('ls -1')
    await page.getByTestId('answer').waitFor()
    await toolStage(page)
    expect(await page.getByTestId('command').textContent()).toBe('$ ls -1')
    expect(await page.getByTestId('analysis').textContent()).toContain('lists files; writes nothing')
    expect(await page.getByTestId('sandbox').textContent()).toContain('in a sandbox')
    expect(await page.getByTestId('printed').textContent()).toContain('keeper.md')
    expect(await page.getByTestId('command-row').textContent()).toContain('exit 0')
    expect([await page.getByTestId('changes').count(), await page.getByTestId('undo').count()]).toEqual([0, 0])
  })

  test('one that changes files is asked about whole, and afterwards shows what it changed, line by line, and can be undone', async () => {
    const command = "sed -i 's/by day/at noon/' keeper.md && rm draft.md && echo ready"
    const { page, root } = await world(command)
    const card = page.getByTestId('permission-card')
    await page.locator('[data-armed=true]').waitFor()
    expect(await card.getByTestId('command').textContent()).toBe(`$ ${command}`)
    expect(await card.textContent()).toContain('RUN A COMMAND')
    expect(await card.getByTestId('sandbox').textContent()).toContain('in a sandbox')
    expect(await card.getByRole('button', { name: /Always|Allow for|session|Dry run/ }).count()).toBe(0)
    expect(await violationsOf(page, '[data-testid=permission-card]')).toEqual([])
    await picture(page, 'command-asked')
    await allow(page)
    await page.getByTestId('answer').waitFor()
    await toolStage(page)
    const changes = page.getByTestId('changes')
    await changes.waitFor()
    const shown = (await changes.textContent()) ?? ''
    for (const part of ['Changed: 2 files', 'deleted', 'draft.md', 'changed', 'keeper.md'])
      expect(shown).toContain(part)
    expect(shown).toContain('− The keeper sleeps by day.')
    expect(shown).toContain('+ The keeper sleeps at noon.')
    expect(await violationsOf(page, '.stage-panel')).toEqual([])
    await changes.scrollIntoViewIfNeeded()
    await picture(page, 'command')
    await page.getByTestId('undo').getByRole('button').click()
    await page.getByTestId('undo').getByRole('button', { name: 'Undo', exact: true }).click()
    await until(async () => ((await page.getByTestId('undo').textContent()) ?? '').includes('Undone'))
    expect(readFileSync(join(root, 'keeper.md'), 'utf8')).toBe(OLD)
    expect(existsSync(join(root, 'draft.md'))).toBe(true)
    await page.locator('[data-testid=ran] a').last().click()
    await page.getByTestId('receipt-detail').getByTestId('changes').waitFor()
    expect(await page.getByTestId('receipt-detail').getByTestId('command').textContent()).toBe(`$ ${command}`)
  })

  test('what it prints is shown while it runs, as text, and stopping the turn ends it', async () => {
    const { page } = await world(
      'echo "<img src=x onerror=alert(1)>"; for i in 1 2 3 4 5 6 7 8 9; do echo tick $i; sleep 5; done; rm draft.md',
    )
    await page.locator('[data-armed=true]').waitFor()
    await allow(page)
    await toolStage(page)
    const live = page.getByTestId('live-output')
    await until(async () => ((await live.textContent()) ?? '').includes('tick 1'))
    expect(await live.textContent()).toContain('<img src=x')
    expect(await page.locator('img').count()).toBe(0)
    await page.getByRole('button', { name: 'Stop' }).click()
    await live.waitFor({ state: 'detached' })
    expect(await page.getByTestId('command-row').textContent()).toContain('tool_cancelled')
  })

  test('one that changed what exists, though it was said only to build, is taken back, and its row says so', async () => {
    const { page, root } = await world('npm test', { trust: 'Trusted' })
    await page.getByTestId('answer').waitFor()
    await toolStage(page)
    const row = page.getByTestId('command-row')
    expect(await row.textContent()).toContain('effect_not_allowed')
    expect(await page.getByTestId('analysis').textContent()).toContain(
      'if it changes one that exists, all is taken back',
    )
    expect(await row.getByTestId('changes').textContent()).toContain('All changes were rolled back.')
    expect(readFileSync(join(root, 'keeper.md'), 'utf8')).toBe(OLD)
    expect(await page.getByTestId('undo').count()).toBe(0)
  })

  test('a command without a sandbox says so in words that nobody can overlook', async () => {
    const { page } = await world('rm draft.md', { settings: { 'tools.shell.sandbox': 'off' } })
    await page.locator('[data-armed=true]').waitFor()
    const card = page.getByTestId('permission-card')
    expect(await card.getByTestId('sandbox').textContent()).toContain('WITHOUT A SANDBOX')
    await card.press('n')
  })
})
