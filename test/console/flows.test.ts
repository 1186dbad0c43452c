import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { withDemo } from './console-suite.ts'
import { allow, open, picture, say, until, violationsOf } from './console-world.ts'
import { lacksBrowser } from '../system-needs.ts'

/** Each test writes a file of its own: writing what stands there already changes nothing, and nothing can be undone. */
const note = (name: string): string => `Write a note called ${name}.md that says: check the tide table.`

describe.skipIf(lacksBrowser)('the console with its real server', { timeout: 120_000 }, () => {
  const demo = withDemo()
  const fresh = (path = '/?new=1'): Promise<Page> => (path === '/?new=1' ? demo.fresh() : demo.at(path.slice(1)))
  const statusOf = async (page: Page, stage: string): Promise<string | null> =>
    page.getByTestId(`stage-${stage}`).last().getAttribute('data-status')

  test('[UI-01] from the first page to a verified tool call it is two clicks; then a broken copy is caught, and the receipt stands in the list', async () => {
    const { page, problems } = await demo.window()
    expect(new URL(page.url()).hash).toBe('')
    await page.getByTestId('first-card').waitFor()
    await picture(page, 'first-run')
    await page.getByTestId('run-demo').click()
    await page.getByTestId('first-verify').click()
    const result = page.getByTestId('verify-result')
    await result.waitFor()
    expect(await result.getAttribute('data-good')).toBe('true')
    expect(await result.textContent()).toContain('1 receipt verified')
    expect(await statusOf(page, 'attempts')).toBe('repaired')
    await picture(page, 'first-verified')
    await page.getByTestId('first-break').click()
    await page.getByTestId('broken').waitFor()
    expect(await page.getByTestId('broken').textContent()).toContain('Caught.')
    expect(await page.getByTestId('verify-result').last().getAttribute('data-good')).toBe('false')
    const [chip] = await page.locator('[data-testid=ran] a').all()
    const id = (await chip?.getAttribute('title')) ?? ''
    await chip?.click()
    await page.getByTestId('receipt-detail').waitFor()
    await until(async () => /\d receipt/.test((await page.getByTestId('receipt-count').textContent()) ?? ''))
    expect(new URL(page.url()).searchParams.get('receipt')).toBe(id)
    await picture(page, 'receipt')
    const session = /sess_\w+/.exec(
      (await page.getByTestId('receipt-detail').getByRole('link', { name: 'The turn' }).getAttribute('href')) ?? '',
    )?.[0]
    await open(page, `receipts?session=${session}`)
    const ofSession = page.getByTestId('session-receipts')
    await until(async () => ((await ofSession.textContent()) ?? '').includes('1 receipt of this conversation'))
    expect(await page.locator('.row-open').count()).toBe(1)
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      ofSession.getByRole('button', { name: /Raw file/ }).click(),
    ])
    expect(readFileSync(await file.path(), 'utf8')).toContain(id)
    await ofSession.getByLabel(/Link this conversation/).fill('31')
    await ofSession.getByRole('button', { name: 'Link', exact: true }).click()
    await until(async () => /1 receipt linked/.test((await page.getByTestId('toast').last().textContent()) ?? ''))
    expect(problems).toEqual([])
  })

  test('what an answer quotes was held against the file, and its chip opens the file there', async () => {
    const page = await fresh()
    await say(page, 'How many scenes mention the lighthouse?')
    const evidence = page.getByTestId('evidence')
    await evidence.waitFor()
    expect(await evidence.getAttribute('data-verdict')).toBe('verified')
    await page.getByTestId('citation-place').first().click()
    await page.locator('dialog mark').waitFor()
    const [line, quote] = [
      await page.locator('dialog li.meant').getAttribute('value'),
      (await page.locator('dialog mark').textContent()) ?? '',
    ]
    const file = readFileSync(
      join(demo.server().workspace, (await page.locator('dialog h2').textContent()) ?? ''),
      'utf8',
    )
    expect(file.split('\n')[Number(line) - 1]).toContain(quote)
    await picture(page, 'evidence')
  })

  test('attempts show their raw output, what was taken from it, and the layer that said no', async () => {
    const page = await fresh()
    await say(page, 'How many scenes mention the lighthouse?')
    await page.getByTestId('answer').waitFor()
    await page.getByTestId('stage-attempts').click()
    await page.getByTestId('attempt').first().getByRole('button').first().click()
    await page.getByTestId('anatomy').waitFor()
    const [raw, anatomy] = [
      await page.getByTestId('raw').textContent(),
      await page.getByTestId('anatomy').textContent(),
    ]
    expect(raw).toContain('"name":"file_search"')
    expect(await page.locator('.passed-over').first().textContent()).toContain('I will look that up')
    expect(anatomy).toContain('tool_call_invalid_args')
    expect(await page.locator('.differences ins').allTextContents()).toContain('"query":"lighthouse",')
    await page.getByTestId('panel-attempts').scrollIntoViewIfNeeded()
    await picture(page, 'anatomy')
    await page.getByRole('button', { name: 'wrong' }).click()
    await until(async () => (await page.getByRole('button', { name: 'wrong' }).getAttribute('aria-pressed')) === 'true')
  })

  test('[UI-04] a write is asked about with all its arguments, runs after a yes, can be verified and undone; reload and a second window show the same', async () => {
    const page = await fresh()
    await say(page, note('asked'))
    await page.getByTestId('permission-card').waitFor()
    expect(await page.getByTestId('pending-count').textContent()).toContain('1')
    const listed = page.locator('.conversations a', { hasText: 'Write a note called asked.md' })
    await until(async () => ((await listed.textContent()) ?? '').includes('1'))
    await picture(page, 'permission-capability')
    await allow(page)
    const card = page.getByTestId('permission-card')
    await card.waitFor()
    expect(await card.textContent()).toContain('check the tide table.')
    expect(await card.textContent()).toContain('risk: changes')
    expect(await statusOf(page, 'permissions')).toBe('asking')
    await page.locator('[data-armed=true]').waitFor()
    await picture(page, 'permission')

    await page.reload()
    await card.waitFor()
    const second = (await demo.window()).page
    await open(second, `?session=${new URL(page.url()).searchParams.get('session')}`)
    await second.getByTestId('permission-card').waitFor()
    await second
      .getByTestId('permission-card')
      .getByRole('button', { name: /Allow once/ })
      .click()
    await page.getByTestId('answer').waitFor()
    expect(await page.getByTestId('answer').textContent()).toContain('I wrote asked.md')
    expect(readFileSync(join(demo.server().workspace, 'asked.md'), 'utf8')).toBe('check the tide table.\n')
    await second.context().close()

    await page.locator('[data-testid=ran] a').last().click()
    await page.getByTestId('verify-one').click()
    await page.getByTestId('verify-result').waitFor()
    await page.getByTestId('undo').getByRole('button').click()
    await page.getByTestId('undo').getByRole('button', { name: 'Undo', exact: true }).click()
    await until(async () => ((await page.getByTestId('undo').textContent()) ?? '').includes('Undone'))
    expect(existsSync(join(demo.server().workspace, 'asked.md'))).toBe(false)
  })

  test('a no with a reason is told to the model, and nothing is written', async () => {
    const page = await fresh()
    await say(page, note('denied'))
    await allow(page)
    await page
      .getByTestId('permission-card')
      .getByRole('button', { name: /Deny and say why/ })
      .click()
    await page.getByLabel('Reason for the model').fill('Not this chapter.')
    await page.getByRole('button', { name: 'Deny with this reason' }).click()
    await page.getByTestId('answer').waitFor()
    expect(existsSync(join(demo.server().workspace, 'denied.md'))).toBe(false)
    await page.getByTestId('stage-gates').click()
    expect(await page.getByTestId('panel-gates').textContent()).toMatch(/denied/)
  })

  test('a rule is saved only after it was shown, counts at once, and is gone when it is revoked', async () => {
    const page = await fresh()
    await say(page, note('ruled'))
    await allow(page)
    await page
      .getByTestId('permission-card')
      .getByRole('button', { name: /Always here/ })
      .click()
    const rule = (await page.getByTestId('always-step').locator('.rule-text').first().textContent()) ?? ''
    await page.getByRole('button', { name: 'Save this rule' }).click()
    const undo = await page.getByTestId('toast').getByRole('button', { name: 'Undo' }).boundingBox()
    expect(undo?.height).toBeLessThan(undo?.width ?? 0)
    await page.getByTestId('answer').waitFor()
    await open(page, 'permissions')
    const grant = page.getByTestId('grants').locator('li', { hasText: rule })
    await grant.waitFor()
    await grant.getByRole('button', { name: 'Revoke' }).click()
    await grant.waitFor({ state: 'detached' })
    await picture(page, 'grants')
  })

  test("a receipt's grant leads to its own row, which is marked and has the focus; one that is no longer active is said to", async () => {
    const page = await fresh()
    await say(page, note('granted'))
    const card = page.getByTestId('permission-card')
    await page.locator('[data-armed=true]').waitFor()
    const first = await card.getAttribute('data-permission')
    await card.press('t')
    await page.locator(`[data-permission="${first}"]`).waitFor({ state: 'detached' })
    await allow(page)
    await page.getByTestId('answer').waitFor()
    await open(page, 'receipts')
    await page.locator('.row-open', { hasText: 'file_write' }).first().click()
    const link = page.getByTestId('receipt-proof').getByRole('link')
    await link.waitFor()
    const named = new URL((await link.getAttribute('href')) ?? '', 'http://here').searchParams.get('grant') ?? ''
    expect(named).not.toBe('')
    await page.setViewportSize({ width: 1280, height: 420 })
    await link.click()
    const row = page.locator(`[data-grant="${named}"]`)
    await row.waitFor()
    await until(() => row.evaluate(element => element === document.activeElement))
    expect(await row.getAttribute('aria-current')).toBe('true')
    const box = await row.boundingBox()
    expect(box && box.y >= 0 && box.y + box.height <= 420).toBe(true)
    expect(await page.locator('[data-grant][aria-current]').count()).toBe(1)
    expect(await violationsOf(page)).toEqual([])
    await row.getByRole('button', { name: 'Revoke' }).click()
    await page.getByTestId('grant-gone').waitFor()
    expect(await page.getByTestId('grant-gone').textContent()).toContain('is no longer active')
    await page.goBack()
    await page.getByTestId('receipt-proof').waitFor()
  })

  test('the head of the chat says in words how calls are written, and a turn how long anything may take', async () => {
    const page = await fresh()
    await say(page, note('timed'))
    await page.getByTestId('permission-card').waitFor()
    const mode = page.getByTestId('mode')
    expect(await mode.textContent()).toContain('calls as text')
    expect(await mode.getAttribute('title')).toContain('Small mistakes are repaired')
    expect(await page.getByTestId('time-limits').textContent()).toBe('limits: 15 min per reply, 30 s per tool')
    await page.getByTestId('permission-card').press('n')
    await page.getByTestId('answer').waitFor()
    expect(await page.locator('.budget').last().textContent()).toMatch(/time \d/)
  })

  test('a turn can be stopped with Esc twice, and says that it was', async () => {
    const page = await fresh()
    await say(page, note('stopped'))
    await page.getByTestId('permission-card').waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await page.getByTestId('stop-notice').waitFor()
    expect(await page.getByTestId('permission-card').count()).toBe(0)
  })

  test('why a tool is not offered, and what a message would be offered, name the rule', async () => {
    const page = await fresh()
    await say(page, 'How many scenes mention the lighthouse?')
    await page.getByTestId('answer').waitFor()
    await page.getByTestId('stage-policy').click()
    const panel = page.getByTestId('panel-policy')
    const told = (await panel.locator('li', { hasText: 'file_write' }).textContent()) ?? ''
    await panel.getByRole('combobox').selectOption('file_write')
    await page.getByTestId('why-answer').waitFor()
    expect(await page.getByTestId('why-answer').textContent()).toMatch(/not offered/)
    expect(await page.getByTestId('why-answer').textContent()).toContain(
      told.replace('file_write', '').trim().split(' ').slice(0, 3).join(' '),
    )
    await open(page, 'policy')
    await page.getByTestId('test-message').fill('How many scenes mention the lighthouse?')
    await page.getByRole('button', { name: 'Test', exact: true }).click()
    await page.getByTestId('tested').waitFor()
    expect(await page.getByTestId('tested').textContent()).toContain('story_task')
    await picture(page, 'policy-tested')
  })

  test('rules are edited as one text: what would change is shown, what could never decide is refused, and the rest is saved', async () => {
    const page = await fresh('/policy')
    await page.getByRole('button', { name: 'Edit the rules' }).click()
    const editor = page.getByTestId('policy-editor')
    const [text, save] = [editor.getByLabel('Rules as JSON'), editor.getByRole('button', { name: 'Save these rules' })]
    await until(async () => (await text.inputValue()) === '[]')
    expect(await save.isDisabled()).toBe(true)
    await text.fill('[{"action":')
    await editor.getByText('This is not a JSON list.').waitFor()
    expect(await save.isDisabled()).toBe(true)
    const rule = { action: 'deny', tools: ['file_*'], paths: ['secret/**'] }
    await text.fill(JSON.stringify([rule, rule]))
    expect(await editor.locator('ins').first().textContent()).toContain('action')
    await save.click()
    await editor
      .getByRole('status')
      .getByText(/request_invalid/)
      .waitFor()
    expect(await violationsOf(page)).toEqual([])
    const other = { action: 'ask', tools: ['web_*'] }
    await text.fill(JSON.stringify([rule, other]))
    expect(await editor.getByRole('button', { name: 'Move rule 1 up' }).isDisabled()).toBe(true)
    await editor.getByRole('button', { name: 'Move rule 2 up' }).press('Enter')
    expect(JSON.parse(await text.inputValue())).toEqual([other, rule])
    await editor.getByRole('button', { name: 'Move rule 1 down' }).press('Enter')
    expect(JSON.parse(await text.inputValue())).toEqual([rule, other])
    expect(await violationsOf(page)).toEqual([])
    await text.fill(JSON.stringify([rule]))
    await save.click()
    await editor.waitFor({ state: 'detached' })
    expect(await page.getByTestId('toast').last().textContent()).toContain('They apply from now on.')
    await page.getByRole('button', { name: 'Edit the rules' }).click()
    await until(async () => (await text.inputValue()).includes('secret/**'))
    await text.fill('[]')
    await save.click()
    await editor.waitFor({ state: 'detached' })
  })

  test('a tool can be tried by hand and leaves a receipt', async () => {
    const page = await fresh('/tools?tool=file_read')
    await page.getByTestId('try-tool').getByLabel(/^path/).fill('Story/SCN-outline.md')
    await page.getByRole('button', { name: 'Call', exact: true }).click()
    const card = page.getByTestId('ask-bar')
    await until(async () => (await page.getByTestId('call-result').count()) + (await card.count()) > 0)
    if ((await card.count()) > 0) {
      await page.keyboard.press('Alt+p')
      await allow(page)
      return
    }
    expect(await page.getByTestId('call-result').textContent()).toContain('rcpt_')
  })

  test('the doctor tells what it finds, and a setting can be saved and taken back', async () => {
    const page = await fresh('/doctor')
    await until(async () => /\d+ ok/.test((await page.getByTestId('doctor-summary').textContent()) ?? ''))
    expect(await page.locator('.findings-list li').count()).toBeGreaterThan(5)
    await open(page, 'settings')
    const row = page
      .locator('.setting', { hasText: 'turn.' })
      .or(page.locator('.setting', { hasText: 'router.confidence_threshold' }))
      .first()
    const field = row.locator('input').first()
    const before = await field.inputValue()
    await field.fill(before.includes('.') ? '0.7' : '7')
    await row.getByRole('button', { name: 'Save' }).click()
    await page.getByTestId('toast').waitFor()
    expect(await page.getByTestId('toast').textContent()).not.toContain('restart')
    expect(await row.textContent()).not.toContain('restart')
    const waits = page.locator('.setting', { hasText: 'tools.shell.sandbox' })
    expect(await waits.textContent()).toContain('takes effect after a restart')
    await row.getByRole('button', { name: 'Reset' }).click()
    await until(async () => (await field.inputValue()) === before)
  })

  test('what is sensitive waits for consent, and is kept, edited and forgotten by hand', async () => {
    const page = await fresh()
    await say(page, 'Remember that my dentist Vance moved to 4 Hill Road.')
    await page.getByTestId('answer').waitFor()
    await open(page, 'memory')
    const proposal = page.getByTestId('proposals').locator('li').first()
    await proposal.waitFor()
    await picture(page, 'memory-proposal')
    await proposal.getByRole('button', { name: 'Keep', exact: true }).click()
    const fact = page.getByTestId('facts').locator('li', { hasText: 'Vance' })
    await fact.waitFor()
    await fact.getByRole('button', { name: 'Forget' }).click()
    await fact.waitFor({ state: 'detached' })
  })

  test('without a mouse: ask, approve, verify and undo', async () => {
    const page = await fresh()
    await page.keyboard.press('/')
    await page.keyboard.type(note('keyed'))
    await page.keyboard.press('Enter')
    for (let questions = 0; questions < 2; questions++) {
      const card = page.getByTestId('permission-card')
      await page.locator('[data-armed=true]').waitFor()
      const id = await card.getAttribute('data-permission')
      await page.keyboard.press('Alt+p')
      await until(async () => page.evaluate(() => document.activeElement?.hasAttribute('data-permission') ?? false))
      await page.keyboard.press('y')
      await page.locator(`[data-permission="${id}"]`).waitFor({ state: 'detached' })
    }
    await page.getByTestId('answer').waitFor()
    await page.evaluate(() =>
      document.activeElement instanceof HTMLElement ? document.activeElement.blur() : undefined,
    )
    await page.keyboard.press('g')
    await page.keyboard.press('r')
    await page.locator('[data-screen=receipts] .row-open').first().waitFor()
    await page.keyboard.press('j')
    await page.getByTestId('verify-one').waitFor()
    await tabTo(page, 'verify-one')
    await page.keyboard.press('Enter')
    await page.getByTestId('verify-result').waitFor()
    await tabTo(page, 'undo')
    await page.keyboard.press('Enter')
    await tabTo(page, 'undo', 'Undo')
    await page.keyboard.press('Enter')
    await until(async () => ((await page.getByTestId('undo').textContent()) ?? '').includes('Undone'))
  })

  test('a code that was used opens nothing, and the page says what to do', async () => {
    const { page } = await demo.windowAt(`${demo.server().origin}/#code=usedbefore`)
    await page.getByTestId('gate').waitFor()
    expect(await page.getByTestId('gate').textContent()).toContain('shows a new address')
    await page.getByLabel('Address or code from the terminal').fill(demo.server().address())
    await page.keyboard.press('Enter')
    await page.getByLabel('Message', { exact: true }).waitFor()
    expect(page.url()).not.toContain('code')
    expect(await page.evaluate(() => [document.cookie, JSON.stringify(localStorage)].join())).not.toContain('cs_')
  })
})

/** Presses Tab until the focus is on something inside the part with this test id. */
async function tabTo(page: Page, testId: string, text = ''): Promise<void> {
  for (let presses = 0; presses < 120; presses++) {
    await page.keyboard.press('Tab')
    const isThere = await page.evaluate(
      ([id, wanted]) => {
        const focused = document.activeElement
        return (
          focused?.closest(`[data-testid="${id}"]`) !== null &&
          focused?.closest(`[data-testid="${id}"]`) !== undefined &&
          (wanted === '' || focused?.textContent?.trim() === wanted)
        )
      },
      [testId, text] as const,
    )
    if (isThere) return
  }
  throw new Error(`Tab never came to ${testId}`)
}
