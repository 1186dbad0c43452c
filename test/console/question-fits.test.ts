import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { withDemo } from './console-suite.ts'
import { allow, say, violationsOf } from './console-world.ts'
import { lacksBrowser } from '../system-needs.ts'

/** Texts and buttons of the card that stick out of the window. */
const cutOff = (page: Page): Promise<readonly string[]> =>
  page.getByTestId('permission-card').evaluate(card =>
    [...card.querySelectorAll('button, select, code, p, h2, dd, legend')].flatMap(part => {
      const { left, right, width } = part.getBoundingClientRect()
      return width > 0 &&
        (left < 0 || right > innerWidth || part.scrollWidth > part.clientWidth + 1) &&
        !part.closest('pre')
        ? [`${part.tagName} ${part.textContent?.slice(0, 30) ?? ''}`]
        : []
    }),
  )

describe.skipIf(lacksBrowser)('a question', { timeout: 120_000 }, () => {
  const demo = withDemo()

  test('says what each yes covers, and is whole at 320 pixels, the rule that is to be saved, too; a menu closes with Esc', async () => {
    const page = await demo.fresh()
    await say(page, 'Write a note called fits.md that says: check the tide table.')
    await page.getByTestId('permission-card').waitFor()
    const covers = page.getByTestId('covers')
    expect(await covers.getByText(/^allow FileWrite in this session for .*; changes still ask$/).count()).toBe(2)
    await allow(page)
    await page.locator('[data-armed=true]').waitFor()
    expect(await covers.getByText('allow this one call of file_write').isVisible()).toBe(true)
    await page.setViewportSize({ width: 320, height: 700 })
    expect(await cutOff(page)).toEqual([])
    expect(await violationsOf(page)).toEqual([])
    await page.getByRole('button', { name: /Always here/ }).click()
    await page.getByTestId('always-step').waitFor()
    expect(await cutOff(page)).toEqual([])
    await page.setViewportSize({ width: 1280, height: 860 })
    await page.getByTestId('always-step').getByRole('button', { name: 'Back' }).click()
    await allow(page)
    await page.getByTestId('answer').waitFor()
    const menu = page.getByLabel('More about this turn')
    await menu.click()
    const item = page.getByRole('button', { name: 'Ask again', exact: true })
    await item.focus()
    await page.keyboard.press('Escape')
    expect(await item.isVisible()).toBe(false)
    expect(await menu.evaluate(element => element === document.activeElement)).toBe(true)
  })
})
