import {
  CountersignError,
  type JsonObject,
  type Section,
  type Setting,
  type ValuesOf,
  section,
  shaped,
  text,
  texts,
  limit,
} from '../../core/index.ts'
import { type HostPattern, hostPattern } from './host-pattern.ts'
import type { WebRules } from './target.ts'

const MIB = 1024 * 1024

type WebSection = Section<{
  readonly allow_hosts: Setting<readonly string[]>
  readonly deny_hosts: Setting<readonly string[]>
  readonly ports: Setting<readonly number[]>
  readonly max_chars: Setting<number>
  readonly max_redirects: Setting<number>
  readonly max_download_bytes: Setting<number>
  readonly max_page_bytes: Setting<number>
  readonly timeout_secs: Setting<number>
  readonly search_url: Setting<string>
  readonly search_results: Setting<string>
  readonly search_title: Setting<string>
  readonly search_link: Setting<string>
  readonly search_snippet: Setting<string>
  readonly max_search_results: Setting<number>
}>

export type WebSettings = ValuesOf<WebSection>

const PORTS: JsonObject = { type: 'array', items: { type: 'integer', minimum: 0, maximum: 65_535 } }
const YOURS = { workspaceMay: 'never' } as const

/** What opens anything stands in a person's own configuration only; a workspace may close more. */
export const webSettings: WebSection = section('web', 'Fetching pages and searching the web.', {
  allow_hosts: texts(
    [],
    'Hosts that may be fetched though they lie in a private network or on this machine: `wiki.example.org`, ' +
      '`*.example.org`, `localhost:8080`.',
    YOURS,
  ),
  deny_hosts: texts([], 'Hosts that are never fetched, in the same form; `*` is all of them.', {
    workspaceMay: 'extend',
  }),
  ports: shaped({ schema: PORTS, standard: [80, 443] as readonly number[] }, 'Ports that may be fetched from.', YOURS),
  max_chars: limit(
    7_000,
    'Characters of a page that one call shows, and bytes: of other scripts than Latin it is less.',
    { min: 200, max: 1_000_000 },
  ),
  max_redirects: limit(5, 'How often a page may send us on.', { min: 0, max: 20 }),
  max_download_bytes: limit(5 * MIB, 'A download that is longer is broken off.', { min: 1_024, max: 256 * MIB }),
  max_page_bytes: limit(10 * MIB, 'The same after decompression.', { min: 1_024, max: 256 * MIB }),
  timeout_secs: limit(20, 'A page with all its redirects must be there in this time.', { min: 1, max: 600 }),
  search_url: text(
    '',
    'The search engine: the address of a SearXNG (`http://localhost:8888`), or the URL of another one with ' +
      '`{query}` in it. Empty: there is no search.',
    YOURS,
  ),
  search_results: text(
    'results',
    "Where the list of results stands in the engine's JSON, such as `web.results`.",
    YOURS,
  ),
  search_title: text('title', 'Where the title stands in a result.', YOURS),
  search_link: text('url', 'Where the URL stands in a result.', YOURS),
  search_snippet: text('content', 'Where the few words about it stand in a result.', YOURS),
  max_search_results: limit(10, 'Results that one search shows.', { min: 1, max: 100 }),
})

/** `{query}` in the address is replaced; without it, it is a SearXNG. Throws a TypeError if the address is none. */
export function searchUrl(address: string, query: string): URL {
  const asked = encodeURIComponent(query.toWellFormed())
  if (address.includes('{query}')) return new URL(address.replaceAll('{query}', asked))
  const base = address.endsWith('/') ? address : `${address}/`
  return new URL(`search?q=${asked}&format=json`, base)
}

const isSearchable = (address: string): boolean =>
  /^https?:\/\//i.test(address) &&
  URL.canParse(address.replaceAll('{query}', 'x')) &&
  new URL(address.replaceAll('{query}', 'x')).username === ''

/** Throws a CountersignError for what names no host: a rule that means nothing must not pass for one. */
export function webRules({ allow_hosts, deny_hosts, ports, search_url }: WebSettings): WebRules {
  if (search_url !== '' && !isSearchable(search_url))
    throw new CountersignError(
      'config_invalid',
      'web.search_url is no address. Write it like http://localhost:8888, without a user name.',
    )
  return { ports, allow: allow_hosts.map(patternIn('allow_hosts')), deny: deny_hosts.map(patternIn('deny_hosts')) }
}

const patternIn =
  (key: string) =>
  (written: string): HostPattern => {
    const pattern = hostPattern(written)
    const isForAll = pattern?.name === '' && key === 'allow_hosts'
    if (pattern && !isForAll) return pattern
    const because = isForAll ? 'would open every private network' : 'names no host'
    throw new CountersignError(
      'config_invalid',
      `web.${key}: "${written}" ${because}. Write it like wiki.example.org or *.example.org.`,
    )
  }
