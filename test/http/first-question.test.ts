import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { isJsonList, textOf } from '../../src/core/index.ts'
import { type TestServer, startTestServer } from '../http-server.ts'

type Folder = Readonly<Record<string, string>>

const RECIPES: Folder = {
  'bread.md':
    '# Rye bread\n\nThe dough rests for twelve hours before it goes into the oven.\n\n- 500 g of rye flour\n- salt\n',
  'soups/leek.md':
    '# Leek soup\n\nMarguerite never peels the potatoes. She says that the skin holds the soup together.\n',
}
const FOLDERS: readonly (readonly [string, Folder])[] = [
  ['recipes', RECIPES],
  ['one short note', { 'idea.md': 'The bicycle belongs to my neighbour Hendrik, who bought it in Utrecht.\n' }],
  ['one sentence', { 'bread.md': '# Rye\n\nThe dough rests for twelve hours before it goes into the oven.\n' }],
  [
    'notes below other folders',
    { 'a/b/c/minutes.md': '# Minutes\n\nThe committee accepted the treasurer’s report without questions.\n' },
  ],
  [
    'German',
    { 'Tagebuch.md': '# Tagebuch\n\nDer Leuchtturm stand die ganze Nacht im Nebel, und niemand antwortete.\n' },
  ],
  [
    'a project with code, tables and links',
    {
      'README.md':
        '# Widgets\n\n[![build](x.svg)](y)\n\nWidgets are compiled ahead of time.\n\n```sh\nnpm install widgets\n```\n\n| flag | meaning |\n| --- | --- |\n| -v | verbose |\n\n## Licence\n\nThe licence is permissive; see the file of that name.\n',
      'package.json': '{}\n',
      'node_modules/other/README.md': '# Other\n\nThis sentence belongs to somebody else entirely.\n',
    },
  ],
]

async function serve(files: Folder): Promise<TestServer> {
  const started = await startTestServer()
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(started.root, path)), { recursive: true })
    writeFileSync(join(started.root, path), text)
  }
  return started
}

const suggested = async ({ api }: Pick<TestServer, 'api'>): Promise<readonly string[]> => {
  const { to_try: list } = (await api('GET', '/api/start')).json
  return isJsonList(list) ? list.map(textOf) : []
}

async function askFirst(
  started: TestServer,
): Promise<{ readonly attempts: readonly string[]; readonly reply: object }> {
  const [question] = await suggested(started)
  const { json } = await started.api('POST', '/api/ai/chat', { message: question })
  const { attempts } = (await started.api('GET', `/api/attempts?turn_id=${textOf(json['turn'])}`)).json
  const outcomes = isJsonList(attempts) ? attempts.map(each => textOf(Object(each)['outcome'])) : []
  return { attempts: outcomes, reply: { question, ...json } }
}

describe('the question that is suggested first', () => {
  test.each(FOLDERS)(
    'shows a repaired call, a receipt and a verified quote in a folder of %s',
    async (_name, files) => {
      const { attempts, reply } = await askFirst(await serve(files))
      expect(reply).toMatchObject({
        stopped: null,
        receipts: expect.arrayContaining([expect.stringMatching(/^rcpt_/)]),
        evidence: {
          verdict: 'verified',
          findings: expect.arrayContaining([
            expect.objectContaining({ holds: true, file: expect.stringMatching(/\.md$/) }),
          ]),
        },
      })
      expect(attempts[0]).toBe('rejected')
      expect(attempts).toContain('success')
      expect(JSON.stringify(reply)).not.toContain('node_modules')
    },
  )

  test('shows the same in our own manuscript when it is opened as anybody’s folder', async () => {
    const started = await serve({})
    cpSync(fileURLToPath(new URL('../../examples/manuscript', import.meta.url)), started.root, { recursive: true })
    const { reply } = await askFirst(started)
    expect(reply).toMatchObject({ stopped: null, evidence: { verdict: 'verified' } })
  })

  test('asks for the files where there is nothing to ask about', async () => {
    for (const files of [
      {},
      { 'photo.md': 'a\0b' },
      { 'empty.md': '' },
      { 'a name with spaces.md': 'Nobody can write this in a sentence.' },
    ])
      expect((await suggested(await serve(files)))[0]).toBe('Which files are in this folder?')
  })

  test('tells a key that may not see files nothing about them', async () => {
    const started = await serve(RECIPES)
    expect((await suggested(started))[0]).toContain('.md')
    const blind = await suggested({ api: started.as(started.newKey()) })
    expect(blind.join()).not.toMatch(/bread|leek/)
    const seeing = await suggested({ api: started.as(started.newKey({ allow: ['FileAccess'] })) })
    expect(seeing[0]).toContain('.md')
  })
})
