import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { withDemo } from './console-suite.ts'
import { open, say } from './console-world.ts'
import { lacksBrowser } from '../system-needs.ts'

const SCREENS = [
  '',
  'permissions',
  'receipts',
  'attempts',
  'tools',
  'policy',
  'memory',
  'doctor',
  'settings?find=router',
]
const MOST_STEPS = 150

describe.skipIf(lacksBrowser)('without a mouse', { timeout: 180_000 }, () => {
  const demo = withDemo({
    before: async page => {
      await page.getByTestId('run-demo').click()
      await page.getByTestId('answer').waitFor()
      await say(page, 'Remember that my name is Mara.')
      await page.getByTestId('answer').nth(1).waitFor()
    },
  })

  for (const [name, viewport] of [
    ['a wide window', { width: 1280, height: 860 }],
    ['320 pixels', { width: 320, height: 640 }],
  ] as const)
    test(`in ${name} Tab reaches everything on every screen, in view, with a ring around it`, async () => {
      const { page } = await demo.window({ viewport })
      await page.getByTestId('answer').first().waitFor()
      for (const screen of SCREENS) {
        await open(page, screen)
        await page.evaluate(settled)
        expect({ screen, ...(await walk(page)) }).toEqual({ screen, missed: [], unseen: [] })
      }
    })

  test('g and a letter go to every screen, and ? names the keys', async () => {
    const { page } = await demo.window()
    await page.getByTestId('answer').first().waitFor()
    await page.evaluate(() =>
      document.activeElement instanceof HTMLElement ? document.activeElement.blur() : undefined,
    )
    const places = {
      p: 'permissions',
      r: 'receipts',
      t: 'attempts',
      o: 'tools',
      i: 'policy',
      m: 'memory',
      d: 'doctor',
      s: 'settings',
      c: 'chat',
    }
    for (const [key, screen] of Object.entries(places)) {
      await page.keyboard.press('g')
      await page.keyboard.press(key)
      await page.locator(`[data-screen=${screen}]`).waitFor()
    }
    await page.keyboard.press('?')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })
})

type Walked = { readonly missed: readonly string[]; readonly unseen: readonly string[] }

/** From the head of the screen onwards, as long as the focus stays on it. */
async function walk(page: Page): Promise<Walked> {
  await page.evaluate(() => document.querySelector<HTMLElement>('#main')?.focus())
  const unseen: string[] = []
  for (let step = 0; step < MOST_STEPS; step++) {
    await page.keyboard.press('Tab')
    const found = await page.evaluate(visit)
    if (found === 'left') break
    if (found !== null) unseen.push(found)
  }
  return { missed: await page.evaluate(unvisited), unseen }
}

/** Marks what has the focus; says what is wrong with it, or that the focus has left the screen. */
function visit(): string | null {
  const element = document.activeElement
  if (!(element instanceof HTMLElement) || element.closest('main') === null || element.dataset['visited'] !== undefined)
    return 'left'
  element.dataset['visited'] = ''
  const { boxShadow, outlineStyle } = getComputedStyle(element)
  const { left, top, width, height } = element.getBoundingClientRect()
  const y = height > innerHeight ? innerHeight / 2 : top + Math.min(height / 2, 12) // of what is taller than the window, its middle
  const front = document.elementFromPoint(left + Math.min(width / 2, 20), y)
  const isSeen = front !== null && (element.contains(front) || front.contains(element))
  return isSeen && (boxShadow !== 'none' || outlineStyle !== 'none') ? null : element.outerHTML.slice(0, 140)
}

/** Until nothing is added, taken away or enabled any more: on a busy machine what was asked for comes late. */
async function settled(): Promise<void> {
  const controls = (): string =>
    `${document.querySelectorAll('main *').length} ${document.querySelectorAll('main :disabled').length}`
  for (let [before, calm] = [controls(), 0]; calm < 5; calm = controls() === before ? calm + 1 : 0) {
    before = controls()
    await new Promise(resolve => setTimeout(resolve, 150))
  }
}

function unvisited(): readonly string[] {
  const controls = [
    ...document.querySelectorAll<HTMLElement>('main :is(a[href], button, input, select, textarea, summary)'),
  ]
  return controls
    .filter(one => one.checkVisibility() && !one.matches(':disabled') && one.dataset['visited'] === undefined)
    .map(one => one.outerHTML.slice(0, 140))
}
