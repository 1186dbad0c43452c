import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type JsonObject, isJsonObject, textOf } from '../../src/core/index.ts'
import { callTool } from '../../src/runtime/index.ts'
import { countingTool, openTestRuntime, testWorkspace } from '../open-test-runtime.ts'
import { type WorkFolder, workFolder } from '../work-folder.ts'
import { call, play } from './play.ts'

const numbered = (count: number): string => Array.from({ length: count }, (_, index) => `line ${index + 1}\n`).join('')

/** A folder with these files, and how the command `call` reads in it: its JSON. */
function folderWith(files: Readonly<Record<string, string>>, toml = '') {
  const folder = workFolder()
  for (const [path, text] of Object.entries(files)) folder.write(path, text)
  if (toml !== '') folder.write('../home/.config/countersign/countersign.toml', toml)
  const read = (tool: string, ...args: readonly string[]): Promise<JsonObject> => called(folder, [tool, ...args])
  return { ...folder, read }
}

async function called(folder: WorkFolder, words: readonly string[]): Promise<JsonObject> {
  const { value } = await folder.json('call', ...words, '--allow', 'FileAccess')
  return isJsonObject(value) ? value : {}
}

describe('a file that is read', () => {
  test('[IO-01] [IO-02] [IO-15] of 1,200 lines 500 are shown, with how many remain, in the data and in the text', async () => {
    const { read } = folderWith({ 'a.md': numbered(1_200) })
    const first = await read('file_read', 'path=a.md')
    expect(textOf(first['text']).split('\n')).toEqual([
      ...numbered(500).trimEnd().split('\n'),
      '[500 of 1200 lines shown; call again with start_line=501]',
    ])
    expect(first['data']).toMatchObject({ lines_shown: 500, lines_remaining: 700, has_more: true })
    const last = await read('file_read', 'path=a.md', 'start_line=1001')
    expect(last['data']).toMatchObject({ lines_shown: 200, lines_remaining: 0, has_more: false })
    expect(textOf(last['text'])).not.toContain('lines shown')
  })

  test('[IO-03] a larger wish is clamped to the cap', async () => {
    const { read } = folderWith({ 'a.md': numbered(1_200) })
    for (const wish of [['max_lines=5000'], ['end_line=9999'], ['max_lines=5000', 'end_line=1200']])
      expect((await read('file_read', 'path=a.md', ...wish))['data']).toMatchObject({ lines_shown: 500 })
  })

  test.each([10, 800])('[IO-06] [CFG-02] the cap is a setting: %i', async max => {
    const { read } = folderWith({ 'a.md': numbered(1_200) }, `[tools.file]\nmax_lines = ${max}\n`)
    expect((await read('file_read', 'path=a.md'))['data']).toMatchObject({
      lines_shown: max,
      lines_remaining: 1_200 - max,
    })
  })

  test('[IO-15] what is cut of a line, a list, a search and a result is marked where the model reads it', async () => {
    const files = {
      'long.md': `${'x'.repeat(2_100)}\nshort\n`,
      ...Object.fromEntries([1, 2, 3, 4, 5].map(count => [`f${count}.md`, 'needle\n'])),
    }
    const toml = '[tools.file]\nmax_entries = 4\nmax_results = 3\n'
    const { read } = folderWith(files, toml)
    expect(textOf((await read('file_read', 'path=long.md'))['text'])).toContain('[… 100 more characters in this line]')
    expect(textOf((await read('file_list'))['text'])).toMatch(
      /\n\[4 of \d+ entries shown; call again with start_entry=5\]$/,
    )
    expect(textOf((await read('file_search', 'query=needle'))['text'])).toMatch(/\n\[3 results shown; there are more\./)
    const { model } = await play({
      files: { 'notes.md': numbered(400) },
      settings: { 'turn.max_tool_bytes_per_step': 500 },
      replies: [call('file_read', { path: 'notes.md' }), 'So.'],
    })
    expect(model.requests[1]?.messages.at(-1)?.content).toMatch(/shown: 500 of \d{4} bytes/)
  })
})

describe('a search', () => {
  test('[IO-05] that finds nothing says what to try', async () => {
    const { read } = folderWith({ 'docs/dragon.md': 'nothing here\n' })
    const found = await read('file_search', 'query=drgaon')
    const guidance = textOf(isJsonObject(found['data']) ? found['data']['guidance'] : '')
    expect(guidance).toMatch(/another spelling.*broader glob.*file_list.*docs\/dragon\.md/)
    expect(textOf(found['text'])).toContain(guidance)
    expect(found['data']).toMatchObject({ results: [] })
  })
})

describe('rules for paths', () => {
  const files = {
    '.env': 'x\n',
    'app/.env': 'x\n',
    'secrets/key': 'x\n',
    'docs/a.md': 'x\n',
    'docs/.env': 'x\n',
    'notes.md': 'x\n',
    '.git/config': 'x\n',
  }
  const withRules = (deny: readonly string[], allow: readonly string[] = []) =>
    folderWith(files, `[tools.file]\ndeny_read = ${JSON.stringify(deny)}\nallow_read = ${JSON.stringify(allow)}\n`)
  const codes = async (
    { read }: ReturnType<typeof folderWith>,
    paths: readonly string[],
  ): Promise<readonly string[]> => {
    const found: string[] = []
    for (const path of paths) {
      const { fault } = await read('file_read', `path=${path}`)
      found.push(isJsonObject(fault) ? textOf(fault['code']) : 'ok')
    }
    return found
  }

  test('[IO-07] without them every file may be read but our own records; a pattern closes what it matches', async () => {
    const paths = ['.env', 'secrets/key', 'docs/a.md', '.git/config']
    expect(await codes(folderWith(files), [...paths, '.control-room/audit/secret.key'])).toEqual([
      ...paths.map(() => 'ok'),
      'path_blocked',
    ])
    const closed = withRules(['**/.env', '**/secrets/**', '**/.git/config'])
    expect(await codes(closed, ['.env', 'app/.env', 'secrets/key', '.git/config', 'notes.md'])).toEqual([
      ...Array.from({ length: 4 }, () => 'path_blocked'),
      'ok',
    ])
  })

  test.each<[readonly string[], readonly string[], string]>([
    [['other/**'], ['elsewhere/**'], 'path_blocked'],
    [['other/**'], ['docs/**'], 'ok'],
    [['docs/*.md'], ['elsewhere/**'], 'path_blocked'],
    [['docs/*.md'], ['docs/**'], 'path_blocked'],
    [['docs/*.md'], [], 'path_blocked'],
  ])('[IO-08] first deny %j, then allow %j: %s', async (deny, allow, code) => {
    expect(await codes(withRules(deny, allow), ['docs/a.md'])).toEqual([code])
  })

  test('[IO-09] a path on both lists is denied', async () => {
    expect(await codes(withRules(['**/.env'], ['**']), ['.env', 'docs/.env', 'notes.md'])).toEqual([
      'path_blocked',
      'path_blocked',
      'ok',
    ])
  })

  test('[IO-10] they hold for where a path really leads', async () => {
    const folder = withRules(['**/secrets/**', '**/.env'])
    symlinkSync('secrets/key', join(folder.root, 'ok.txt'))
    symlinkSync('secrets', join(folder.root, 'way'))
    symlinkSync('/etc', join(folder.root, 'out'))
    const paths = ['ok.txt', 'way/key', 'app/../.env', './/.env', 'docs/../secrets/key', 'out/hosts', '../../etc/hosts']
    expect(await codes(folder, paths)).toEqual(paths.map(() => expect.stringMatching(/^path_(blocked|outside)$/)))
  })

  test('[IO-11] a denial is a matter of policy, and is tried once', async () => {
    const turn = await play({
      files,
      settings: { 'tools.file.deny_read': ['**/.env'], 'tools.retry.max_attempts': 3, 'tools.retry.base_ms': 0 },
      replies: [call('file_read', { path: '.env' }), 'I may not.'],
    })
    expect(turn.model.requests[1]?.messages.at(-1)?.content).toContain(
      '[tool_error]\ncategory: PolicyBlocked\nmessage: A rule of this workspace (deny_read) closes this path to tools.',
    )
    const facts = turn.events.filter(({ type }) => type === 'tool.started' || type === 'tool.failed')
    expect(facts.map(({ type }) => type)).toEqual(['tool.failed'])
  })
})

test('[IO-04] paths are told from the workspace, and what lies outside is not told', async () => {
  const place = testWorkspace()
  const path = join(place.root, 'src', 'a.ts')
  const fails = countingTool({
    name: 'fails',
    risk: 'read',
    capability: 'FileAccess',
    execute: () => Promise.reject(new Error(`no ${path} and no ${join(place.state, 'x')}`)),
  })
  const runtime = await openTestRuntime({ ...place, tools: [fails] })
  const { text } = await callTool({ tool: 'fails', args: {}, allow: ['FileAccess'] }, runtime)
  expect(text).toContain('no src/a.ts and no')
  expect(text).not.toContain(place.state)
  const folder = folderWith({ 'src/a.ts': 'needle\n' })
  const found = [
    await folder.read('file_read', `path=${join(folder.root, 'src/a.ts')}`),
    await folder.read('file_list', 'path=src'),
    await folder.read('file_search', 'query=needle'),
    await folder.read('file_read', `path=${join(folder.root, 'src/b.ts')}`),
  ]
  expect(JSON.stringify(found)).toContain('src/a.ts')
  expect(JSON.stringify(found)).not.toContain(folder.root)
})
