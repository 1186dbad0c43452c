import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { withDemo } from './console-suite.ts'
import { PAGES, allow, gzipSizes, open, picture, say, until, violationsOf } from './console-world.ts'
import { lacksBrowser } from '../system-needs.ts'

const SCREENS = ['', 'permissions', 'receipts', 'attempts', 'tools', 'policy', 'memory', 'doctor', 'settings']
const KIB = 1024

describe.skipIf(lacksBrowser)('how the console looks and weighs', { timeout: 180_000 }, () => {
  const demo = withDemo({
    before: async page => {
      await page.getByTestId('run-demo').click()
      await page.getByTestId('answer').waitFor()
      await say(page, 'Write a note called notes.md that says: check the tide table.')
      await allow(page)
      await allow(page)
      await until(async () => (await page.getByTestId('answer').count()) === 2)
    },
  })

  for (const theme of ['light', 'dark'] as const) {
    test(`axe finds nothing on any screen in ${theme} colours, nothing breaks the page's policy, and nothing is wider than the window`, async () => {
      const { page, problems } = await demo.window({ colorScheme: theme })
      await page.getByTestId('answer').first().waitFor()
      for (const screen of SCREENS) {
        await open(page, screen)
        expect({ screen, found: await violationsOf(page) }).toEqual({ screen, found: [] })
        const tooHigh = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)
        expect({ screen, tooHigh }).toEqual({ screen, tooHigh: 0 })
        if (screen === '') await page.getByTestId('evidence').first().scrollIntoViewIfNeeded()
        await picture(page, `${screen === '' ? 'chat' : screen}-${theme}`)
      }
      expect(problems).toEqual([])
    })
  }

  test('axe finds nothing in an opened turn, receipt, tool, key help and file', async () => {
    const { page } = await demo.window()
    for (const stage of ['router', 'policy', 'permissions', 'attempts', 'gates', 'tool', 'evidence', 'posthooks']) {
      await page.getByTestId(`stage-${stage}`).first().click()
      await page.getByTestId(`panel-${stage}`).waitFor()
      if (stage === 'attempts') await page.getByTestId('attempt').first().getByRole('button').first().click()
      expect({ stage, found: await violationsOf(page, '.pipeline') }).toEqual({ stage, found: [] })
    }
    await page.getByTestId('timeline').first().click()
    expect(await violationsOf(page, '.turn-foot')).toEqual([])
    await page.keyboard.press('?')
    expect(await violationsOf(page, 'dialog')).toEqual([])
    await page.keyboard.press('Escape')
    await open(page, 'receipts')
    await page.locator('.row-open').last().click()
    await page.getByTestId('verify-one').click()
    await page.getByTestId('break-it').click()
    await page.getByTestId('broken').waitFor()
    expect(await violationsOf(page)).toEqual([])
    await page.getByTestId('receipt-detail').locator('button.link').first().click()
    await page.getByTestId('file-lines').waitFor()
    expect(await violationsOf(page, 'dialog')).toEqual([])
    await page.keyboard.press('Escape')
    await open(page, 'tools')
    await page.locator('.tool-row').first().click()
    await page.getByTestId('tool-detail').waitFor()
    expect(await violationsOf(page)).toEqual([])
  })

  test('at 320 pixels, and at twice the size, every screen fits its window and can be reached', async () => {
    for (const [width, name] of [
      [320, '320'],
      [640, 'zoom'],
    ] as const) {
      const { page } = await demo.window({ viewport: { width, height: 720 }, colorScheme: 'dark' })
      await page.getByTestId('answer').first().waitFor()
      for (const screen of SCREENS) {
        await open(page, screen)
        const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        expect({ screen, width, tooWide }).toEqual({ screen, width, tooWide: 0 })
        const cut = await page.evaluate(cutOff)
        expect({ screen, width, cut }).toEqual({ screen, width, cut: [] })
        if (width === 320) expect({ screen, found: await violationsOf(page) }).toEqual({ screen, found: [] })
        if (width === 320 && screen === '') await page.getByTestId('ran').first().scrollIntoViewIfNeeded()
        if (width === 320) await picture(page, `${screen === '' ? 'chat' : screen}-${name}`)
      }
      if (width === 320) {
        await page.getByRole('button', { name: 'Menu', exact: true }).click()
        await page.getByRole('link', { name: 'Doctor' }).click()
        await page.getByRole('heading', { name: 'Doctor' }).waitFor()
      }
      await page.context().close()
    }
  })

  test('the first page weighs little, has no inline script or style, and names no other host', () => {
    expect(gzipSizes('.js')).toBeLessThan(120 * KIB)
    expect(gzipSizes('.css')).toBeLessThan(20 * KIB)
    const index = readFileSync(join(PAGES, 'index.html'), 'utf8')
    expect(index).not.toMatch(/<style|style=|<script(?![^>]*src=)|https?:\/\//)
    const files = readdirSync(PAGES, { recursive: true, encoding: 'utf8' })
    expect(files.filter(name => name.endsWith('.map'))).toEqual([])
    for (const name of files.filter(file => /\.(js|css)$/.test(file))) {
      const hosts = [...readFileSync(join(PAGES, name), 'utf8').matchAll(/https?:\/\/[\w.-]+/g)].map(([host]) => host)
      expect(hosts.filter(host => !host.startsWith('http://www.w3.org'))).toEqual([])
    }
  })
})

/** Controls that stand out of the window sideways, where no scrolling reaches them. */
function cutOff(): readonly string[] {
  const controls = [...document.querySelectorAll('main button, main a, main input, main select, main textarea')]
  const isOut = (element: Element): boolean => {
    const { left, right, width } = element.getBoundingClientRect()
    return (
      element.checkVisibility() &&
      width > 0 &&
      (left < -1 || right > innerWidth + 1) &&
      element.closest('.table-box, pre') === null
    )
  }
  return controls.filter(isOut).map(element => element.outerHTML.slice(0, 120))
}
