import type { Json, JsonObject } from '../../src/core/index.ts'
import { type PageServer, pageServer, redirectTo, sends } from '../web/page-server.ts'
import type { CallReport } from '../../src/index.ts'
import { call, outcome } from './entries.ts'
import { type Row, rowsAt } from './row.ts'

const FOUND = [1, 2, 3].map(number => ({
  title: `T${number}`,
  url: `http://a.example/${number}`,
  content: `words ${number}`,
  name: `N${number}`,
  link: `http://b.example/${number}`,
  says: `other ${number}`,
}))
const site = (): Promise<PageServer> =>
  pageServer({
    '/page': sends('text/plain', 'a line of the page\n'.repeat(400)),
    '/one': redirectTo('/two'),
    '/two': redirectTo('/page'),
    '/slow': (_request, response) => void setTimeout(() => response.end('late'), 1_300),
    '/search': sends('application/json', JSON.stringify({ results: FOUND, hits: FOUND.slice(0, 2) })),
  })

const fetched =
  (path: string, pick: (report: CallReport) => Json = outcome): Row['observe'] =>
  async settings => {
    const { port } = await site()
    const order = {
      tool: 'web_fetch',
      args: { url: `http://127.0.0.1:${port}${path}` },
      allow: ['BrowserControl'] as const,
    }
    return pick(await call({ 'tools.retry.max_attempts': 1, ...settings }, order))
  }
const elsewhere: Row['observe'] = async settings => {
  const args = { url: 'http://nowhere.invalid:8123/' }
  const order = { tool: 'web_fetch', args, allow: ['BrowserControl'] as const }
  return outcome(await call({ 'tools.retry.max_attempts': 1, ...settings }, order))
}
const searched =
  (part: string): Row['observe'] =>
  async settings => {
    const { port } = await site()
    const here: JsonObject = { 'web.search_url': `http://127.0.0.1:${port}/search?q={query}`, ...settings }
    const { text, fault } = await call(here, { tool: 'web_search', args: { query: 'lamp' }, allow: ['BrowserControl'] })
    return fault?.code ?? text.includes(part)
  }
const OPEN = { 'web.allow_hosts': ['127.0.0.1'] }

export const WEB_ROWS: readonly Row[] = rowsAt('assemble().call', [
  ['web.allow_hosts', ['127.0.0.1'], ['web_blocked', 'done'], fetched('/page')],
  ['web.deny_hosts', ['127.0.0.1'], ['done', 'web_blocked'], fetched('/page'), OPEN],
  ['web.ports', [8_123], ['web_blocked', 'tool_network'], elsewhere],
  ['web.max_chars', 300, [true, false], fetched('/page', ({ text }) => text.length > 1_000), OPEN],
  ['web.max_redirects', 1, ['done', 'web_failed'], fetched('/one'), OPEN],
  ['web.max_download_bytes', 1_024, ['done', 'web_failed'], fetched('/page'), OPEN],
  ['web.max_page_bytes', 1_024, ['done', 'web_failed'], fetched('/page'), OPEN],
  ['web.timeout_secs', 1, ['done', 'tool_timeout'], fetched('/slow'), OPEN],
  [
    'web.search_url',
    'http://127.0.0.1:9/?q={query}',
    ['tool_call_unknown_tool', 'tool_network'],
    async settings =>
      outcome(
        await call(
          { 'tools.retry.max_attempts': 1, ...settings },
          { tool: 'web_search', args: { query: 'lamp' }, allow: ['BrowserControl'] },
        ),
      ),
  ],
  ['web.search_results', 'hits', [true, false], searched('T3')],
  ['web.search_title', 'name', [true, false], searched('T1')],
  ['web.search_link', 'link', [true, false], searched('http://a.example/1')],
  ['web.search_snippet', 'says', [true, false], searched('words 1')],
  ['web.max_search_results', 1, [true, false], searched('T2')],
])
