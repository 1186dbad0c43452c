import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import type { AttemptStats, VerifyReply } from 'shapes'
import { describe, expect, test } from 'vitest'
import { scripted } from '../../src/providers/index.ts'
import { buildCaller } from '../children/ledger-start.ts'
import { startTestServer } from '../http-server.ts'
import { testWorkspace } from '../open-test-runtime.ts'
import { type ToldWorld, withTold } from './console-suite.ts'
import { PAGES, open, picture, say, until, violationsOf } from './console-world.ts'
import { lacksBrowser } from '../system-needs.ts'

const called = (name: string, args: object): string => JSON.stringify({ type: 'tool_call', name, args })

describe.skipIf(lacksBrowser)(
  'records in the console, with a model that says what it is told to',
  { timeout: 120_000 },
  () => {
    const { world: told } = withTold()
    type World = ToldWorld & { readonly ask: (message: string, more?: object) => Promise<void> }

    const world = async (replies: readonly string[]): Promise<World> => {
      const here = await told(replies, { files: { 'notes.md': 'The lighthouse burned all night.\n' } })
      const ask = async (message: string, more: object = {}): Promise<void> => {
        await here.api('POST', '/api/ai/chat', { message, session_id: here.session, intent: 'file_task', ...more })
        await here.page.getByTestId('timeline').last().waitFor()
      }
      return { ...here, ask }
    }

    test('an unknown tool, a wrong argument and a good call are three attempts with their codes', async () => {
      const { page, ask } = await world([
        called('file_frobnicate', { path: 'notes.md' }),
        called('file_read', { wrong_key: 'x' }),
        called('file_read', { path: 'notes.md' }),
        'It burned all night.',
      ])
      await ask('What does notes.md say?', { profile: 'lenient' })
      await page.getByTestId('stage-attempts').click()
      const rows = page.getByTestId('attempt')
      await until(async () => (await rows.count()) === 4)
      const texts = await rows.allTextContents()
      expect(texts[0]).toContain('tool_call_unknown_tool')
      expect(texts[1]).toContain('tool_call_invalid_args')
      expect(texts[2]).toContain('accepted after correction')
      expect(texts[3]).toContain('answered')
      expect(await page.getByTestId('stage-tool').textContent()).toContain('file_read ran')
    })

    test('calls that a killed program has left are listed above the receipts, until somebody has looked', async () => {
      const place = testWorkspace()
      const start = await buildCaller('dying-caller')
      const dies = async (moment: string, tool: string, args: object): Promise<void> => {
        const child = start([place.root, place.state, moment, tool, JSON.stringify(args)])
        child.ready.catch(() => undefined) // it never says so
        await child.ended
      }
      await dies('outcome', 'file_write', { path: 'b.md', content: 'new\n' })
      await dies('outcome', 'post', { order: 1 })
      const { page, api } = await told([], { ...place, files: { 'notes.md': 'One.\n' } })
      await page.getByTestId('unknown-count').waitFor()
      expect(await page.getByTestId('unknown-count').textContent()).toBe('2 2 calls to look at')
      await open(page, 'receipts')
      const list = page.getByTestId('unknown-calls')
      await list.waitFor()
      const texts = await list.locator('li').allTextContents()
      expect(texts[0]).toContain('b.md holds what the call was to write.')
      expect(texts[1]).toContain('Look at https://example.org/orders and see whether it happened.')
      expect(await violationsOf(page)).toEqual([])
      await picture(page, 'unknown-calls')
      await page.emulateMedia({ colorScheme: 'dark' })
      await page.setViewportSize({ width: 320, height: 800 })
      expect(await violationsOf(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
      await page.setViewportSize({ width: 1280, height: 860 })
      await list.getByRole('button', { name: 'I have looked' }).first().click()
      await until(async () => (await list.locator('li').count()) === 1)
      expect(await page.getByTestId('unknown-count').textContent()).toBe('1 1 call to look at')
      await list.getByRole('button', { name: 'I have looked' }).click()
      await list.waitFor({ state: 'detached' })
      expect((await api('GET', '/api/audit/unknown')).json).toEqual({ unknown: [] })
    })

    test('a strict turn with a wrong nonce runs nothing and shows as stopped', async () => {
      const { page, ask } = await world([
        JSON.stringify({ type: 'tool_call', name: 'file_read', args: { path: 'notes.md' }, nonce: 'forged' }),
      ])
      await ask('What does notes.md say?', { profile: 'strict' })
      await page.getByTestId('stop-notice').waitFor()
      expect(await page.getByTestId('stop-notice').textContent()).toContain('STOP_HOOK')
      expect(await page.getByTestId('stage-attempts').getAttribute('data-status')).toBe('denied')
      expect(await page.getByTestId('stage-tool').getAttribute('data-status')).toBe('skipped')
    })

    test('the rates on the screen are those of what the model wrote, and too few calls are marked', async () => {
      const { page, ask, api } = await world([
        called('file_read', { path: 'notes.md' }),
        'one',
        called('file_frobnicate', {}),
        called('file_read', { path: 'notes.md' }),
        'two',
      ])
      await ask('What does notes.md say?', { profile: 'lenient' })
      await ask('And again, what does notes.md say?', { profile: 'lenient' })
      await open(page, 'attempts')
      const card = page.getByTestId('model-cards').locator('li').first()
      await card.waitFor()
      const text = (await api('GET', '/api/attempts/export')).text
      const lines = text.trim().split('\n')
      const stats = (await api('GET', '/api/attempts/stats')).json as unknown as AttemptStats
      const calls = stats.models.reduce((sum, { attempts }) => sum + attempts, 0)
      expect(calls).toBe(2)
      expect(lines.length).toBeGreaterThanOrEqual(5)
      expect(lines.filter(line => line.includes('tool_call_unknown_tool')).length).toBeGreaterThanOrEqual(1)
      const shown = (await card.textContent()) ?? ''
      expect(shown).toContain('2 calls')
      expect(shown).toContain('50 %first try'.replace('%', '% '))
      expect(shown).toContain('too few')
      expect(shown).toContain('tool_call_unknown_tool')
      const outcomes = page.locator('td[data-title="Outcome"]')
      await page.getByLabel('Outcome').selectOption('rejected')
      await until(async () => (await outcomes.allTextContents()).join(' ').trim() === 'rejected')
      await page.getByLabel('Outcome').selectOption('')
      await page.getByRole('combobox', { name: 'Tool' }).selectOption('file_read')
      await until(async () => (await outcomes.count()) === 2)
      expect(await outcomes.allTextContents()).toEqual(['already done', 'ran'])
    })

    test('rates are split by tool, and attempts are exported as they were shown before: as lines or as a table, without secrets', async () => {
      const key = `ghp_${'q7Zk2Vx9'.repeat(4)}wB4t`
      const { page, ask } = await world([
        called('file_frobnicate', { path: 'notes.md' }),
        called('file_read', { path: 'notes.md' }),
        `=SUM(1) and ${key}`,
        called('file_read', { path: 'notes.md' }),
        'two',
      ])
      await ask('What does notes.md say?', { profile: 'lenient' })
      await ask('And again, what does notes.md say?', { profile: 'lenient' })
      await open(page, 'attempts')
      await page.getByTestId('by-tool').locator('summary').click()
      const rows = page.getByTestId('by-tool').locator('tbody tr')
      await until(async () => (await rows.count()) === 2)
      const cells = await Promise.all((await rows.all()).map(async row => row.locator('td').allTextContents()))
      expect(
        cells.map(([, tool, n, first, , repaired]) => [tool, n, first?.slice(0, 1), repaired?.slice(0, 1)]),
      ).toEqual([
        ['file_frobnicate', '1', '0', '1'],
        ['file_read', '1', '1', '0'],
      ])
      await page.getByRole('button', { name: 'Export…' }).click()
      const box = page.getByTestId('export')
      await box.getByText('1 secret redacted').waitFor()
      await box.getByLabel('CSV').check()
      await until(async () => ((await box.locator('pre').textContent()) ?? '').startsWith('ts,session_id,'))
      expect(await violationsOf(page, 'dialog')).toEqual([])
      await page.setViewportSize({ width: 320, height: 700 })
      const fits = ({ scrollWidth, clientWidth }: Element): boolean => scrollWidth <= clientWidth
      expect(await page.locator('html').evaluate(fits)).toBe(true)
      expect(await page.locator('dialog').evaluate(fits)).toBe(true)
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        box.getByRole('button', { name: 'Save the file' }).click(),
      ])
      expect(file.suggestedFilename()).toBe('attempts.csv')
      const table = readFileSync(await file.path(), 'utf8')
      expect(table).toContain("'=SUM(1) and [REDACTED:")
      expect(table).not.toContain(key)
      expect(table.trim().split('\n').length).toBe(6)
    })

    test('a server that was started again is a stranger; with its new code the same page goes on, without a reload', async () => {
      const place = testWorkspace()
      const models = { told: scripted(['Hello.', 'Hello again.']) }
      const before = await told([], { ...place, models })
      const { page } = before
      await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }))
      await say(page, 'Hello?')
      await page.getByTestId('answer').waitFor()
      await before.server.close()
      await page.getByTestId('offline').waitFor()
      const after = await startTestServer({
        ...place,
        models,
        runtime: before.runtime,
        server: { web: PAGES, port: before.server.port },
      })
      await page.getByTestId('gate').waitFor()
      await page.getByLabel('Address or code from the terminal').fill(after.server.address())
      await page.keyboard.press('Enter')
      await page.getByTestId('gate').waitFor({ state: 'detached' })
      await until(async () => page.getByRole('button', { name: 'Send' }).isVisible())
      await say(page, 'And again?')
      await until(async () => (await page.getByTestId('answer').count()) === 2)
      expect(await page.evaluate(() => Reflect.get(globalThis, 'sameDocument'))).toBe(true)
    })

    test('one changed byte of the log is reported with its line and its check', async () => {
      const { page, ask, root, api } = await world([called('file_read', { path: 'notes.md' }), 'It burned.'])
      await ask('What does notes.md say?', { profile: 'lenient' })
      await open(page, 'receipts')
      await page.getByTestId('verify-all').click()
      await until(async () => (await page.getByTestId('verify-result').getAttribute('data-good')) === 'true')
      expect(await textsUnder(page, 'Signature')).toEqual(['valid'])
      expect(await textsUnder(page, 'Chain')).toEqual(['valid'])
      await picture(page, 'verify-all')
      const log = join(root, '.control-room', 'audit', 'log', '000001.jsonl')
      const bytes = readFileSync(log)
      const at = bytes.indexOf('burned all night')
      expect(at).toBeGreaterThan(0)
      bytes[at] = 'B'.charCodeAt(0)
      writeFileSync(log, bytes)
      const found = (await api('POST', '/api/audit/verify', {})).json as unknown as VerifyReply
      await page.getByTestId('verify-all').click()
      await until(async () => (await page.getByTestId('verify-result').getAttribute('data-good')) === 'false')
      await until(async () => (await textsUnder(page, 'Chain'))[0] === 'seal')
      expect(await textsUnder(page, 'Signature')).toEqual(['valid']) // the byte stands beside the receipt, in the same line
      const shown = (await page.getByTestId('verify-result').textContent()) ?? ''
      expect(found.failed.length).toBeGreaterThan(0)
      expect(shown).toContain(`line ${found.failed.find(({ line }) => line !== null)?.line}`)
      await picture(page, 'verify-broken')
    })
  },
)

const textsUnder = (page: Page, column: string): Promise<readonly string[]> =>
  page.locator(`td[data-title="${column}"]`).allTextContents()
