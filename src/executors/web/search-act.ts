import {
  type Json,
  type JsonObject,
  type Result,
  type Scope,
  type ToolCall,
  type ToolOutput,
  fail,
  isJsonList,
  isJsonObject,
  parseJsonText,
  succeed,
  textOf,
} from '../../core/index.ts'
import { cleanLine } from './clean-text.ts'
import { decodePage } from './decode-text.ts'
import { type FetchOrder, type Fetched, fetchUrl } from './fetch-url.ts'
import { bareHost } from './host-pattern.ts'
import { addressOf } from './named-url.ts'
import { type WebSettings, searchUrl } from './settings.ts'
import { type WebRules, readTarget } from './target.ts'
import type { WebContext } from './web-act.ts'

const MAX_TITLE = 200
const MAX_SNIPPET = 400
const MAX_ANSWER = 4 * 1024 * 1024

/** Asks only the engine that the person has named. */
export async function runSearch(
  call: ToolCall,
  scope: Scope,
  { settings, known, deadlines }: WebContext,
): Promise<Result<ToolOutput>> {
  const { args } = call
  const query = textOf(args['query'])
  const answer = await askEngine(query, settings, { signal: scope.signal, late: deadlines.of(call) })
  if (!answer.ok) return answer
  const most = Math.min(
    typeof args['max_results'] === 'number' ? args['max_results'] : settings.max_search_results,
    settings.max_search_results,
  )
  const found = resultsIn(answer.value.json, settings).slice(0, most)
  await known.add(
    scope.session,
    found.map(({ url }) => url),
  )
  const { target, downloaded } = answer.value.fetched
  return succeed({
    text: found.length === 0 ? `[nothing was found for "${query}"]` : found.map(written).join('\n\n'),
    data: { query, results: found, transfer: { host: target.host, redirects: [], downloaded_bytes: downloaded } },
    sources: [],
  })
}

type SearchHit = { readonly title: string; readonly url: string; readonly snippet: string }

const written = ({ title, url, snippet }: SearchHit, at: number): string =>
  [`${at + 1}. ${title}`, `   ${url}`, ...(snippet === '' ? [] : [`   ${snippet}`])].join('\n')

type EngineAnswer = { readonly json: Json; readonly fetched: Fetched }

/**
 * The engine's address comes from the person's own configuration, so it may be anywhere; a redirect may not leave it.
 */
async function askEngine(
  query: string,
  settings: WebSettings,
  signals: Pick<FetchOrder, 'signal' | 'late'>,
): Promise<Result<EngineAnswer>> {
  const url = searchUrl(settings.search_url, query)
  const rules = onlyThere(url)
  const target = readTarget(url.href, rules)
  if (!target.ok) return target
  const limits = {
    maxRedirects: 0,
    maxDownloadBytes: MAX_ANSWER,
    maxPageBytes: MAX_ANSWER,
    timeoutMs: settings.timeout_secs * 1_000,
  }
  const fetched = await fetchUrl({ target: target.value, rules, limits, ...signals, accept: 'application/json' })
  if (!fetched.ok) return fetched
  const text = fetched.value.bytes && decodePage(fetched.value.bytes, fetched.value.contentType)
  const json = typeof text === 'string' ? parseJsonText(text) : undefined
  return json === undefined ? fail('web_failed', NO_JSON(target.value.host)) : succeed({ json, fetched: fetched.value })
}

const NO_JSON = (host: string): string =>
  `${host} did not answer with JSON. A SearXNG must have json among the formats in its settings.yml; ` +
  'for another engine, check search_url in [web].'

/** One host and one port, and no other. */
function onlyThere(url: URL): WebRules {
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
  return { ports: [port], allow: [{ name: bareHost(url.hostname), below: false, port }], deny: [] }
}

function resultsIn(json: Json, settings: WebSettings): readonly SearchHit[] {
  const list = memberAlong(json, settings.search_results)
  return isJsonList(list) ? list.filter(isJsonObject).flatMap(each => foundIn(each, settings)) : []
}

/** What is no address of a page is left out. */
function foundIn(result: JsonObject, { search_title, search_link, search_snippet }: WebSettings): readonly SearchHit[] {
  const link = textOf(memberAlong(result, search_link))
  const url = link.length <= 2_000 && URL.canParse(link) ? new URL(link) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return []
  const title = cleanLine(textOf(memberAlong(result, search_title)), MAX_TITLE)
  return [
    {
      title: title === '' ? url.host : title,
      url: addressOf(url),
      snippet: cleanLine(textOf(memberAlong(result, search_snippet)), MAX_SNIPPET),
    },
  ]
}

/** `web.results` */
function memberAlong(json: Json, path: string): Json | undefined {
  let at: Json | undefined = json
  for (const key of path.split('.')) at = isJsonObject(at) && Object.hasOwn(at, key) ? at[key] : undefined
  return at
}
