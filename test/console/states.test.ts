import type { Page } from 'playwright-core'
import type { TurnView } from 'shapes'
import { describe, expect, test } from 'vitest'
import { ATTEMPT, HOSTILE, PERMISSION, SESSION, TOOL, receiptRow } from '../../web/test/fake-data.ts'
import {
  accepted,
  attempt,
  call,
  checked,
  closing,
  completed,
  eventsOf,
  longTurn,
  opening,
  rejected,
  turnOf,
} from '../../web/test/fake-turn.ts'
import { type FakeServer, error } from '../../web/test/fake-server.ts'
import { withFakes } from './console-suite.ts'
import { createSheet, open, picture, until, violationsOf } from './console-world.ts'
import { lacksBrowser } from '../system-needs.ts'

const SCREENS = ['', 'permissions', 'receipts', 'attempts', 'tools', 'policy', 'memory', 'doctor', 'settings']

describe.skipIf(lacksBrowser)('states that a server is seldom in', { timeout: 120_000 }, () => {
  const { world, browser } = withFakes()

  test('a server that stops is told within three seconds, what was there stays readable, and the page goes on by itself', async () => {
    const { server, page } = await world({
      turns: [turnOf('turn_1', eventsOf('turn_1', [...opening('How many?'), ...closing('Two scenes.')]))],
    })
    await page.getByTestId('answer').waitFor()
    const stopped = performance.now()
    await server.stop()
    await page.getByTestId('offline').waitFor()
    expect(performance.now() - stopped).toBeLessThan(3000)
    expect(await page.getByTestId('offline').textContent()).toMatch(/Server stopped\. Reconnecting… \(\d+\)/)
    expect(await page.getByTestId('answer').textContent()).toContain('Two scenes.')
    await page.getByLabel('Message', { exact: true }).fill('still here')
    expect(await page.getByRole('button', { name: 'Send' }).isDisabled()).toBe(true)
    await picture(page, 'offline')
    await server.start()
    await page.getByTestId('offline').waitFor({ state: 'detached' })
    expect(await page.getByLabel('Message', { exact: true }).inputValue()).toBe('still here')
  })

  test('a server that forgot the token asks for the new code without losing the page', async () => {
    const { server, page } = await world()
    await page.getByLabel('Message', { exact: true }).waitFor()
    server.set({ 'GET /api/tools': { status: 401, body: error('access_required', 'No token.') } })
    await open(page, 'tools')
    await page.getByTestId('gate').waitFor()
    expect(await page.getByTestId('gate').textContent()).toContain('Your session has ended')
    expect(await violationsOf(page)).toEqual([])
    server.set({ 'GET /api/tools': { body: { tools: [TOOL('file_read')] } } })
    await page.getByLabel('Address or code from the terminal').fill('fresh')
    await page.keyboard.press('Enter')
    await page.locator('.tool-row').waitFor()
  })

  test('every screen has words for having nothing', async () => {
    const { page, problems } = await world()
    const sheet = createSheet()
    for (const screen of SCREENS) {
      await open(page, screen)
      if (screen !== 'doctor') await page.getByTestId('empty').first().waitFor()
      await sheet.add(page)
    }
    await sheet.save(browser(), 'empty-states')
    expect(problems).toEqual([])
  })

  test('every screen says what failed and what to do, and can try again', async () => {
    const failing = Object.fromEntries(
      [
        'sessions/*',
        'grants',
        'receipts',
        'attempts/stats',
        'attempts',
        'tools',
        'policy',
        'memory',
        'memory/proposals',
        'doctor',
        'settings',
        'models',
        'permissions/history',
      ].map(path => [
        `GET /api/${path}`,
        { status: 503, body: error('storage_unavailable', 'The disk does not answer.') },
      ]),
    )
    const { page } = await world({ routes: failing })
    const sheet = createSheet()
    for (const screen of SCREENS) {
      await open(page, screen)
      const shown = page.getByTestId('error').first()
      await shown.waitFor()
      expect(await shown.textContent()).toContain('The disk does not answer.')
      expect(await shown.textContent()).toContain('storage_unavailable')
      expect(await shown.textContent()).toContain('then try again')
      await sheet.add(page)
    }
    await sheet.save(browser(), 'error-states')
    await picture(page, 'error')
    expect(await violationsOf(page)).toEqual([])
  })

  test('a screen that cannot be drawn says so, the others work, and it can be tried again', async () => {
    const { server, page } = await world({ routes: { 'GET /api/tools': { body: { tools: [{}] } } } })
    await open(page, 'tools')
    const panel = page.getByTestId('error')
    await panel.waitFor()
    expect(await panel.textContent()).toContain('This screen could not be displayed')
    expect(await violationsOf(page)).toEqual([])
    await open(page, 'policy')
    await page.getByRole('heading', { name: 'Policy' }).waitFor()
    expect(await panel.count()).toBe(0)
    await open(page, 'tools')
    server.set({ 'GET /api/tools': { body: { tools: [TOOL('file_read')] } } })
    await panel.getByRole('button', { name: 'Try again' }).click()
    await page.locator('.tool-row').waitFor()
  })

  test('what takes longer than a moment shows that it comes', async () => {
    const { page } = await world({ routes: { 'GET /api/tools': { body: { tools: [] }, delay: 1500 } } })
    await open(page, 'tools')
    await page.getByTestId('loading').waitFor()
    await page.getByTestId('empty').waitFor()
    expect(await page.getByTestId('loading').count()).toBe(0)
  })

  test('on every screen what comes slowly shows that it comes, and axe finds nothing in it', async () => {
    const read =
      'sessions/* grants receipts attempts/stats attempts tools policy memory memory/proposals doctor settings models permissions/history'
    const slow = Object.fromEntries(read.split(' ').map(path => [`GET /api/${path}`, { body: {}, delay: 60_000 }]))
    const { page } = await world({ routes: slow })
    const sheet = createSheet()
    for (const screen of SCREENS) {
      await open(page, screen)
      await page.getByTestId('loading').first().waitFor()
      expect({ screen, found: await violationsOf(page, 'main') }).toEqual({ screen, found: [] })
      await sheet.add(page)
    }
    await sheet.save(browser(), 'loading-states')
  })

  test('ten thousand receipts are filtered, sorted and walked through at once', async () => {
    const { page } = await world({ receipts: 10_000 })
    await open(page, 'receipts')
    await until(async () => ((await page.getByTestId('receipt-count').textContent()) ?? '').startsWith('10,000'))
    const took = await page.evaluate(async () => {
      const field = document.querySelector<HTMLInputElement>('.filters input')
      const count = document.querySelector('[data-testid=receipt-count]')
      const times: number[] = []
      for (const text of ['file_write', 'SCN-77', 'console memory', 'nothing at all', '']) {
        const before = count?.textContent
        const started = performance.now()
        if (field) field.value = text
        field?.dispatchEvent(new InputEvent('input', { bubbles: true }))
        const isOld = (): boolean => count?.textContent === before
        while (isOld()) await new Promise(requestAnimationFrame)
        times.push(performance.now() - started)
      }
      return times.toSorted((a, b) => a - b)
    })
    expect(took[1]).toBeLessThan(150)
    expect(await page.locator('tbody tr').count()).toBeLessThan(80)
    expect(await page.locator('table').getAttribute('aria-rowcount')).toBe('10001')
    await picture(page, 'receipts-many')
    await page.getByRole('button', { name: /^Size/ }).click()
    expect(await page.locator('th[aria-sort=ascending]').textContent()).toContain('Size')
    await page.getByTestId('receipt-count').click()
    await page.keyboard.press('j')
    await page.locator('tr.selected').waitFor()
  })

  test('receipts whose key is gone cannot be checked, which is not the same as being wrong', async () => {
    const reply = {
      entries: 12,
      receipts: 9,
      verified: 7,
      uncheckable: 2,
      failed: [],
      checkpoint: null,
      at: new Date().toISOString(),
      duration_ms: 12,
      command: 'countersign ledger verify',
    }
    const { page } = await world({ receipts: 9, routes: { 'POST /api/audit/verify': { body: reply } } })
    await open(page, 'receipts')
    await page.getByTestId('verify-all').click()
    const result = page.getByTestId('verify-result')
    await result.waitFor()
    const shown = (await result.textContent()) ?? ''
    expect(shown).toContain('2 receipts cannot be checked: the key is gone')
    expect(shown).toContain('7 receipts verified')
    expect(shown).not.toContain('The records were changed.')
  })

  test('a turn of a thousand stages opens at once', async () => {
    const { page } = await world({ turns: [longTurn(1000)] })
    await page.getByTestId('answer').waitFor()
    const took = await page.evaluate(async () => {
      const best = new Map<string, number>()
      for (let round = 0; round < 3; round++) {
        for (const [button, panel] of [
          ['[data-testid=timeline]', '[data-testid=events] tbody tr'],
          ['[data-testid=stage-attempts]', '[data-testid=panel-attempts] li'],
        ] as const) {
          const started = performance.now()
          document.querySelector<HTMLElement>(button)?.click()
          while (document.querySelector(panel) === null) await new Promise(resolve => setTimeout(resolve))
          document.body.getBoundingClientRect()
          best.set(button, Math.min(best.get(button) ?? Infinity, performance.now() - started))
          if (round < 2) document.querySelector<HTMLElement>(button)?.click()
          await new Promise(resolve => setTimeout(resolve, 50))
        }
      }
      return [...best.values()]
    })
    expect(Math.max(...took)).toBeLessThan(100)
    expect(await page.getByTestId('events').textContent()).toContain('3,009 events')
  })

  test('markup in answers, tool output, file names, arguments and questions is text, and what would turn the reading around is visible', async () => {
    const question = PERMISSION('appr_1', {
      tool: HOSTILE,
      summary: HOSTILE,
      reason: HOSTILE,
      args: { [HOSTILE]: HOSTILE },
      asked_by: { model: HOSTILE, caller: null },
      change: { path: HOSTILE, added: 1, removed: 0, lines: [{ sign: '+', text: HOSTILE }] },
    })
    const turn = turnOf(
      'turn_1',
      eventsOf('turn_1', [
        ...opening(HOSTILE),
        attempt(1),
        completed(1, 'calls'),
        accepted(1),
        ...call('call_1', HOSTILE, HOSTILE),
        checked(1, {
          findings: [{ claim: HOSTILE, holds: true, because: HOSTILE, code: 'verified', file: HOSTILE, lines: [1, 1] }],
          remarks: [HOSTILE],
          ran: [{ tool: HOSTILE, outcome: 'done', receipt: 'rcpt_1', files: 1 }],
          judged: { model: HOSTILE, sentences: [{ text: HOSTILE, says: 'supported' }] },
        }),
        { type: 'permission.pending', permission: question },
        { type: 'message.completed', text: HOSTILE },
      ]),
    )
    const { page, problems } = await world({
      turns: [{ ...turn, state: 'running' }],
      receipts: 0,
      routes: {
        'GET /api/permissions': { body: { permissions: [question] } },
        'GET /api/attempts': {
          body: {
            attempts: [
              ATTEMPT(1, {
                raw_output: HOSTILE,
                extracted: [{ name: HOSTILE, args: { [HOSTILE]: HOSTILE }, dialect: HOSTILE }],
                detail: HOSTILE,
                model: HOSTILE,
              }),
            ],
            next_cursor: null,
          },
        },
        'GET /api/files': {
          body: { path: HOSTILE, from: 1, to: 1, total_lines: 1, lines: [HOSTILE], bytes: 1, sha256: 'ab' },
        },
        'GET /api/receipts': {
          body: { receipts: [{ ...receiptRow(1), tool: HOSTILE, files: [HOSTILE] }], next_cursor: null },
        },
        'GET /api/tools': { body: { tools: [TOOL('x', { description: HOSTILE })] } },
        'GET /api/memory': {
          body: {
            facts: [
              {
                id: 'fact_1',
                text: HOSTILE,
                subject: null,
                sensitivity: 'low',
                kinds: [HOSTILE],
                said: { text: '', session_id: SESSION, turn_id: 't' },
                receipt_id: null,
                created: new Date().toISOString(),
                used: 0,
                last_used: null,
                contradicts: [],
                kept_by: null,
              },
            ],
            next_cursor: null,
          },
        },
      },
    })
    await page.getByTestId('permission-card').waitFor()
    for (const stage of ['policy', 'permissions', 'gates', 'tool', 'evidence', 'attempts'])
      await page.getByTestId(`stage-${stage}`).click()
    await page.getByTestId('attempt').first().getByRole('button').first().click()
    await page.getByTestId('citation-place').click()
    await page.getByTestId('file-lines').waitFor()
    await page.keyboard.press('Escape')
    const shown = (await page.getByTestId('permission-card').textContent()) ?? ''
    expect(shown).toContain('<img src=x onerror=')
    expect(shown).toContain('⟨U+202E⟩')
    expect(await page.locator('a[href^="javascript"], img').count()).toBe(0)
    for (const screen of ['permissions', 'receipts', 'attempts', 'tools', 'memory']) {
      await open(page, screen)
      const unseen = await page.evaluate(() =>
        document.body.innerText.split('\n').filter(line => line.includes('\u202E')),
      )
      expect({ screen, unseen }).toEqual({ screen, unseen: [] })
    }
    expect(await page.evaluate(() => 'hacked' in globalThis)).toBe(false)
    expect(problems).toEqual([])
  })

  describe('a question', () => {
    const asking = async (
      part: Parameters<typeof PERMISSION>[1] = {},
    ): Promise<{ readonly server: FakeServer; readonly page: Page }> => {
      const question = PERMISSION('appr_1', part)
      const turn: TurnView = {
        ...turnOf(
          'turn_1',
          eventsOf('turn_1', [...opening('Write it'), { type: 'permission.pending', permission: question }]),
        ),
        state: 'running',
      }
      const opened = await world({
        turns: [turn],
        routes: { 'GET /api/permissions': { body: { permissions: [question] } } },
      })
      await opened.page.getByTestId('permission-card').waitFor()
      return opened
    }
    const decisions = (server: FakeServer): readonly string[] => server.asked.filter(line => line.endsWith('/decision'))

    test('is not answered by Enter in the composer, and takes no focus from it', async () => {
      const { server, page } = await asking()
      await page.locator('[data-armed=true]').waitFor()
      await page.getByLabel('Message', { exact: true }).fill('y')
      await page.keyboard.press('Enter')
      await page.keyboard.type('yntw')
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('message')
      expect(decisions(server)).toEqual([])
    })

    test('is not allowed by a key or a click before it is armed, but can be denied at once', async () => {
      const { server, page } = await asking()
      await page.reload()
      const pressed = await page.evaluate(async () => {
        for (;;) {
          const card = document.querySelector<HTMLElement>('[data-permission]')
          if (card) {
            card.focus()
            card.dispatchEvent(new KeyboardEvent('keydown', { key: 'y', bubbles: true }))
            card.querySelector<HTMLButtonElement>('button.strong')?.click()
            return card.dataset['armed']
          }
          await new Promise(requestAnimationFrame)
        }
      })
      expect(pressed).toBe('false')
      expect(decisions(server)).toEqual([])
      await page.getByTestId('permission-card').press('n')
      await until(() => decisions(server).length === 1)
    })

    test('shows an argument of 20,000 characters whole, and copies it whole', async () => {
      const { page } = await asking()
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await page.locator('.arguments summary').click()
      await page
        .locator('.arguments')
        .getByRole('button', { name: /Show all/ })
        .click()
      expect((await page.locator('.arguments pre').textContent())?.match(/x{20000}/)).not.toBeNull()
      await page.locator('.arguments').getByRole('button', { name: 'Copy' }).click()
      await until(async () => (await page.evaluate(() => navigator.clipboard.readText())).includes('x'.repeat(20_000)))
    })

    test('about deleting offers no rule for ever, Enter on the card does nothing, and Deny comes first', async () => {
      const { server, page } = await asking({
        risk: 'destroy',
        choices: [{ for: 'once', seconds: null, rule: 'allow this one call', saved_in: null }],
      })
      await page.locator('[data-armed=true]').waitFor()
      const card = page.getByTestId('permission-card')
      expect(await card.getByRole('button', { name: /Always|Allow for|session/ }).count()).toBe(0)
      await page.keyboard.press('Alt+p')
      await until(async () => page.evaluate(() => document.activeElement?.hasAttribute('data-permission') ?? false))
      await page.keyboard.press('Enter')
      expect(decisions(server)).toEqual([])
      expect(await card.locator('.choices button').first().textContent()).toContain('Deny')
      await picture(page, 'permission-destroy')
    })

    test('that has expired says so and offers nothing', async () => {
      const { page } = await asking({ expires_at: new Date(Date.now() - 12_000).toISOString() })
      const card = page.getByTestId('permission-card')
      expect(await card.textContent()).toMatch(/expired 1\d.* ago/)
      expect(await card.locator('.choices').count()).toBe(0)
    })

    test('is announced as an alert, and its stage says that it asks', async () => {
      const { page } = await asking()
      expect(await page.locator('[role=alert] [data-testid=ask-bar]').count()).toBe(1)
      expect(await page.getByTestId('stage-permissions').getAttribute('data-status')).toBe('asking')
      expect(await violationsOf(page)).toEqual([])
    })
  })

  test('[UI-02] a strict turn that was stopped is shown as a warning with its code', async () => {
    const stopped = eventsOf('turn_1', [
      ...opening('x'),
      attempt(1),
      completed(1, 'rejected', 'tool_call_nonce_invalid'),
      rejected(1, 'tool_call_nonce_invalid', 'The nonce is from an older turn.'),
      {
        type: 'turn.stopped',
        code: 'tool_call_rejected',
        message: 'STOP_HOOK: tool_call_rejected\nReason: tool_call_nonce_invalid (The nonce is from an older turn.)',
        usage: {},
      },
    ])
    const { page } = await world({ turns: [turnOf('turn_1', stopped)] })
    const notice = page.getByTestId('stop-notice')
    await notice.waitFor()
    expect(await notice.getAttribute('role')).toBe('alert')
    expect(await notice.textContent()).toBe('STOP_HOOK: tool_call_rejectedThe nonce is from an older turn.')
    await picture(page, 'stopped')
  })

  test('[UI-06] an answer that was withheld, and a change that was rolled back, are warnings that nobody can overlook', async () => {
    const events = eventsOf('turn_1', [
      ...opening('x'),
      {
        type: 'tool.failed',
        call_id: 'c',
        tool: 'bash',
        args: {},
        text: 'Two files were put back.',
        data: null,
        code: 'effect_not_allowed',
        replayed: false,
        duration_ms: 3,
        receipt_id: 'rcpt_1',
      },
      checked(1, {
        then: 'withheld',
        verdict: 'failed',
        findings: [
          {
            claim: '"never said"',
            holds: false,
            because: 'The words stand nowhere in the file.',
            code: 'quote_not_found',
            file: 'a.md',
          },
        ],
        summary: '1 quote false · 2 sentences not checked',
        ran: [{ tool: 'bash', outcome: 'failed', receipt: 'rcpt_1', files: 0 }],
      }),
      { type: 'turn.stopped', code: 'evidence_failed', message: 'The answer was withheld.', usage: {} },
    ])
    const { page } = await world({ turns: [turnOf('turn_1', events)] })
    await page.getByTestId('evidence').waitFor()
    expect(await page.getByTestId('evidence').getByRole('alert').textContent()).toContain('withheld')
    expect(await page.getByTestId('evidence').textContent()).toContain('The words stand nowhere in the file.')
    expect(await page.getByTestId('stop-notice').first().textContent()).toContain('Two files were put back.')
  })

  test('the place of a citation opens the file at the quote', async () => {
    const finding = {
      claim: '"rely on this lighthouse"',
      holds: true,
      because: 'It stands there.',
      code: 'verified' as const,
      file: 'Story/a.md',
      lines: [15, 15] as const,
      receipt: 'rcpt_1',
    }
    const turn = turnOf(
      'turn_1',
      eventsOf('turn_1', [...opening('x'), checked(1, { findings: [finding] }), ...closing('Somebody asks.')]),
    )
    const lines = Array.from({ length: 25 }, (_, index) =>
      index === 12 ? 'Does anybody out there rely on this lighthouse?' : `line ${index + 3}`,
    )
    const { server, page } = await world({
      turns: [turn],
      routes: {
        'GET /api/files': {
          body: { path: 'Story/a.md', from: 3, to: 27, total_lines: 40, lines, bytes: 900, sha256: 'ab'.repeat(32) },
        },
      },
    })
    await page.getByTestId('citation-place').click()
    expect(await page.locator('dialog mark').textContent()).toBe('rely on this lighthouse')
    expect(await page.locator('dialog li.meant').getAttribute('value')).toBe('15')
    expect(server.asked).toContain('GET /api/files')
    await page.keyboard.press('Escape')
    expect(await page.evaluate(() => document.activeElement?.getAttribute('data-testid'))).toBe('citation-place')
  })

  test('two hundred pieces a second keep the composer quick, and the screen reader hears one finished message', async () => {
    const turn: TurnView = { ...turnOf('turn_1', eventsOf('turn_1', opening('Tell me a story'))), state: 'running' }
    const { server, page } = await world({ turns: [turn] })
    await page.getByTestId('stage-router').waitFor()
    await until(() => server.asked.some(line => line.includes('/events') && line.includes('sessions')))
    await page.evaluate(() => {
      const log = document.querySelector('[role=log]')
      const seen: string[] = []
      Object.assign(globalThis, { seen })
      new MutationObserver(changes => {
        for (const change of changes)
          for (const node of change.addedNodes)
            if (
              node instanceof HTMLElement &&
              node.closest('[aria-hidden]') === null &&
              node.matches('[data-testid=answer]')
            )
              seen.push(node.textContent ?? '')
      }).observe(log ?? document, { childList: true, subtree: true })
    })
    let id = 2_000_000
    const pump = setInterval(() => {
      for (let piece = 0; piece < 10; piece++)
        server.tell('session', { id: ++id, type: 'message.delta', turn_id: 'turn_1', text: `word${id} ` })
    }, 50)
    await page.locator('.draft').waitFor()
    const delays = await page.evaluate(async () => {
      const field = document.querySelector<HTMLTextAreaElement>('#message')
      const times: number[] = []
      for (let key = 0; key < 40; key++) {
        const started = performance.now()
        if (field) field.value += 'a'
        field?.dispatchEvent(new InputEvent('input', { bubbles: true }))
        await new Promise(resolve => setTimeout(resolve))
        times.push(performance.now() - started)
        await new Promise(resolve => setTimeout(resolve, 25))
      }
      return times.toSorted((a, b) => a - b)
    })
    clearInterval(pump)
    server.tell('session', { id: ++id, type: 'message.completed', turn_id: 'turn_1', text: 'The whole story.' })
    await page.getByTestId('answer').waitFor()
    expect(delays[20]).toBeLessThan(50)
    expect(await page.evaluate(() => Reflect.get(globalThis, 'seen'))).toEqual(['ModelThe whole story.'])
  })

  test('after twenty broken connections no event is lost and none is doubled', async () => {
    const turn: TurnView = { ...turnOf('turn_1', eventsOf('turn_1', opening('x'))), state: 'running' }
    const { server, page } = await world({ turns: [turn] })
    await page.getByTestId('stage-router').waitFor()
    let id = 2_000_000
    const tell = (text: string): void => {
      id++
      server.tell('session', { id, type: 'message.delta', turn_id: 'turn_1', text })
    }
    for (let round = 0; round < 20; round++) {
      tell(`<${round}a>`)
      server.cut()
      tell(`<${round}b>`)
      await page.waitForTimeout(30)
    }
    const wanted = Array.from({ length: 20 }, (_, round) => `<${round}a><${round}b>`).join('')
    await until(
      async () => ((await page.locator('.draft').textContent()) ?? '') === wanted,
      () => wanted,
    )
  })
})
