import { describe, expect, onTestFinished, test } from 'vitest'
import { startLlamaServer, startLmStudio, startOllama, startServer } from '../servers/index.ts'
import { withBrowser } from './console-suite.ts'
import { open, picture, say, startCountersignIn, until, violationsOf } from './console-world.ts'
import { lacksBrowser } from '../system-needs.ts'

const NOBODY = 'http://127.0.0.1:9' // a port on which nothing may listen

describe.skipIf(lacksBrowser)('a model is connected', { timeout: 120_000 }, () => {
  const { window } = withBrowser()
  const world = async (places: {
    readonly ollama?: string
    readonly lmstudio?: string
    readonly llamacpp?: string
  }) => {
    const server = await startCountersignIn({
      COUNTERSIGN_PROVIDERS_OLLAMA_URL: places.ollama ?? NOBODY,
      COUNTERSIGN_PROVIDERS_LMSTUDIO_URL: places.lmstudio ?? NOBODY,
      COUNTERSIGN_PROVIDERS_LLAMACPP_URL: places.llamacpp ?? NOBODY,
    })
    onTestFinished(() => server.stop())
    const { page, problems } = await window(server.address())
    return { page, problems, card: page.getByTestId('connect-model') }
  }

  test('the first page names every place that was looked at, with the models that were found as buttons, and how to start the others', async () => {
    const ollama = await startOllama({
      models: ['qwen3:4b', 'llama3.2:3b', 'nomic-embed-text'],
      replies: () => 'Fine.',
    })
    const llama = await startLlamaServer()
    const { page, problems, card } = await world({ ollama: ollama.url, llamacpp: llama.url })
    await card.waitFor()
    await card.getByText('LM Studio').waitFor()
    const rows = await card
      .locator('li')
      .evaluateAll(items => items.map(item => [item.dataset['answers'], item.textContent]))
    expect(rows.map(([answers]) => answers)).toEqual(['true', 'false', 'true'])
    expect(rows[0]?.[1]).toContain(ollama.url)
    expect(rows[1]?.[1]).toContain('lms server start')
    const buttons = await card.getByRole('button', { name: /^Use / }).allTextContents()
    expect(buttons).toEqual(['Use qwen3:4b', 'Use llama3.2:3b', 'Use qwen3-4b.gguf'])
    expect(await violationsOf(page)).toEqual([])
    await page.setViewportSize({ width: 1120, height: 740 })
    await page.getByTestId('log-box').evaluate(box => box.scrollTo({ top: box.scrollHeight }))
    await picture(page, 'connect')
    expect(problems).toEqual([])
  })

  test('one that is chosen answers the next message, and the card has gone', async () => {
    const ollama = await startOllama({
      replies: () => 'Good morning from your own model.',
      capabilities: ['completion'],
    })
    const { page, card } = await world({ ollama: ollama.url })
    await card.getByRole('button', { name: 'Use qwen3:4b' }).click()
    await card.waitFor({ state: 'detached' })
    expect(await page.locator('.session-head').textContent()).toContain('ollama:qwen3:4b')
    await say(page, 'Good morning!')
    await page.getByTestId('answer').waitFor()
    expect(await page.getByTestId('answer').textContent()).toContain('Good morning from your own model.')
  })

  test('what was started meanwhile is found when somebody looks again, from the keyboard, too', async () => {
    let isUp = false
    const models = { object: 'list', data: [{ id: 'late', object: 'model' }] }
    const lmstudio = await startServer((received, response) => {
      const isList = isUp && received.path === '/v1/models'
      response
        .writeHead(isList ? 200 : 404, { 'content-type': 'application/json' })
        .end(JSON.stringify(isList ? models : {}))
    })
    const { card } = await world({ lmstudio: lmstudio.url })
    await card.getByText('lms server start').waitFor()
    expect(await card.getByRole('button', { name: /^Use / }).count()).toBe(0)
    isUp = true
    await card.getByRole('button', { name: 'Look again' }).press('Enter')
    await card.getByRole('button', { name: 'Use late' }).waitFor()
  })

  test('a provider that refuses leaves its words in the turn, with its stage open and a button that asks again', async () => {
    const refusal = { status: 400, body: { error: 'response_format json_object is not supported' } }
    let isWell = true
    const lmstudio = await startLmStudio({ models: ['small'], replies: () => (isWell ? 'Fine.' : refusal) })
    const { page, card } = await world({ lmstudio: lmstudio.url })
    await card.getByRole('button', { name: 'Use small' }).click()
    await card.waitFor({ state: 'detached' })
    isWell = false
    await say(page, 'Good morning!')
    const notice = page.getByTestId('stop-notice')
    await notice.waitFor()
    expect(await notice.textContent()).toContain('response_format json_object is not supported')
    await page.getByTestId('panel-attempts').waitFor()
    expect(await violationsOf(page)).toEqual([])
    const before = await page.locator('[data-turn]').count()
    await notice.getByRole('button', { name: 'Ask again' }).click()
    await until(async () => (await page.locator('[data-turn]').count()) === before + 1)
  })

  test('the doctor looks at the model that answers, says which, and looks at another one when somebody picks it', async () => {
    const ollama = await startOllama({ models: ['qwen3:4b'], replies: () => 'one two three four five six seven' })
    const { page } = await world({ ollama: ollama.url })
    await open(page, 'doctor')
    const examined = page.getByTestId('examined')
    await examined.waitFor()
    expect(await examined.textContent()).toBe('Checked demo, the current model.')
    const asked = (): number => ollama.requests.filter(({ path }) => /chat|generate/.test(path)).length
    expect(asked()).toBe(0)
    await page.getByLabel('Model to check').selectOption('ollama:qwen3:4b')
    await examined.getByText('Checked ollama:qwen3:4b. The current model is demo.').waitFor()
    await until(async () => ((await page.locator('main').textContent()) ?? '').includes('ollama:qwen3:4b answers.'))
    await until(async () => /\d+ ok/.test((await page.getByTestId('doctor-summary').textContent()) ?? ''))
    expect(asked()).toBeGreaterThan(0)
    expect(await page.locator('code', { hasText: 'countersign doctor --model ollama:qwen3:4b' }).count()).toBe(1)
    expect(await violationsOf(page)).toEqual([])
  })
})
