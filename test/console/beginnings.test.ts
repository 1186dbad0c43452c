import { describe, expect, test } from 'vitest'
import type { DoctorFinding } from '../../src/surfaces/http/shapes.ts'
import { type ToldWorld, withTold } from './console-suite.ts'
import { open, picture, say, until, violationsOf } from './console-world.ts'
import { call } from '../scenarios/play.ts'
import { lacksBrowser } from '../system-needs.ts'

const FINE: DoctorFinding = { group: 'environment', name: 'node', ok: true, says: 'fine', fix: null }
const BROKEN: DoctorFinding = {
  group: 'storage',
  name: 'log',
  ok: false,
  says: 'The log was cut.',
  fix: 'countersign ledger accept',
}

const tellName = (name: string): string => `My doctor is called ${name}. Read the file notes.md.`
const saveName = (name: string): string =>
  call('memory_save', { text: `My doctor is called ${name}`, sensitivity: 'name' })

describe.skipIf(lacksBrowser)(
  'what the console does by itself, and what it is asked to leave',
  { timeout: 120_000 },
  () => {
    const { world: told } = withTold()
    type World = ToldWorld & { readonly tell: () => void }

    /** The doctor says nothing before he is told to. */
    const world = async (
      findings: readonly DoctorFinding[] = [FINE],
      replies: readonly string[] = Array.from({ length: 20 }, () => 'All right.'),
    ): Promise<World> => {
      let tell: () => void = () => undefined
      const isTold = new Promise<void>(resolve => (tell = resolve))
      const doctor = async function* (): AsyncGenerator<readonly DoctorFinding[]> {
        await isTold
        yield findings
      }
      return { ...(await told(replies, { server: { doctor } })), tell }
    }

    test('on the first start the doctor opens by itself if something is broken, and says why', async () => {
      const { page, tell } = await world([FINE, BROKEN])
      tell()
      await page.locator('[data-screen=doctor]').waitFor()
      await until(async () => ((await page.locator('main').textContent()) ?? '').includes('The log was cut.'))
      expect(await page.getByTestId('toast').first().textContent()).toContain('A check failed')
      await page.goBack()
      await page.locator('[data-screen=chat]').waitFor()
    })

    test('it does not open if all is well, if somebody has begun to write, or later on', async () => {
      const well = await world([FINE, { ...FINE, name: 'sandbox', ok: 'warning' }])
      const writing = await world([BROKEN])
      const later = await world([BROKEN])
      await writing.page.getByLabel('Message', { exact: true }).fill('I was')
      await later.api('POST', '/api/ai/chat', { message: 'Hello?' })
      await later.page.reload()
      for (const { page, tell } of [well, writing, later]) {
        await page.getByLabel('Message', { exact: true }).waitFor()
        tell()
        await page.waitForTimeout(1200)
        expect(await page.locator('[data-screen=chat]').count()).toBe(1)
      }
    })

    test('a kind that is never to be asked about is asked no more, until it is taken back', async () => {
      const names = ['Vance', 'Moss', 'Moss']
      const { page, api } = await world(
        [FINE],
        names.flatMap(name => [saveName(name), 'All right.']),
      )
      await until(() => page.url().includes('session='))
      await say(page, tellName('Vance'))
      await page.getByTestId('answer').waitFor()
      await open(page, 'memory')
      const proposal = page.getByTestId('proposals').locator('li').first()
      await proposal.waitFor()
      const never = proposal.getByRole('button', { name: /^Never ask about/ }).first()
      const kind = ((await never.textContent()) ?? '').replace('Never ask about ', '')
      await never.click()
      await proposal.waitFor({ state: 'detached' })
      expect(await page.getByTestId('manners').textContent()).toContain(kind)
      expect(await violationsOf(page)).toEqual([])
      await api('POST', '/api/ai/chat', { message: tellName('Moss'), allow: ['FileAccess'] })
      expect((await api('GET', '/api/memory/proposals')).json).toEqual({ proposals: [] })
      await page.getByRole('button', { name: `Ask about ${kind} again` }).click()
      await page.getByTestId('manners').waitFor({ state: 'detached' })
      await api('POST', '/api/ai/chat', { message: tellName('Moss'), allow: ['FileAccess'] })
      await page.getByTestId('proposals').locator('li', { hasText: 'Moss' }).waitFor()
    })

    test('what was kept without asking says so, and of two facts that contradict each other one is picked', async () => {
      const save = call('memory_save', { text: 'I like pie', sensitivity: 'low' })
      const { page, api } = await world([FINE], ['All right.', 'All right.', save, 'All right.'])
      for (const message of [
        'Remember that my favourite colour is green.',
        'Remember that my favourite colour is blue.',
        'I like pie. Read the file notes.md.',
      ])
        await api('POST', '/api/ai/chat', { message, allow: ['FileAccess'] })
      await open(page, 'memory')
      const facts = page.getByTestId('facts').locator('li')
      await until(async () => (await facts.count()) === 3)
      expect(await facts.filter({ hasText: 'I like pie' }).textContent()).toContain('stored without asking')
      const blue = facts.filter({ has: page.locator('.fact-text', { hasText: 'blue' }) })
      expect(await blue.textContent()).not.toContain('stored without asking')
      expect(await blue.locator('q').textContent()).toContain('green')
      expect(await violationsOf(page)).toEqual([])
      await blue.getByRole('button', { name: 'Keep only this one' }).click()
      await until(async () => (await facts.count()) === 2)
      expect((await facts.locator('.fact-text').allTextContents()).join(' ')).not.toContain('green')
      expect(
        await facts.filter({ hasText: 'I like pie' }).getByRole('button', { name: 'Keep only this one' }).count(),
      ).toBe(0)
    })

    test('a paused memory says so, keeps and asks nothing, and goes on when it is told to', async () => {
      const { page, api } = await world()
      await open(page, 'memory')
      await page.getByTestId('pause-memory').click()
      await until(async () => ((await page.getByTestId('manners').textContent()) ?? '').includes('Memory is paused'))
      await picture(page, 'memory-paused')
      for (const message of ['Remember that I use vim.', 'Remember that I am 34.'])
        await api('POST', '/api/ai/chat', { message })
      const kept = async (): Promise<readonly unknown[]> => [
        (await api('GET', '/api/memory')).json['facts'],
        (await api('GET', '/api/memory/proposals')).json['proposals'],
      ]
      expect(await kept()).toEqual([[], []])
      await page.reload()
      await page.getByRole('button', { name: 'Resume memory' }).click()
      await page.getByTestId('manners').waitFor({ state: 'detached' })
      await api('POST', '/api/ai/chat', { message: 'Remember that I like pie.' })
      await page.getByTestId('facts').locator('li', { hasText: 'I like pie' }).waitFor()
    })
  },
)
