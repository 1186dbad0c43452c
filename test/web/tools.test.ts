import { expect, test } from 'vitest'
import { callTool, whyTool } from '../../src/runtime/index.ts'
import { countingTool, openTestRuntime } from '../open-test-runtime.ts'
import { pageServer, sends } from './page-server.ts'
import { openWorld, webWorld } from './web-world.ts'

test('[ROUTE-13] both tools, under all their names, need the right to browse', async () => {
  const { runtime } = await webWorld({ 'web.search_url': 'http://localhost:8888' })
  for (const name of ['web_fetch', 'browser_navigate', 'fetch_url', 'open_url', 'web_search', 'search_web'])
    expect([name, runtime.catalog.find(name)?.tool.capability]).toEqual([name, 'BrowserControl'])
})

test('browser_navigate is web_fetch by another name', async () => {
  const server = await pageServer({ '*': sends('text/plain', 'here') })
  const { runtime } = await openWorld()
  const report = await callTool(
    { tool: 'browser_navigate', args: { link: server.at('/') }, allow: ['BrowserControl'] },
    runtime,
  )
  expect([report.text.endsWith('here'), report.receipt?.tool_id]).toEqual([true, 'web_fetch'])
})

test('without an engine why says what is missing', async () => {
  const { runtime } = await webWorld()
  expect(await whyTool('web_search', 's', runtime)).toMatchObject({
    ok: false,
    error: { message: expect.stringContaining('set search_url in [web]') },
  })
  expect(await whyTool('constructor', 's', runtime)).toMatchObject({
    ok: false,
    error: { message: expect.stringContaining('No tool') },
  })
  expect(await whyTool('web_fetch', 's', runtime)).toMatchObject({
    ok: true,
    value: { confirmation: 'asks, unless you have named yourself what it sends' },
  })
})

test("a program's own tool of the same name stays the program's", async () => {
  const own = countingTool({ name: 'web_fetch', risk: 'read', capability: 'FileAccess' })
  const runtime = await openTestRuntime({ tools: [own], settings: { 'web.search_url': 'http://localhost:8888' } })
  const report = await callTool(
    { tool: 'web_fetch', args: { url: 'http://127.0.0.1/' }, allow: ['FileAccess'] },
    runtime,
  )
  expect([report.ok, own.ran.length]).toEqual([true, 1])
  expect(runtime.catalog.find('browser_navigate')).toBeUndefined()
  expect(runtime.catalog.find('web_search')?.tool.capability).toBe('BrowserControl')
})
