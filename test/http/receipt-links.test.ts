import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isJsonList, isJsonObject, textOf } from '../../src/core/index.ts'
import type { FoundServer, ServerPlace } from '../../src/runtime/index.ts'
import { startTestServer } from '../http-server.ts'

test('a receipt leads to the grant that it ran under, to what the answer claimed with it, and to its issues', async () => {
  const { api, root } = await startTestServer()
  writeFileSync(
    join(root, 'bread.md'),
    '# Rye bread\n\nThe dough rests for twelve hours before it goes into the oven.\n',
  )
  const start = (await api('GET', '/api/start')).json
  const [question] = isJsonList(start['to_try']) ? start['to_try'].map(textOf) : []
  const { json: turn } = await api('POST', '/api/ai/chat', { message: question })
  const receipts = isJsonList(turn['receipts']) ? turn['receipts'].map(textOf) : []
  const views = await Promise.all(receipts.map(async id => (await api('GET', `/api/receipts/${id}`)).json))
  const view = views.find(({ cited_by: cited }) => isJsonList(cited) && cited.length > 0) ?? {}
  expect(view).toMatchObject({
    grant: { grant_id: expect.stringMatching(/^grant_/), capability: 'FileAccess' },
    cited_by: [{ claim: expect.stringContaining('The dough rests'), holds: true, code: 'verified' }],
    issues: [],
  })
  const { grants } = (await api('GET', '/api/grants')).json
  const held = isJsonList(grants) ? grants.filter(isJsonObject).map(({ id }) => id) : []
  expect(held).toContain(isJsonObject(view['grant']) ? view['grant']['grant_id'] : '')
  await api('POST', `/api/audit/sessions/${textOf(turn['session'])}/link-issue`, { issue_id: '31' })
  expect((await api('GET', `/api/receipts/${receipts[0] ?? ''}`)).json['issues']).toEqual(['31'])
})

test('a call that a person made cites nothing and belongs to no issue', async () => {
  const { api, root } = await startTestServer()
  writeFileSync(join(root, 'a.md'), 'one\n')
  const { json } = await api('POST', '/api/tools/file_read/call', { args: { path: 'a.md' }, allow: ['FileAccess'] })
  const receipt = isJsonObject(json['receipt']) ? textOf(json['receipt']['receipt_id']) : ''
  expect((await api('GET', `/api/receipts/${receipt}`)).json).toMatchObject({ cited_by: [], issues: [] })
})

test('every place in which models are looked for is told, and whether something answers there', async () => {
  const found: readonly FoundServer[] = [{ kind: 'ollama', address: 'http://gpu:9000', models: [{ name: 'qwen3:4b' }] }]
  const places: readonly ServerPlace[] = [
    { kind: 'ollama', address: 'http://gpu:9000', title: 'Ollama', start: 'Start it with: ollama serve' },
    { kind: 'lmstudio', address: 'http://gpu:9000', title: 'LM Studio', start: 'Start it with: lms server start' },
  ]
  const models = {
    open: async () => Promise.reject(new Error('not asked for')),
    find: async () => found,
    places: async () => places,
  }
  const { api } = await startTestServer({
    server: { models: { ...models, flag: 'demo', setting: () => '', settings: () => '' } },
  })
  expect((await api('GET', '/api/models')).json).toMatchObject({
    looked_at: ['http://gpu:9000', 'http://gpu:9000'],
    places: [
      { title: 'Ollama', address: 'http://gpu:9000', answers: true, start: 'Start it with: ollama serve' },
      { title: 'LM Studio', address: 'http://gpu:9000', answers: false, start: 'Start it with: lms server start' },
    ],
  })
})
