import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { SESSION, TOOL, receiptRow } from '../../web/test/fake-data.ts'
import { closing, eventsOf, opening, turnOf } from '../../web/test/fake-turn.ts'
import { type FakeWorld, withFakes } from './console-suite.ts'
import { open, until } from './console-world.ts'
import { lacksBrowser } from '../system-needs.ts'

const LONG = `tool_${'with_a_long_name_'.repeat(8)}`
const PATH = `${'folder-without-an-end-'.repeat(8)}/chapter.md`
const ARABIC = 'كم مشهدًا يذكر المنارة؟ وكم مرة تُذكر في الفصل الثالث من الكتاب؟'

describe.skipIf(lacksBrowser)(
  'names that are long, and text that runs from right to left',
  { timeout: 120_000 },
  () => {
    const { world } = withFakes()
    const session = {
      id: SESSION,
      created: '',
      updated: '2026-01-01T00:00:00Z',
      turns: 1,
      model: 'demo',
      agent: 'main',
      running: null,
      waiting: 0,
    }
    const told = (): Promise<FakeWorld> =>
      world({
        turns: [turnOf('turn_1', eventsOf('turn_1', [...opening(ARABIC), ...closing(`${ARABIC}\n\n${PATH}`)]))],
        routes: {
          'GET /api/sessions': {
            body: {
              sessions: [
                { ...session, title: ARABIC },
                { ...session, id: 'sess_2', title: LONG },
              ],
              next_cursor: null,
            },
          },
          'GET /api/receipts': {
            body: { receipts: [{ ...receiptRow(1), tool: LONG, files: [PATH] }], next_cursor: null },
          },
          'GET /api/tools': { body: { tools: [TOOL(LONG)] } },
        },
      })
    const tooWide = (page: Page): Promise<number> =>
      page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    /** Is the beginning of the text what is seen of it? */
    const showsItsStart = (page: Page, selector: string): Promise<boolean> =>
      page
        .locator(selector)
        .first()
        .evaluate(element => {
          const range = document.createRange()
          range.selectNodeContents(element)
          const [text, box] = [range.getBoundingClientRect(), element.getBoundingClientRect()]
          return getComputedStyle(element).direction === 'rtl' ? text.right <= box.right + 1 : text.left >= box.left - 1
        })

    for (const width of [1280, 320])
      test(`at ${width} pixels they widen nothing, and where they are cut it is their end that is missing`, async () => {
        const { page } = await told()
        await page.setViewportSize({ width, height: 760 })
        await page.getByTestId('answer').waitFor()
        expect(
          await page
            .getByTestId('answer')
            .locator('p')
            .first()
            .evaluate(part => getComputedStyle(part).direction),
        ).toBe('rtl')
        for (const screen of ['', 'receipts', `tools?tool=${LONG}`]) {
          await open(page, screen)
          expect({ screen, tooWide: await tooWide(page) }).toEqual({ screen, tooWide: 0 })
        }
        await open(page, 'receipts')
        await page.locator('.row-open').waitFor()
        expect(await showsItsStart(page, '.row-open')).toBe(true)
        if (width === 1280) {
          await until(async () => (await page.locator('.conversation-title').count()) === 2)
          expect(
            await page
              .locator('.conversation-title')
              .first()
              .evaluate(part => getComputedStyle(part).direction),
          ).toBe('rtl')
          expect(await showsItsStart(page, '.conversation-title')).toBe(true)
        }
      })
  },
)
