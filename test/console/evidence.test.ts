import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/core/index.ts'
import type { ScriptedReply } from '../../src/providers/index.ts'
import { checked, closing, eventsOf, opening, turnOf } from '../../web/test/fake-turn.ts'
import { type ToldWorld, withFakes, withTold } from './console-suite.ts'
import { picture, until, violationsOf } from './console-world.ts'
import { lacksBrowser } from '../system-needs.ts'

const NOTE = 'The lamp is lit at dusk.\nNobody answers the bell.\nThe keeper sleeps by day.\n'
const called = (name: string, args: JsonObject): ScriptedReply => ({ calls: [{ id: 'c1', name, arguments: args }] })
const READ = called('file_read', { path: 'keeper.md' })

describe.skipIf(lacksBrowser)('what stands below an answer', { timeout: 120_000 }, () => {
  const { world } = withTold()
  const ask = async (
    replies: readonly ScriptedReply[],
    message = '/file Who answers the bell?',
  ): Promise<ToldWorld> => {
    const here = await world(replies, { files: { 'keeper.md': NOTE }, isNative: true })
    await here.api('POST', '/api/ai/chat', {
      message,
      session_id: here.session,
      profile: 'native',
      wait: false,
    })
    return here
  }
  const evidenceOf = async (page: Page): Promise<string> => {
    await page.getByTestId('evidence').waitFor()
    return page.getByTestId('evidence').innerText()
  }

  test('a true quote has its mark, reason, place and receipt, and the rest is counted as not checked, also after a reload', async () => {
    const { page } = await ask([
      READ,
      'You can ring for hours. "Nobody answers the bell." (keeper.md:2)\n\nThe keeper is asleep. It is day.',
    ])
    expect(await evidenceOf(page)).toContain('1 quote verified · 3 sentences not checked')
    expect(await page.getByTestId('stage-evidence').textContent()).toContain('1 verified, 3 not checked')
    const [citation, ...more] = await page.getByTestId('citation').all()
    expect(more).toEqual([])
    const shown = (await citation?.textContent()) ?? ''
    for (const part of ['verified', 'keeper.md:2', '"Nobody answers the bell."', 'It stands in keeper.md:2, as read.'])
      expect(shown).toContain(part)
    expect(await page.locator('[data-testid=evidence] .icon-check').count()).toBe(1)
    expect(await citation?.locator('.icon-check').count()).toBe(1)
    const receipt = await citation?.getByRole('link', { name: /receipt/ }).getAttribute('href')
    expect(receipt).toMatch(/^\/receipts\?receipt=rcpt_/)
    expect(await page.locator('[data-testid=ran] a').getAttribute('href')).toBe(receipt)
    expect(await violationsOf(page, '.turn')).toEqual([])
    await page.getByTestId('citation-place').click()
    expect(await page.locator('dialog mark').textContent()).toBe('Nobody answers the bell')
    await page.keyboard.press('Escape')
    await page.reload()
    expect(await evidenceOf(page)).toContain('1 quote verified · 3 sentences not checked')
    expect(await page.getByTestId('ran').innerText()).toContain('1 file')
  })

  test('an answer that cites nothing has no mark, only how much was not checked', async () => {
    const { page } = await ask(['Nobody does. It is late.'])
    expect(await evidenceOf(page)).toBe('2 sentences not checked')
    expect(await page.getByTestId('evidence').locator('.icon').count()).toBe(0)
    expect(await page.getByTestId('stage-evidence').getAttribute('data-status')).toBe('skipped')
    expect(await page.getByTestId('ran').count()).toBe(0)
  })

  test('a false quote withholds the answer, and what is wrong with it is said, and where its text stands', async () => {
    const { page } = await ask([
      READ,
      'Somebody does. "The keeper answers the bell." (keeper.md:2)',
      'Somebody does, I am sure. "The keeper answers the bell at once." (keeper.md:2)',
    ])
    const evidence = page.getByTestId('evidence')
    await evidence.waitFor()
    expect(await evidence.getByRole('alert').textContent()).toBe('The answer was withheld because a citation is false:')
    const shown = await evidence.innerText()
    expect(shown).toContain('"The keeper answers the bell at once."')
    expect(shown).toContain('1 quote false · 1 sentence not checked')
    expect(shown).toContain('attempt 3 in the Attempts stage')
    expect(await page.getByTestId('citation').locator('.tone-bad').textContent()).toBe('false')
    expect(await page.getByTestId('answer').count()).toBe(0)
    expect(await page.getByTestId('stage-evidence').getAttribute('data-status')).toBe('failed')
    expect(await page.locator('.stage-panel').count()).toBe(0)
    await picture(page, 'withheld')
    await page.getByTestId('stage-evidence').click()
    expect(await page.getByTestId('panel-evidence').textContent()).toContain('Attempt 2: correction requested')
    expect(await page.getByTestId('ran').innerText()).toContain('file_read')
    expect(await violationsOf(page, '.turn')).toEqual([])
  })

  test('a required line that is missing is named as such, not as a false citation', async () => {
    const { page, api, session } = await world(['Nobody does.', 'Nobody does, as I said.'], {
      files: { 'keeper.md': NOTE },
      isNative: true,
    })
    await api('POST', '/api/ai/chat', {
      message: 'Who answers the bell?',
      session_id: session,
      evidence: 'quote',
      wait: false,
    })
    const evidence = page.getByTestId('evidence')
    await evidence.waitFor()
    expect(await evidence.getByRole('alert').textContent()).toBe(
      'The answer was withheld because it is not as required:',
    )
    expect(await page.getByTestId('citation').textContent()).toBe(
      'not as requiredThe answer has no Evidence line, so nothing in it was checked.',
    )
  })

  test('a claim of a search that never ran is remarked on, and the answer is shown', async () => {
    const { page } = await ask(['I searched the whole folder. Nobody does.'])
    expect(await evidenceOf(page)).toContain('says it searched; no search ran')
    expect(await page.getByTestId('answer').textContent()).toContain('I searched the whole folder.')
    expect(await page.getByTestId('stage-evidence').getAttribute('data-status')).toBe('warning')
  })

  test('what ran and what was denied is told apart, and each leads to its receipt', async () => {
    const { page } = await ask(
      [READ, called('file_write', { path: 'new.md', content: 'x' }), 'Nothing was written.'],
      '/edit Read keeper.md, then write new.md.',
    )
    await page.getByTestId('permission-card').waitFor()
    await page.getByTestId('permission-card').press('n')
    await page.getByTestId('answer').waitFor()
    await until(async () => (await page.getByTestId('ran').innerText()).includes('denied'))
    const items = await page.locator('[data-testid=ran] li').allInnerTexts()
    expect(items.map(text => text.replaceAll(/\s+/g, ' '))).toEqual(['file_read done 1 file', 'file_write denied'])
    const links = await page.locator('[data-testid=ran] a').all()
    expect(links).toHaveLength(2)
    await links[1]?.click()
    await page.getByTestId('receipt-detail').waitFor()
    expect(await page.getByTestId('receipt-detail').textContent()).toContain('file_write')
  })
})

