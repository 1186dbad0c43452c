import {
  type AssessmentContext,
  type Assessment,
  type Executor,
  type Fault,
  type Redeem,
  type ToolCall,
  type ToolDefinition,
  fail,
  textOf,
} from '../../core/index.ts'
import { capsFrom } from '../caps-from.ts'
import { createDeadlines } from './deadlines.ts'
import { createKnownUrls } from './known-urls.ts'
import { addressOf, isNamedIn } from './named-url.ts'
import { searchUrl, webRules, webSettings } from './settings.ts'
import { readTarget } from './target.ts'
import { WEB_SEARCH } from './tools.ts'
import type { WebContext, WebNeeds } from './web-act.ts'

export type WebExecutorOptions = WebNeeds & { readonly redeem: Redeem; readonly tools: readonly ToolDefinition[] }

/** Throws a CountersignError if a setting means nothing. */
export function createWebExecutor({ redeem, tools, settings, store }: WebExecutorOptions): Executor {
  const deadlines = createDeadlines(settings.timeout_secs * 1_000)
  const context: WebContext = { settings, rules: webRules(settings), known: createKnownUrls(store), deadlines }
  return {
    name: 'web',
    tools,
    caps: ({ name }) => capsFrom(webSettings, settings, name === WEB_SEARCH.name ? SEARCH_CAPS : FETCH_CAPS),
    refuse: call => (isSearch(call) ? undefined : refuseUrl(call, context)),
    assess: (call, asking) =>
      isSearch(call) ? assessSearch(call, asking, context) : assessFetch(call, asking, context),
    async execute(call, permit, scope) {
      const refused = redeem(permit, call)
      if (refused) return { ok: false, error: refused }
      if (scope.signal.aborted) return fail('tool_cancelled', 'The call was stopped before it began.')
      if (isSearch(call)) return (await import('./search-act.ts')).runSearch(call, scope, context)
      return (await import('./fetch-act.ts')).runFetch(call, scope, context)
    },
  }
}

const SEARCH_CAPS = ['max_search_results', 'timeout_secs'] as const
const FETCH_CAPS = ['max_chars', 'max_download_bytes', 'max_page_bytes', 'max_redirects', 'timeout_secs'] as const

const isSearch = ({ tool }: ToolCall): boolean => tool.name === WEB_SEARCH.name

function refuseUrl({ args }: ToolCall, { rules }: WebContext): Fault | undefined {
  const target = readTarget(textOf(args['url']), rules)
  return target.ok ? undefined : target.error
}

const UNNAMED = 'Nobody but the model has named this address; what stands in it is told to whoever answers there.'

/** Only an address that the person named is said; one named by a page or a model is not. */
async function assessFetch(
  { args }: ToolCall,
  asking: AssessmentContext | undefined,
  { rules, known }: WebContext,
): Promise<Assessment> {
  const target = readTarget(textOf(args['url']), rules)
  if (!target.ok) return { risk: 'read', summary: 'fetches what is no address' } // refused before
  const { url, host, own } = target.value
  const address = addressOf(url)
  const summary = `fetches ${address} from ${host}${own ? ', a host of your own network' : ''}`
  const requested =
    asking !== undefined &&
    (isNamedIn(url, asking.conversation.userMessages) || (await known.has(asking.session, address)))
  const isDoubtful = asking !== undefined && !requested && !asking.ownAct
  return { risk: 'read', summary, requested, target: { name: address }, ...(isDoubtful && { question: UNNAMED }) }
}

/** A query made of the person's own words reveals nothing that they did not say. */
async function assessSearch(
  { args }: ToolCall,
  asking: AssessmentContext | undefined,
  { settings }: WebContext,
): Promise<Assessment> {
  const query = textOf(args['query'])
  const { host } = searchUrl(settings.search_url, '')
  const said = new Set(asking?.conversation.userMessages.flatMap(wordsIn))
  const words = wordsIn(query)
  const requested = words.length > 0 && words.every(word => said.has(word))
  return { risk: 'read', summary: `asks ${host} for "${query}"`, requested, target: { name: host } }
}

const wordsIn = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
