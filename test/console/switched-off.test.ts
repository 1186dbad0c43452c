import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { withDemo } from './console-suite.ts'
import { allow, open, say, until, violationsOf } from './console-world.ts'
import { lacksBrowser } from '../system-needs.ts'

const WRITE = 'Write a note called off.md that says: check the tide table.'
const RULE = 'rule 1 of [tools.policy] denies every call of it'

describe.skipIf(lacksBrowser)('a tool that was switched off at the console', { timeout: 180_000 }, () => {
  const demo = withDemo()
  const { at } = demo
  const flip = async (from: string, to: string): Promise<void> => {
    const page = await at('tools?tool=file_write')
    const box = page.getByTestId('tool-switch')
    await box.getByRole('button', { name: from }).click()
    await box.getByRole('button', { name: to }).waitFor()
    await page.context().close()
  }
  const offeredFor = async (page: Page, message: string): Promise<readonly string[]> => {
    await open(page, 'policy')
    await page.getByTestId('test-message').fill(message)
    await page.getByRole('button', { name: 'Test', exact: true }).click()
    await page.getByTestId('tested').waitFor()
    return page.getByTestId('tested').getByTestId('offered').locator('li').allTextContents()
  }

  test('is from then on not offered, and every call of it is refused, until it is switched on again', async () => {
    expect(await offeredFor(await at('policy'), WRITE)).toContain('file_write')
    await flip('Switch off', 'Switch on again')

    const page = await at('policy')
    expect(await offeredFor(page, WRITE)).not.toContain('file_write')
    expect(await page.getByTestId('tested').textContent()).toContain(RULE)

    await open(page, 'tools?tool=file_write')
    await page.getByTestId('tool-switch').getByText('switched off: not offered, and every call is denied').waitFor()
    await page.locator('.why-form').getByRole('button', { name: 'Ask' }).click()
    expect(await page.getByTestId('why-answer').textContent()).toMatch(
      /not offered.*rule 1 of \[tools\.policy\] denies every call of it/,
    )
    await page.getByTestId('try-tool').getByLabel(/^path/).fill('off.md')
    await page
      .getByTestId('try-tool')
      .getByLabel(/^content/)
      .fill('x')
    await page.getByRole('button', { name: 'Call', exact: true }).click()
    await page.getByTestId('call-result').getByText('policy_blocked').first().waitFor()
    expect(await page.getByTestId('ask-bar').count()).toBe(0)
    expect(await violationsOf(page)).toEqual([])

    await open(page, '?new=1')
    await until(() => page.url().includes('session='))
    await say(page, WRITE)
    const ended = page.getByTestId('answer').or(page.getByTestId('stop-notice')).first()
    await ended.or(page.getByTestId('permission-card')).first().waitFor()
    if ((await page.getByTestId('permission-card').count()) > 0) await allow(page) // what other tools need is asked for as ever
    await ended.waitFor()
    await page.getByTestId('stage-policy').click()
    const row = page.getByTestId('panel-policy').locator('li', { hasText: 'file_write' })
    expect(await row.textContent()).toContain(RULE)
    expect(existsSync(join(demo.server().workspace, 'off.md'))).toBe(false)
    await page.context().close()

    await flip('Switch on again', 'Switch off')
    expect(await offeredFor(await at('policy'), WRITE)).toContain('file_write')
  })
})