describe.skipIf(lacksBrowser)('what is seldom below an answer', { timeout: 120_000 }, () => {
  const { world } = withFakes()

  test('what is not verified says in words why, and a judgement of a model stands apart', async () => {
    const because = (name: string): string => `The reason for ${name}.`
    const told = {
      stale: 'file changed since',
      self_written: 'written in this session',
      unbacked: 'no receipt shows it',
      file_unnamed: 'cannot be checked',
    } as const
    const findings = (['stale', 'self_written', 'unbacked', 'file_unnamed'] as const).map(code => ({
      claim: `"words of ${code}"`,
      holds: code !== 'file_unnamed',
      because: because(code),
      code,
    }))
    const judged = {
      model: 'qwen3:4b',
      sentences: [
        { text: 'Two scenes.', says: 'supported' as const },
        { text: 'It rained.', says: 'not_stated' as const },
      ],
    }
    const report = checked(1, { verdict: 'unbacked', findings: [...findings, ...findings.slice(-1)], judged })
    const { page } = await world({
      turns: [turnOf('turn_1', eventsOf('turn_1', [...opening('x'), report, ...closing('Two scenes.')]))],
    })
    const citations = page.getByTestId('citation')
    await citations.first().waitFor()
    const shown = await citations.allTextContents()
    expect(shown).toEqual(
      findings.map(
        ({ code, claim }, at) => `${told[code]}${claim}${because(code)}${at === 3 ? ' · cited 2 times' : ''}`,
      ),
    )
    expect(await page.locator('[data-testid=evidence] .icon-check').count()).toBe(0)
    const opinion = page.getByTestId('judged')
    expect(await page.locator('[data-testid=evidence] [data-testid=judged]').count()).toBe(0)
    expect(await opinion.locator('summary').textContent()).toBe('judged by qwen3:4b: 2 sentences')
    await opinion.locator('summary').click()
    expect(await opinion.locator('li').allTextContents()).toEqual(['supportedTwo scenes.', 'not statedIt rained.'])
    expect(await violationsOf(page, '.turn')).toEqual([])
  })
})
