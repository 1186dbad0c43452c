import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { ATTEMPT } from '../../web/test/fake-data.ts'
import { error } from '../../web/test/fake-server.ts'
import { eventsOf, opening, turnOf } from '../../web/test/fake-turn.ts'
import { withFakes } from './console-suite.ts'
import { open, until, violationsOf } from './console-world.ts'
import { lacksBrowser } from '../system-needs.ts'

const READ = ['permissions', 'receipts', 'attempts', 'tools', 'policy', 'memory', 'settings']
const FAILED = { status: 503, body: error('storage_unavailable', 'The disk does not answer.') }

describe.skipIf(lacksBrowser)(
  'what is shown says how old it is, and nothing is said that is not known',
  { timeout: 120_000 },
  () => {
    const { world } = withFakes()
    const textOf = async (page: Page, id: string): Promise<string> =>
      (await page.getByTestId(id).first().textContent()) ?? ''

    test('every screen that was read from the server says when, counts on, and begins anew when there is news', async () => {
      const { server, page } = await world()
      for (const screen of READ) {
        await open(page, screen)
        expect({ screen, said: await textOf(page, 'updated') }).toEqual({ screen, said: 'updated just now' })
      }
      await open(page, 'tools')
      await until(async () => /^updated [3-9] s ago$/.test(await textOf(page, 'updated')))
      expect(await page.getByTestId('updated').first().getAttribute('role')).toBe(null)
      server.tell('workspace', { type: 'turn.ended', session_id: 'sess_x', turn_id: 'turn_x' })
      await until(async () => (await textOf(page, 'updated')) === 'updated just now')
    })

    test('while the server is away what is shown grows older in words and colour', async () => {
      const { server, page } = await world()
      await open(page, 'tools')
      expect(await page.locator('.updated.tone-warn').count()).toBe(0)
      await server.stop()
      await page.getByTestId('offline').waitFor()
      await until(async () => /^updated [3-9] s ago$/.test(await textOf(page, 'updated')))
      expect(await page.locator('.updated.tone-warn').count()).toBe(1)
      expect(await violationsOf(page)).toEqual([])
      await server.start()
      await until(
        async () =>
          (await page.locator('.updated.tone-warn').count()) === 0 &&
          (await textOf(page, 'updated')) === 'updated just now',
      )
    })

    test('what could not be read is not said to be nothing', async () => {
      const routes = {
        'GET /api/receipts': FAILED,
        'GET /api/grants': FAILED,
        'GET /api/attempts': FAILED,
        'GET /api/sessions/*': FAILED,
      }
      const { server, page } = await world({ routes })
      await page.getByTestId('error').waitFor()
      expect(await page.getByTestId('first-card').count()).toBe(0)
      await open(page, 'receipts')
      await page.getByTestId('error').waitFor()
      expect(await textOf(page, 'receipt-count')).toBe('')
      await open(page, 'permissions')
      await page.getByTestId('error').waitFor()
      expect(await textOf(page, 'empty')).toBe('Nothing to review.')
      await open(page, 'attempts')
      await page.getByTestId('error').waitFor()
      expect(await page.locator('main').textContent()).not.toContain('No attempt fits')
      server.set({ 'GET /api/attempts': { body: { attempts: [ATTEMPT(1)], next_cursor: null } } })
      await page.getByRole('button', { name: 'Try again' }).last().click()
      await page.locator('.row-open').waitFor()
    })

    test('receipts that are still being read are counted against all that there are', async () => {
      const { page } = await world({ receipts: 900 })
      const seen: string[] = []
      await page.exposeFunction('noteCount', (text: string) => void seen.push(text))
      await page.evaluate(() => {
        const note = (): void => {
          const text = document.querySelector('[data-testid=receipt-count]')?.textContent ?? ''
          if (text !== '') (window as unknown as { noteCount: (text: string) => void }).noteCount(text)
        }
        new MutationObserver(note).observe(document.body, { subtree: true, childList: true, characterData: true })
      })
      await open(page, 'receipts')
      await until(async () => (await textOf(page, 'receipt-count')) === '900 receipts')
      expect(seen.filter(text => /^\d+ \/ 900$/.test(text))).not.toEqual([])
    })

    test('a code leads to its page, in a tab of its own: of a failed request, and of a turn that failed', async () => {
      const failed = {
        type: 'turn.failed',
        code: 'model_unavailable',
        message: 'The server answered 400.',
        usage: {},
      } as const
      const turns = [turnOf('turn_1', eventsOf('turn_1', [...opening('How many?'), failed]))]
      const { page } = await world({ routes: { 'GET /api/tools': FAILED }, turns })
      const told = async (place: string): Promise<readonly (string | null)[]> => {
        const link = page.getByTestId(place).getByRole('link')
        return Promise.all(['href', 'target', 'rel'].map(async name => link.getAttribute(name)))
      }
      expect(await told('stop-notice')).toEqual(['/docs/faults/model_unavailable', '_blank', 'noreferrer'])
      await open(page, 'tools')
      expect(await told('error')).toEqual(['/docs/faults/storage_unavailable', '_blank', 'noreferrer'])
    })
  },
)
