import type { Page } from 'playwright-core'
import type { JsonObject } from 'shapes'
import { describe, expect, test } from 'vitest'
import { ATTEMPT, SESSION, STATUS, receiptRow } from '../../web/test/fake-data.ts'
import { type FakeReply, error } from '../../web/test/fake-server.ts'
import { withFakes } from './console-suite.ts'
import { open, until } from './console-world.ts'
import { lacksBrowser } from '../system-needs.ts'

const NEWS = { type: 'turn.ended', session_id: 'sess_x', turn_id: 'turn_x', code: null } as const
const RECEIPTS = 900
const ROW = {
  id: SESSION,
  title: 'A conversation',
  created: '2026-01-01T00:00:00Z',
  updated: '2026-01-01T00:00:00Z',
  turns: 1,
  model: 'demo',
  agent: 'main',
  running: null,
  waiting: 0,
}

/** Pages of rows, of which the second and all later ones are slow. */
const paged =
  (rows: readonly object[], name: string) =>
  ({ url }: { readonly url: URL }): FakeReply => {
    const [from, limit] = [Number(url.searchParams.get('cursor') ?? 0), Number(url.searchParams.get('limit') ?? 50)]
    const next_cursor = from + limit < rows.length ? String(from + limit) : null
    return { body: { [name]: rows.slice(from, from + limit), next_cursor }, delay: from === 0 ? 0 : 150 }
  }
const textOf = async (page: Page, id: string): Promise<string> =>
  (await page.getByTestId(id).first().textContent()) ?? ''

describe.skipIf(lacksBrowser)('news that come at a bad moment', { timeout: 120_000 }, () => {
  const { world } = withFakes()

  test('a turn that ends while receipts are still being read leaves no receipt out', async () => {
    const rows = Array.from({ length: RECEIPTS }, (_, index) => receiptRow(RECEIPTS - index))
    const { server, page } = await world({ routes: { 'GET /api/receipts': paged(rows, 'receipts') } })
    await open(page, 'receipts')
    for (let news = 0; news < 5; news++) {
      server.tell('workspace', NEWS)
      await page.waitForTimeout(60)
    }
    await until(async () => /^\d+ receipts$/.test(await textOf(page, 'receipt-count')))
    expect(await textOf(page, 'receipt-count')).toBe('900 receipts')
  })

  test('however many turns end, a list is asked for again only behind the answer before, and shows the last state', async () => {
    let state = 0
    const tools = { 'GET /api/tools': () => ({ body: { tools: [] }, delay: 100 + ((state += 1), 0) }) }
    const { server, page } = await world({ routes: tools })
    await open(page, 'tools')
    const before = state
    for (let news = 0; news < 60; news++) {
      server.tell('workspace', NEWS)
      await page.waitForTimeout(10)
    }
    await until(() => state >= before + 2)
    await page.waitForTimeout(400)
    expect(state - before).toBeLessThan(30)
  })

  test('older conversations that were asked for stay when something happens', async () => {
    const rows = Array.from({ length: 75 }, (_, index) => ({
      ...ROW,
      id: `sess_${index}`,
      title: `Conversation ${index}`,
    }))
    const { server, page } = await world({ routes: { 'GET /api/sessions': paged(rows, 'sessions') } })
    const shown = page.locator('.conversations li')
    await until(async () => (await shown.count()) === 30)
    await page.locator('.conversations').getByRole('button').last().dblclick()
    await until(async () => (await shown.count()) >= 60)
    server.tell('workspace', NEWS)
    await page.waitForTimeout(500)
    expect(await shown.count()).toBeGreaterThanOrEqual(60)
    expect(new Set(await shown.allTextContents()).size).toBe(await shown.count())
  })

  test('older attempts that were asked for stay when a turn ends', async () => {
    const rows = Array.from({ length: 250 }, (_, index) => ATTEMPT(index + 1))
    const { server, page } = await world({ routes: { 'GET /api/attempts': paged(rows, 'attempts') } })
    await open(page, 'attempts')
    const count = (): Promise<string | null> =>
      page.locator('table[aria-rowcount]').last().getAttribute('aria-rowcount')
    await until(async () => (await count()) === '101')
    await page
      .getByRole('button', { name: /older|more/i })
      .last()
      .dblclick()
    await until(async () => (await count()) === '201')
    server.tell('workspace', NEWS)
    await page.waitForTimeout(400)
    expect(await count()).toBe('201')
  })

  test('what is typed into one setting survives that another one is saved, here or elsewhere', async () => {
    const setting = (key: string, value: string): JsonObject => ({
      key,
      section: 'turn',
      section_about: '',
      about: '',
      value,
      default: '',
      origin: 'default',
      schema: { type: 'string' },
      not_yet: false,
      saved: null,
      needs_restart: false,
    })
    let other = 'one'
    const { server, page } = await world({
      routes: {
        'GET /api/settings': () => ({
          body: {
            settings: [setting('turn.a', 'same'), setting('turn.b', other)],
            refused: [],
            warnings: [],
            saved_in: 'x',
          },
        }),
      },
    })
    await open(page, 'settings')
    await page.getByLabel('turn.a').fill('half a wor')
    other = 'two'
    server.tell('workspace', { type: 'settings.changed', key: 'turn.b' })
    await until(async () => (await page.getByLabel('turn.b').inputValue()) === 'two')
    expect(await page.getByLabel('turn.a').inputValue()).toBe('half a wor')
  })

  test('a conversation that somebody asks for twice is told once', async () => {
    const failed = { status: 503, body: error('storage_unavailable', 'The disk does not answer.') }
    const { server, page } = await world({ routes: { 'GET /api/sessions/*': failed } })
    const again = page.getByRole('button', { name: 'Try again' })
    await again.waitFor()
    const view = { session: ROW, turns: [], next_cursor: null, last_event_id: 1e6, status: STATUS, permissions: [] }
    server.set({ 'GET /api/sessions/*': { body: view, delay: 300 } })
    await again.dblclick()
    await page.getByTestId('first-card').or(page.getByText('Try one of these')).first().waitFor()
    await page.waitForTimeout(900)
    let id = 2_000_000
    server.tell('session', { id: ++id, type: 'turn.started', turn_id: 'turn_9', message: 'Hello', model: 'demo' })
    for (const text of ['one ', 'two ', 'three'])
      server.tell('session', { id: ++id, type: 'message.delta', turn_id: 'turn_9', text })
    await until(async () => ((await page.locator('.draft').textContent()) ?? '').includes('three'))
    expect(await page.locator('.draft').textContent()).toBe('one two three')
  })
})
