import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { withDemo } from './console-suite.ts'
import { open, say, violationsOf } from './console-world.ts'
import { lacksBrowser } from '../system-needs.ts'

const SIZES = [
  { name: '320 pixels', viewport: { width: 320, height: 640 } },
  { name: '200 %', viewport: { width: 640, height: 430 }, deviceScaleFactor: 2 },
] as const

/** Opened parts are where text is cut; the closed screens are looked at in look.test.ts. */
describe.skipIf(lacksBrowser)('what is opened on a small screen', { timeout: 180_000 }, () => {
  const demo = withDemo({
    before: async page => {
      await page.getByTestId('run-demo').click()
      await page.getByTestId('answer').waitFor()
    },
  })

  for (const { name, ...size } of SIZES)
    for (const theme of ['light', 'dark'] as const) {
      const opened = async (): Promise<Page> => {
        const { page } = await demo.window({ ...size, colorScheme: theme })
        await page.getByTestId('answer').first().waitFor()
        return page
      }
      const fits = async (page: Page, what: string): Promise<void> => {
        expect({ what, cut: await page.evaluate(cutText) }).toEqual({ what, cut: [] })
        expect({ what, tooWide: await page.evaluate(() => document.documentElement.scrollWidth - innerWidth) }).toEqual(
          {
            what,
            tooWide: 0,
          },
        )
        if (size.viewport.width === 320) expect({ what, found: await violationsOf(page) }).toEqual({ what, found: [] })
      }

      test(`at ${name} in ${theme} colours a receipt and its checks are whole`, async () => {
        const page = await opened()
        await open(page, 'receipts')
        await fits(page, 'list')
        await page.getByTestId('verify-all').click()
        await page.getByTestId('checks').waitFor()
        await page.locator('.row-open').first().click()
        await page.getByTestId('verify-one').click()
        await page.getByTestId('receipt-detail').getByTestId('checks').waitFor()
        await fits(page, 'receipt')
      })

      test(`at ${name} in ${theme} colours an opened attempt, a tool and the rules are whole`, async () => {
        const page = await opened()
        await page.getByTestId('stage-attempts').first().click()
        await page.getByTestId('attempt').first().getByRole('button').first().click()
        await page.getByTestId('anatomy').waitFor()
        await page.getByTestId('timeline').first().click()
        await fits(page, 'attempt')
        await open(page, 'tools')
        await page.locator('.tool-row').nth(3).click()
        await page.getByTestId('tool-detail').waitFor()
        await fits(page, 'tool')
        await open(page, 'policy')
        await page.getByTestId('test-message').fill('How many scenes mention the lighthouse?')
        await page.keyboard.press('Enter')
        await page.getByTestId('tested').waitFor()
        await page.getByRole('button', { name: 'Edit the rules' }).click()
        await page.getByTestId('policy-editor').waitFor()
        await fits(page, 'policy')
      })

      test(`at ${name} in ${theme} colours the first page and its card of models are whole`, async () => {
        const page = await opened()
        await open(page, '?new=1')
        await page.getByTestId('connect-model').waitFor()
        await page.getByTestId('places').waitFor()
        await fits(page, 'first page')
      })
    }

  test('at 320 pixels every column of a table that has something to say, says it', async () => {
    const { page } = await demo.window({ viewport: { width: 320, height: 640 } })
    await open(page, 'receipts')
    const files = page.locator('td[data-title=Files]').first()
    await files.scrollIntoViewIfNeeded()
    const box = await files.locator('span').boundingBox()
    expect(box?.width ?? 0).toBeGreaterThan(100)
  })

  test('the focus is seen and not hidden by what stands in front, on every control of the chat at 320 pixels', async () => {
    const { page } = await demo.window({ viewport: { width: 320, height: 640 }, colorScheme: 'dark' })
    await page.getByTestId('answer').first().waitFor()
    await say(page, 'hello')
    await page.getByTestId('answer').nth(1).waitFor()
    await page.locator('body').click({ position: { x: 2, y: 2 } })
    const hidden: string[] = []
    let seen = 0
    for (; seen < 60; seen++) {
      await page.keyboard.press('Tab')
      const found = await page.evaluate(focusProblem)
      if (found === 'end') break
      if (found !== null) hidden.push(found)
    }
    expect(hidden).toEqual([])
    expect(seen).toBeGreaterThan(20)
  })
})

/** Text that is wider than its box and hidden there, unless it is shortened on purpose with an ellipsis. */
function cutText(): readonly string[] {
  const all = [...document.querySelectorAll<HTMLElement>('main *')]
  const isCut = (element: HTMLElement): boolean => {
    const style = getComputedStyle(element)
    const hasText = [...element.childNodes].some(
      node => node.nodeType === Node.TEXT_NODE && (node.textContent ?? '').trim() !== '',
    )
    const isForReaders = style.clipPath !== 'none' // the head of a table whose cells name their columns themselves
    if (
      !hasText ||
      isForReaders ||
      !element.checkVisibility() ||
      element.closest('.unseen, [aria-hidden=true], select, option') !== null
    )
      return false
    const { width, height, left, right } = element.getBoundingClientRect()
    if (width === 0 || height === 0) return true
    const isClipped =
      style.overflowX === 'hidden' && style.textOverflow !== 'ellipsis' && element.scrollWidth > element.clientWidth + 1
    const isOut = (left < -1 || right > innerWidth + 1) && element.closest('.table-box, pre') === null
    return isClipped || isOut
  }
  return all.filter(isCut).map(element => element.outerHTML.slice(0, 160))
}

/** What has the focus shows a ring, and its middle is not under something else. */
function focusProblem(): string | null {
  const element = document.activeElement
  if (!(element instanceof HTMLElement) || element === document.body) return 'end'
  const { left, top, width, height } = element.getBoundingClientRect()
  const style = getComputedStyle(element)
  const hasRing = style.boxShadow !== 'none' || style.outlineStyle !== 'none' || element.matches('#main')
  const [x, y] = [Math.min(innerWidth - 2, Math.max(1, left + Math.min(width / 2, 20))), top + Math.min(height / 2, 12)]
  const front = document.elementFromPoint(x, y)
  const isSeen = front !== null && (element.contains(front) || front.contains(element))
  return hasRing && isSeen ? null : `${hasRing ? 'hidden' : 'no ring'}: ${element.outerHTML.slice(0, 120)}`
}
