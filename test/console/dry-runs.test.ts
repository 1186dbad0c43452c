import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { withDemo } from './console-suite.ts'
import { allow, say, violationsOf } from './console-world.ts'
import { lacksBrowser } from '../system-needs.ts'

describe.skipIf(lacksBrowser)('a call of the chat, run as a dry run', { timeout: 120_000 }, () => {
  const demo = withDemo()
  const written = async (name: string): Promise<Page> => {
    const page = await demo.fresh()
    await say(page, `Write a note called ${name}.md that says: check the tide table.`)
    await allow(page)
    await allow(page)
    await page.getByTestId('answer').waitFor()
    return page
  }

  test('each call has a button that shows what it would do now, and does nothing', async () => {
    const page = await written('tried')
    const file = join(demo.server().workspace, 'tried.md')
    expect(readFileSync(file, 'utf8')).toBe('check the tide table.\n')
    rmSync(file)
    await page.getByTestId('stage-tool').click()
    await page.getByTestId('panel-tool').getByTestId('dry-run-call').last().click()
    const told = page.getByTestId('panel-tool').getByTestId('tool-dry-run')
    await told.waitFor()
    expect(await told.textContent()).toContain('check the tide table.')
    expect(await told.textContent()).toContain('Nothing ran.')
    expect(existsSync(file)).toBe(false)
    expect(await page.getByTestId('ask-bar').count()).toBe(0)
    expect(await violationsOf(page)).toEqual([])
  })

  test('the menu of the turn tries all its calls, from the keyboard, too', async () => {
    const page = await written('whole')
    rmSync(join(demo.server().workspace, 'whole.md'))
    await page.getByLabel('More about this turn').focus()
    await page.keyboard.press('Enter')
    const item = page.getByRole('button', { name: 'Run as dry run' })
    await item.focus()
    await page.keyboard.press('Enter')
    const list = page.getByTestId('dry-run-turn')
    await list.getByTestId('tool-dry-run').last().waitFor()
    expect(await list.locator(':scope > li').count()).toBe(await list.getByTestId('tool-dry-run').count())
    expect(await list.textContent()).toContain('check the tide table.')
    expect(await violationsOf(page)).toEqual([])
    await page.setViewportSize({ width: 320, height: 700 })
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth),
    ).toBe(true)
    await page.keyboard.press('Escape')
    await list.waitFor({ state: 'detached' })
    expect(existsSync(join(demo.server().workspace, 'whole.md'))).toBe(false)
  })
})
