import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { type JsonObject, isJsonList, isJsonObject } from '../../src/core/index.ts'
import type { ScriptedReply } from '../../src/providers/index.ts'
import { mountOpenAi } from '../../src/surfaces/cli/serve/mount-openai.ts'
import { BERN, USER, WEATHER, callsIn } from '../clients/endpoint.ts'
import { testWorkspace } from '../open-test-runtime.ts'
import { type ToldOptions, type ToldWorld, withTold } from './console-suite.ts'
import { allow, open, picture, until, violationsOf } from './console-world.ts'
import { lacksBrowser } from '../system-needs.ts'

const called = (name: string, args: JsonObject): ScriptedReply => ({ calls: [{ id: 'c1', name, arguments: args }] })
const LONG = Array.from({ length: 30 }, (_, index) => `line ${index + 1} of the note`).join('\n')

describe.skipIf(lacksBrowser)(
  'questions in the console, with a model that says what it is told to',
  { timeout: 120_000 },
  () => {
    const { world: told } = withTold()
    const world = (replies: readonly ScriptedReply[], options: ToldOptions = {}): Promise<ToldWorld> =>
      told(replies, { files: { 'notes.md': 'The lighthouse was dark.\n' }, isNative: true, ...options })
    const chat = ({ api, session }: ToldWorld, more: JsonObject = {}): Promise<unknown> =>
      api('POST', '/api/ai/chat', {
        message: '/edit write it',
        session_id: session,
        profile: 'native',
        wait: false,
        ...more,
      })
    const WRITE = called('file_write', { path: 'notes.md', content: `${LONG}\n`, overwrite: true })

    /** Up to the question about the call itself. */
    const asked = async (replies: readonly ScriptedReply[] = [WRITE, 'Written.']): Promise<ToldWorld> => {
      const here = await world(replies)
      await chat(here)
      await here.page.getByTestId('permission-card').waitFor()
      await allow(here.page)
      await here.page.locator('[data-armed=true]').waitFor()
      return here
    }

    test('the card in the chat shows what would change, with secrets and all, before it can be allowed', async () => {
      const secret = 'ghp_abcdefghijklmnopqrstuvwxyz0123456789'
      const { page } = await asked([called('file_write', { path: 'key.md', content: `${secret}\n` }), 'Written.'])
      const card = page.getByTestId('permission-card')
      expect(await card.getByTestId('change').textContent()).toContain(`+ ${secret}`)
    })

    test('a dry run with the key d shows all that would change now, and nothing is done', async () => {
      const { page, root } = await asked()
      const card = page.getByTestId('permission-card')
      expect(await card.getByTestId('change').textContent()).toContain('− The lighthouse was dark.')
      writeFileSync(join(root, 'notes.md'), 'Somebody was quicker.\n')
      await card.press('d')
      const result = page.getByTestId('dry-run')
      await result.waitFor()
      const shown = (await result.textContent()) ?? ''
      expect(shown).toContain('Nothing ran.')
      expect(shown).toContain('Somebody was quicker.')
      expect(shown).toContain('line 30 of the note')
      expect(readFileSync(join(root, 'notes.md'), 'utf8')).toBe('Somebody was quicker.\n')
      expect(await violationsOf(page, '[data-testid=permission-card]')).toEqual([])
      await result.scrollIntoViewIfNeeded()
      await picture(page, 'dry-run')
    })

    test('two minutes more are shown in every window, and are not for ever', async () => {
      const here = await asked()
      const { page, session } = here
      const second = await here.another()
      await open(second, `?session=${session}`)
      const secondsLeft = async (of: Page): Promise<number> => {
        const [, minutes = '0', seconds = '0'] =
          /(\d+):(\d+)/.exec((await of.getByRole('timer').textContent()) ?? '') ?? []
        return Number(minutes) * 60 + Number(seconds)
      }
      await second.getByTestId('permission-card').waitFor()
      const before = await secondsLeft(second)
      await page.getByTestId('more-time').click()
      await until(async () => (await secondsLeft(second)) > before + 100)
      await until(async () => (await secondsLeft(page)) > before + 100)
      for (let left = 4; left > 0; left--) {
        await page.getByRole('button', { name: `${left} extension` }).click()
        await until(async () => (await page.getByRole('button', { name: `${left} extension` }).count()) === 0)
      }
      expect(await page.getByTestId('more-time').count()).toBe(0)
      await page
        .getByTestId('permission-card')
        .getByRole('button', { name: /^n Deny$/ })
        .click()
      await page.getByTestId('answer').waitFor()
      await open(page, 'permissions')
      await until(
        async () => ((await page.locator('table').last().textContent()) ?? '').match(/more time/g)?.length === 5,
      )
      expect(existsSync(join(here.root, 'notes.md'))).toBe(true)
    })

    describe('a call of a program that is held', () => {
      const held = async (): Promise<ToldWorld & { readonly reply: Promise<JsonObject> }> => {
        const place = testWorkspace()
        const rules = [{ action: 'ask', tools: ['get_weather'], reason: 'I want to see these.' }]
        const here = await world([called('get_weather', BERN)], {
          ...place,
          settings: { 'tools.policy.enabled': true, 'tools.policy.rules': rules },
          server: { mounts: mountOpenAi },
        })
        const app = here.as(here.newKey({ name: 'weather-app', approval: 'hold' }))
        const body = { model: 'default', messages: [USER], tools: [WEATHER] }
        const reply = app('POST', '/v1/chat/completions', body).then(({ json }) => json)
        reply.catch(() => undefined) // whoever waits for it is told; a test that failed before does not
        await open(here.page, 'permissions')
        await here.page.getByTestId('permission-card').waitFor()
        return { ...here, reply }
      }

      test('waits in the console, names the program, and goes on when a person allows it', async () => {
        const { page, reply } = await held()
        const card = page.getByTestId('permission-card')
        const shown = (await card.textContent()) ?? ''
        expect(shown).toContain('weather-app')
        expect(shown).toContain('"city": "Bern"')
        expect(shown).toContain('I want to see these.')
        await page.locator('[data-armed=true]').waitFor()
        await allow(page)
        expect(callsIn(await reply)).toMatchObject([{ name: 'get_weather', args: BERN }])
      })

      test('is not handed over when a person says no', async () => {
        const { page, reply, api } = await held()
        await page.getByTestId('permission-card').press('n')
        expect(callsIn(await reply)).toEqual([])
        const { rows } = (await api('GET', '/api/permissions/history')).json
        expect(
          isJsonList(rows) && rows.filter(isJsonObject).map(row => [row['event'], row['decided_by']]),
        ).toContainEqual(['APPROVAL_DENIED', 'console'])
      })
    })
  },
)
