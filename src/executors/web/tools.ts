import type { JsonObject, ToolDefinition } from '../../core/index.ts'

/** A page may be another the next time, and what is sent out is never only read. */
const SENDS = { idempotent: true, cacheable: false, needsPlan: false, egress: true, acceptsRef: [] } as const

const takes = (properties: JsonObject, required: readonly string[]): JsonObject => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
})

export const WEB_FETCH: ToolDefinition = {
  name: 'web_fetch',
  description: 'Fetches a web page and gives its text as Markdown. Long pages come in parts.',
  input: takes(
    {
      url: { type: 'string', description: 'The whole address, such as https://example.org/page.' },
      start: { type: 'integer', minimum: 0, description: 'Character to begin with; 0 is the first.' },
      max_chars: { type: 'integer', minimum: 1, description: 'How many characters to show at most.' },
    },
    ['url'],
  ),
  risk: 'read',
  capability: 'BrowserControl',
  facts: { ...SENDS, saysItRan: ['fetched'] },
}

export const WEB_SEARCH: ToolDefinition = {
  name: 'web_search',
  description: 'Searches the web and gives titles, addresses and a few words of each result.',
  input: takes(
    {
      query: { type: 'string', minLength: 1, maxLength: 500, description: 'What to search for.' },
      max_results: { type: 'integer', minimum: 1, description: 'How many results to show at most.' },
    },
    ['query'],
  ),
  risk: 'read',
  capability: 'BrowserControl',
  facts: { ...SENDS, saysItRan: ['searched'] },
}

/** Why a tool that exists is not offered, for explanations. */
export const WEB_ABSENT: ReadonlyMap<string, string> = new Map([
  [
    WEB_SEARCH.name,
    'it needs a search engine: set search_url in [web] of your own configuration to the address of a SearXNG, or ' +
      'of another engine',
  ],
])

type ToolNames = Readonly<Record<string, string>>

/** What models call these tools, and which one is safely meant. */
export const WEB_ALIASES: ToolNames = {
  browser_navigate: WEB_FETCH.name,
  fetch: WEB_FETCH.name,
  fetch_url: WEB_FETCH.name,
  fetch_page: WEB_FETCH.name,
  open_url: WEB_FETCH.name,
  url_fetch: WEB_FETCH.name,
}
export const SEARCH_ALIASES: ToolNames = { search_web: WEB_SEARCH.name, internet_search: WEB_SEARCH.name }

export const WEB_ARGUMENT_ALIASES: Readonly<Record<string, ToolNames>> = {
  [WEB_FETCH.name]: { link: 'url', uri: 'url', address: 'url', max_length: 'max_chars' },
  [WEB_SEARCH.name]: { q: 'query', search_query: 'query', count: 'max_results', num_results: 'max_results' },
}
