import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withDemo } from './console-suite.ts'
import { open, picture, until, violationsOf } from './console-world.ts'
import { lacksBrowser } from '../system-needs.ts'

const CONFIG = `# What I want
[tools.policy]
enabled = true

[[tools.policy.rules]]
action = "deny"
tools = ["file_*"]
paths = ["secret/**"]
reason = "nobody's business"

[[tools.policy.rules]]
action = "ask"
tools = ["file_search"]
`

describe.skipIf(lacksBrowser)('tools and policy in the console', { timeout: 120_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-config-'))
  const config = join(folder, 'config.toml')
  beforeAll(() => writeFileSync(config, CONFIG))
  const demo = withDemo({ flags: ['--config', config] })
  const { at } = demo
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const noSideways = async (page: Page): Promise<boolean> =>
    page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)

  test('a rule says in which file and on which line it stands, and how many calls it decided', async () => {
    const page = await at('policy')
    const rules = page.locator('ol.cards > li')
    await until(async () => (await rules.count()) === 2)
    expect(await rules.first().textContent()).toContain(`${config}:5`)
    expect(await rules.last().textContent()).toContain(`${config}:11`)
    expect(await rules.getByTestId('hits').allTextContents()).toEqual(['no calls yet', 'no calls yet'])
    await open(page, 'tools?tool=file_read')
    await page.getByTestId('try-tool').getByLabel(/^path/).fill('secret/plan.md')
    await page.getByRole('button', { name: 'Call', exact: true }).click()
    await page.getByTestId('ask-bar').or(page.getByTestId('call-result')).first().waitFor()
    if ((await page.getByTestId('call-result').count()) === 0) {
      await page.keyboard.press('Alt+p')
      await page
        .getByTestId('permission-card')
        .last()
        .getByRole('button', { name: /Allow once/ })
        .click()
    }
    await open(page, 'policy')
    await until(async () => {
      await open(page, 'tools')
      await open(page, 'policy')
      return (await rules.first().getByTestId('hits').textContent()) === 'decided 1 call'
    })
    expect(await rules.last().getByTestId('hits').textContent()).toBe('no calls yet')
    expect(await violationsOf(page)).toEqual([])
  })

  test('trying a tool is a dry run unless somebody presses Call: it shows the change, names the rule, and does nothing', async () => {
    const page = await at('tools?tool=file_write')
    const form = page.getByTestId('try-tool')
    await form.getByLabel(/^path/).fill('Story/tried.md')
    await form.getByLabel(/^content/).fill('The lamp is lit.')
    await form.getByLabel(/^path/).press('Enter')
    const told = page.getByTestId('tool-dry-run')
    await told.waitFor()
    expect(await told.textContent()).toContain('The lamp is lit.')
    expect(await told.textContent()).toContain('Nothing ran.')
    expect(await told.textContent()).toContain('None of your rules applies to it.')
    expect(existsSync(join(demo.server().workspace, 'Story', 'tried.md'))).toBe(false)
    expect(await page.getByTestId('ask-bar').count()).toBe(0)
    expect(await violationsOf(page)).toEqual([])
    await told.scrollIntoViewIfNeeded()
    await picture(page, 'tool-dry-run')
    await form.getByLabel(/^path/).fill('secret/tried.md')
    await form.getByRole('button', { name: 'Dry run' }).click()
    await told.getByText('Your rule 1 of [tools.policy] says deny.').waitFor()
    await page.setViewportSize({ width: 320, height: 700 })
    expect(await noSideways(page)).toBe(true)
    await open(page, 'receipts')
    expect(await page.locator('.row-open', { hasText: 'file_write' }).count()).toBe(0)
  })

  test('a tool is switched off by a rule that is shown first, and on again', async () => {
    const page = await at('tools?tool=file_edit')
    const box = page.getByTestId('tool-switch')
    await box.waitFor()
    expect(await box.textContent()).toContain('deny file_edit')
    await box.getByRole('button', { name: 'Switch off' }).click()
    await box.getByText('switched off: not offered, and every call is denied').waitFor()
    const saved = /Saved in (\S+)\./.exec((await page.getByTestId('toast').last().textContent()) ?? '')?.[1] ?? ''
    const rulesNow = (): unknown => JSON.parse(readFileSync(saved, 'utf8')).values['tools.policy.rules']
    expect(rulesNow()).toEqual([
      { action: 'deny', tools: ['file_edit'], reason: 'switched off at the console' },
      expect.objectContaining({ paths: ['secret/**'] }),
      { action: 'ask', tools: ['file_search'] },
    ])
    expect(await violationsOf(page)).toEqual([])
    await box.getByRole('button', { name: 'Switch on again' }).click()
    await box.getByRole('button', { name: 'Switch off' }).waitFor()
    expect(rulesNow()).toEqual([
      expect.objectContaining({ paths: ['secret/**'] }),
      { action: 'ask', tools: ['file_search'] },
    ])
  })

  test("a tool's page names its limits, and each leads to its setting", async () => {
    const page = await at('tools?tool=file_read')
    const caps = page.getByTestId('tool-caps')
    await caps.waitFor()
    expect(await caps.textContent()).toContain('500 Lines that one read shows')
    expect(await caps.textContent()).toContain('30 s One attempt of a tool may take so long.')
    expect(await violationsOf(page)).toEqual([])
    await page.setViewportSize({ width: 320, height: 700 })
    expect(await noSideways(page)).toBe(true)
    await caps.getByRole('link', { name: 'tools.timeout_secs' }).click()
    await page.locator('[data-screen=settings] .setting').first().waitFor()
    expect(await page.locator('.setting').allTextContents()).toEqual([expect.stringContaining('tools.timeout_secs')])
  })

  test('while a rule is written, what could stand there is offered, to the keyboard and to a screen reader', async () => {
    const page = await at('policy')
    await page.getByRole('button', { name: 'Edit the rules' }).click()
    const text = page.getByLabel('Rules as JSON')
    await until(async () => (await text.inputValue()).includes('secret'))
    await text.fill('[]')
    await text.press('Home')
    await text.press('ArrowRight')
    await page.keyboard.type('{')
    expect(await page.getByTestId('suggested').count()).toBe(0)
    await page.keyboard.press('Control+ ')
    const list = page.getByRole('listbox', { name: 'Suggestions' })
    expect(await list.getByRole('option').first().textContent()).toBe('action')
    expect(await violationsOf(page)).toEqual([])
    await page.keyboard.press('Enter')
    expect(await list.getByRole('option').count()).toBe(0)
    await page.keyboard.type('d')
    await list.waitFor()
    const active = (await text.getAttribute('aria-activedescendant')) ?? ''
    expect(await page.locator(`[id="${active}"]`).textContent()).toBe('deny')
    await page.keyboard.press('Tab')
    await page.keyboard.type(', "to')
    await page.keyboard.press('Enter')
    await page.keyboard.type('file_')
    expect(await list.getByRole('option').allTextContents()).toContain('file_write')
    expect(await page.getByText(/\d suggestions: arrows choose, Enter takes, Escape closes/).count()).toBe(1)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowUp')
    await list.getByRole('option', { name: 'file_write' }).click()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.type(', "ri')
    await page.keyboard.press('Escape')
    expect(await list.count()).toBe(0)
    expect(await page.getByTestId('policy-editor').count()).toBe(1)
    await page.keyboard.press('Control+ ')
    await page.keyboard.press('Enter')
    await page.keyboard.type('w')
    await page.setViewportSize({ width: 320, height: 700 })
    expect(await noSideways(page)).toBe(true)
    await page.keyboard.press('Enter')
    expect(await text.inputValue()).toBe('[{"action": "deny", "tools": ["file_write"], "risk": ["write"]]')
    await page.keyboard.press('Tab')
    expect(await text.evaluate(element => element === document.activeElement)).toBe(false)
  })

  test('why a tool is not offered is said in words of people who write messages, not of our tables', async () => {
    const page = await at('policy')
    await page.getByTestId('test-message').fill('What does Story/SCN-outline.md say?')
    await page.getByRole('button', { name: 'Test', exact: true }).click()
    const tested = page.getByTestId('tested')
    await tested
      .getByText(/messages of this kind/)
      .first()
      .waitFor()
    expect(await tested.textContent()).not.toMatch(/\brow\b/)
  })
})
