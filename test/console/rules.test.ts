import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withDemo } from './console-suite.ts'
import { open, picture, until, violationsOf } from './console-world.ts'
import { lacksBrowser } from '../system-needs.ts'

const SECRET = { action: 'deny', tools: ['file_*'], paths: ['secret/**'], reason: 'mine' }
const SEARCH = { action: 'ask', tools: ['file_search'] }
const CONFIG = `[tools.policy]
enabled = true

[[tools.policy.rules]]
action = "deny"
tools = ["file_*"]
paths = ["secret/**"]
reason = "mine"

[[tools.policy.rules]]
action = "ask"
tools = ["file_search"]
`

describe.skipIf(lacksBrowser)('rules as a form and as a text', { timeout: 120_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-rules-'))
  const config = join(folder, 'config.toml')
  beforeAll(() => writeFileSync(config, CONFIG))
  const demo = withDemo({ flags: ['--config', config] })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  type Editor = {
    readonly page: Page
    readonly form: Locator
    readonly rules: () => Promise<unknown>
    readonly text: Locator
    readonly save: Locator
    readonly editor: Locator
  }
  const edit = async (): Promise<Editor> => {
    const page = await demo.at('policy')
    await page.getByRole('button', { name: 'Edit the rules' }).click()
    const editor = page.getByTestId('policy-editor')
    const text = editor.getByLabel('Rules as JSON')
    await editor.getByTestId('rule-form').waitFor()
    return {
      page,
      editor,
      text,
      form: editor.getByTestId('rule-form'),
      rules: async () => JSON.parse(await text.inputValue()) as unknown,
      save: editor.getByRole('button', { name: 'Save these rules' }),
    }
  }

  test('every field of the form writes its field of the text, and nothing else', async () => {
    const { page, form, rules, editor } = await edit()
    expect(await rules()).toEqual([SECRET, SEARCH])
    expect(await form.getByRole('radio', { name: 'deny' }).isChecked()).toBe(true)
    expect(await form.getByRole('list', { name: 'Paths' }).textContent()).toContain('secret/**')
    await editor.getByRole('button', { name: /^2 ask file_search/ }).click()
    await page.getByRole('group', { name: 'Rule 2' }).waitFor()
    await form.getByRole('radio', { name: 'deny' }).check()
    await form.getByRole('combobox', { name: 'Tools' }).fill('web_*')
    await form.getByRole('combobox', { name: 'Tools' }).press('Enter')
    await form.getByRole('button', { name: 'Remove file_search' }).click()
    await form.getByRole('checkbox', { name: 'reads' }).check()
    await form.getByText('More conditions').click()
    await form.getByRole('combobox', { name: 'Capabilities' }).fill('WebAccess')
    await form.getByRole('button', { name: 'Add to: Capabilities' }).click()
    await form.getByRole('checkbox', { name: 'Autonomous' }).check()
    await form.getByLabel('Argument', { exact: true }).fill('url')
    await form.getByLabel('Pattern', { exact: true }).fill('^https:')
    await form.getByRole('button', { name: 'Add to: Arguments' }).click()
    await form.getByLabel('Minimum workspace trust').selectOption('Trusted')
    await form.getByLabel(/^Reason/).fill('not by itself')
    expect(await rules()).toEqual([
      SECRET,
      {
        action: 'deny',
        tools: ['web_*'],
        capabilities: ['WebAccess'],
        risk: ['read'],
        phases: ['Autonomous'],
        args: { url: '^https:' },
        trust: 'Trusted',
        reason: 'not by itself',
      },
    ])
    expect(await violationsOf(page)).toEqual([])
    await form.getByRole('button', { name: 'Remove url = ^https:' }).click()
    await form.getByRole('checkbox', { name: 'reads' }).uncheck()
    await form.getByLabel('Minimum workspace trust').selectOption('')
    await form.getByLabel(/^Reason/).fill('')
    expect(await rules()).toEqual([
      SECRET,
      { action: 'deny', tools: ['web_*'], capabilities: ['WebAccess'], phases: ['Autonomous'] },
    ])
  })

  test('what is written in the text stands in the form; while the text is no list the form waits, and loses nothing', async () => {
    const { editor, form, text } = await edit()
    await text.fill(JSON.stringify([{ ...SECRET, paths: ['diary/**'] }]))
    await form.getByText('diary/**').waitFor()
    await text.fill('[{"action": "deny", ')
    await editor.getByText('The text is not a valid list of rules right now').waitFor()
    expect(await form.count()).toBe(0)
    expect(await text.inputValue()).toBe('[{"action": "deny", ')
    await text.fill(JSON.stringify([SEARCH]))
    expect(await form.getByRole('radio', { name: 'ask me' }).isChecked()).toBe(true)
  })

  test('the server says while one writes what each rule is about, and why it would refuse them', async () => {
    const { editor, form, rules } = await edit()
    await form.getByLabel(/^Reason/).fill('said otherwise')
    await form
      .getByTestId('rule-fits')
      .getByText(/Applies to \d+ tools: .*file_read/)
      .waitFor()
    await editor.getByText('These rules are valid.').waitFor()
    await editor.getByRole('button', { name: 'Add a rule' }).click()
    await editor
      .getByTestId('complaints')
      .getByText(/rule 3 of \[tools.policy\].*"tools" must be a list/)
      .waitFor()
    await form.getByRole('combobox', { name: 'Tools' }).fill('frobnicate')
    await form.getByRole('combobox', { name: 'Tools' }).press('Enter')
    await form.getByText('Matches no tool.').waitFor()
    await editor.getByTestId('complaints').getByText('fits no tool that is here: frobnicate').waitFor()
    await editor.getByRole('button', { name: 'Remove rule 3' }).click()
    await editor.getByText('These rules are valid.').waitFor()
    expect(await rules()).toEqual([{ ...SECRET, reason: 'said otherwise' }, SEARCH])
  })

  test('the change is shown before it is saved, by the form alone, and the file holds exactly that', async () => {
    const { page, editor, form, save } = await edit()
    expect(await save.isDisabled()).toBe(true)
    expect(await editor.locator('.difference').count()).toBe(0)
    await form.getByRole('button', { name: 'Remove secret/**' }).click()
    await form.getByRole('textbox', { name: 'Paths' }).fill('diary/**')
    await form.getByRole('textbox', { name: 'Paths' }).press('Enter')
    expect(await editor.locator('.difference del').textContent()).toContain('secret')
    expect(await editor.locator('.difference ins').textContent()).toContain('diary')
    await editor.getByText('These rules are valid.').waitFor()
    await editor.evaluate(part => part.scrollIntoView({ block: 'start' }))
    expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0)
    await picture(page, 'rule-form')
    await save.click()
    await editor.waitFor({ state: 'detached' })
    const saved = /Saved in (\S+)\./.exec((await page.getByTestId('toast').last().textContent()) ?? '')?.[1] ?? ''
    expect(JSON.parse(readFileSync(saved, 'utf8')).values['tools.policy.rules']).toEqual([
      { ...SECRET, paths: ['diary/**'] },
      SEARCH,
    ])
  })

  test('rules that another window saved meanwhile are not overwritten: both are kept until a person decides', async () => {
    const [mine, theirs] = [await edit(), await edit()]
    await theirs.text.fill(JSON.stringify([SEARCH]))
    await mine.text.fill(JSON.stringify([SECRET]))
    await theirs.save.click()
    await theirs.editor.waitFor({ state: 'detached' })
    const overtaken = mine.page.getByTestId('overtaken')
    await overtaken.waitFor()
    expect(await mine.rules()).toEqual([SECRET])
    await mine.save.click()
    await mine.editor.getByText('The rules have changed since.').waitFor()
    expect(await violationsOf(mine.page)).toEqual([])
    await overtaken.getByRole('button', { name: 'Keep mine' }).click()
    await overtaken.waitFor({ state: 'detached' })
    expect((await mine.editor.locator('.difference del').allTextContents()).join()).toContain('file_search')
    expect(await mine.rules()).toEqual([SECRET])
    await mine.save.click()
    await mine.editor.waitFor({ state: 'detached' })
  })

  test('at 320 pixels the form is whole', async () => {
    const page = await demo.at('policy', { viewport: { width: 320, height: 700 } })
    await page.getByRole('button', { name: 'Edit the rules' }).click()
    await page.getByTestId('rule-form').waitFor()
    await page.getByTestId('rule-form').getByText('More conditions').click()
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
    expect(await violationsOf(page)).toEqual([])
    await open(page, 'tools')
    await until(async () => (await page.locator('.tool-row').count()) > 0)
  })
})
