import { createReadStream, existsSync, statSync } from 'node:fs'
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import type { PermissionList, TurnView } from 'shapes'
import { PERMISSION, SESSION, STATUS, at, receiptRow } from './fake-data.ts'

export type FakeReply = { readonly status?: number; readonly body: unknown; readonly delay?: number }
export type Routes = {
  readonly [route: string]: FakeReply | ((request: { readonly url: URL; readonly body: string }) => FakeReply)
}

/** With whatever else such an event has. */
export type ToldEvent = { readonly type: string; readonly id?: number; readonly [field: string]: unknown }

export type FakeServer = {
  readonly url: string
  /** What was asked for, in order, as `METHOD /path`. */
  readonly asked: string[]
  readonly set: (routes: Routes) => void
  readonly tell: (stream: 'workspace' | 'session', event: ToldEvent) => void
  /** Cuts all connections; the server stays. */
  readonly cut: () => void
  readonly stop: () => Promise<void>
  readonly start: () => Promise<void>
}

const TYPES: { readonly [ending: string]: string } = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
}
const POLICY =
  "default-src 'self'; script-src 'self'; style-src 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"

/**
 * Speaks docs/http.md for states that a real server is seldom in: stopped, failing, slow, or with ten thousand
 * receipts.
 */
export async function startFakeServer(
  pages: string,
  options: { readonly routes?: Routes; readonly turns?: readonly TurnView[]; readonly receipts?: number } = {},
): Promise<FakeServer> {
  const asked: string[] = []
  const open = { workspace: new Set<ServerResponse>(), session: new Set<ServerResponse>() }
  const sent: { readonly id: number; readonly text: string }[] = []
  let routes: Routes = { ...defaults(options), ...options.routes }
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    if (!url.pathname.startsWith('/api/')) return sendPage(pages, url.pathname, response)
    asked.push(`${request.method} ${url.pathname}`)
    if (url.pathname.endsWith('/events'))
      return openStream(
        url.pathname === '/api/events' ? open.workspace : open.session,
        response,
        missed(request, url, sent),
      )
    const reply = async (): Promise<void> => {
      const body = await bodyOf(request)
      const route = routes[`${request.method} ${url.pathname}`] ?? routes[`${request.method} ${general(url.pathname)}`]
      const said = typeof route === 'function' ? route({ url, body }) : (route ?? oneOf(routes, url) ?? missing)
      setTimeout(() => send(response, said), said.delay ?? 0)
    }
    void reply()
  }
  let server = createServer(answer)
  const port = await listen(server, 0)
  const tell: FakeServer['tell'] = (stream, event) => {
    const text = `${event.id === undefined ? '' : `id: ${event.id}\n`}event: ${event.type}\ndata: ${JSON.stringify({ v: 1, ts: at(0), ...event })}\n\n`
    if (stream === 'session' && event.id !== undefined) sent.push({ id: event.id, text })
    for (const response of open[stream]) response.write(text)
  }
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    set: more => (routes = { ...routes, ...more }),
    tell,
    cut: () => server.closeAllConnections(),
    stop: async () => {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
    start: async () => {
      server = createServer(answer)
      await listen(server, port)
    },
  }
}

/** A question is one of the list of questions. */
function oneOf(routes: Routes, { pathname }: URL): FakeReply | undefined {
  const id = /^\/api\/permissions\/([^/]+)$/.exec(pathname)?.[1]
  const list = routes['GET /api/permissions']
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the tests write it
  const { permissions = [] } = (typeof list === 'object' ? list.body : {}) as Partial<PermissionList>
  const found = permissions.find(each => each.id === id)
  return found && { body: found }
}

const missing: FakeReply = { status: 404, body: error('resource_unknown', 'There is no such thing here.') }

export function error(code: string, message: string): object {
  return {
    error: {
      message,
      type: 'api_error',
      param: null,
      code,
      docs: `docs/faults/${code}.md`,
      advice: 'Look at the terminal of the server, then try again.',
    },
  }
}

/** `/api/receipts/rcpt_1` → `/api/receipts/*` */
const general = (path: string): string =>
  path
    .replace(/\/(?:rcpt|sess|turn|att|appr|grant|fact|check)_[^/]+/g, '/*')
    .replace(/^\/api\/tools\/[^/]+/, '/api/tools/*')
    .replace(/^\/api\/settings\/.+/, '/api/settings/*')

async function listen(server: Server, port: number): Promise<number> {
  await new Promise<void>(resolve => void server.listen(port, '127.0.0.1', resolve))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a server on a port has an address of this form
  return (server.address() as AddressInfo).port
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const piece of request) text += String(piece)
  return text
}

function send(response: ServerResponse, { status = 200, body }: FakeReply): void {
  response.writeHead(status, { 'Content-Type': typeof body === 'string' ? 'text/plain' : 'application/json' })
  response.end(status === 204 ? undefined : typeof body === 'string' ? body : JSON.stringify(body))
}

/** What a client gets first: a greeting of the workspace, or whatever it has not seen of a session. */
function missed(
  request: IncomingMessage,
  url: URL,
  sent: readonly { readonly id: number; readonly text: string }[],
): string {
  if (url.pathname === '/api/events')
    return `event: hello\ndata: {"v":1,"ts":"${at(0)}","type":"hello","pending":0,"running":[],"started":"${at(0)}"}\n\n`
  const last = Number(request.headers['last-event-id'] ?? 0)
  return `: beat\n\n${sent
    .filter(({ id }) => id > last)
    .map(({ text }) => text)
    .join('')}`
}

function openStream(clients: Set<ServerResponse>, response: ServerResponse, first: string): void {
  response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' })
  response.write(first)
  clients.add(response)
  response.on('close', () => clients.delete(response))
}

function sendPage(pages: string, path: string, response: ServerResponse): void {
  const wanted = join(pages, path)
  const file =
    extname(path) !== '' && existsSync(wanted) && statSync(wanted).isFile() ? wanted : join(pages, 'index.html')
  response.writeHead(200, {
    'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream',
    'Content-Security-Policy': POLICY,
  })
  createReadStream(file).pipe(response)
}

const page = <Row>(
  rows: readonly Row[],
  url: URL,
): { readonly rows: readonly Row[]; readonly next_cursor: string | null } => {
  const [from, limit] = [Number(url.searchParams.get('cursor') ?? 0), Number(url.searchParams.get('limit') ?? 50)]
  return { rows: rows.slice(from, from + limit), next_cursor: from + limit < rows.length ? String(from + limit) : null }
}

const startView = (receipts: number): object => ({
  version: '0.0.0',
  workspace: { path: '/story', name: 'story', is_example: true, trust: 'Provisional' },
  model: { spec: 'demo', label: 'Demo model (scripted, offline)', is_demo: true, from: 'nothing' },
  servers: [],
  to_try: ['How many scenes mention the lighthouse?'],
  sessions: 1,
  receipts,
  pending: 0,
  memory: true,
  warnings: [],
  snippets: [],
})

function defaults({
  turns = [],
  receipts = 0,
}: {
  readonly turns?: readonly TurnView[]
  readonly receipts?: number
}): Routes {
  const session = {
    id: SESSION,
    title: 'A fake conversation',
    created: at(0),
    updated: at(0),
    turns: turns.length,
    model: 'demo',
    agent: 'main',
    running: null,
    waiting: 0,
  }
  const rows = Array.from({ length: receipts }, (_, index) => receiptRow(receipts - index))
  return {
    'POST /api/login': { body: { token: 'cs_fake', scopes: ['use', 'approve'], expires_at: at(1e9) } },
    'GET /api/start': { body: startView(receipts) },
    'GET /api/sessions': { body: { sessions: [session], next_cursor: null } },
    'POST /api/sessions': { status: 201, body: session },
    'GET /api/sessions/*': {
      body: { session, turns, next_cursor: null, last_event_id: 1e6, status: STATUS, permissions: [] },
    },
    'GET /api/permissions': { body: { permissions: [] } },
    'GET /api/permissions/history': { body: { rows: [], next_cursor: null } },
    'GET /api/grants': { body: { grants: [] } },
    'POST /api/permissions/*/extend': () => ({
      body: { id: PERMISSION('').id, expires_at: new Date(Date.now() + 228_000).toISOString(), extensions_left: 4 },
    }),
    'POST /api/permissions/*/decision': ({ body }) => ({
      body: {
        id: PERMISSION('').id,
        state: body.includes('deny') ? 'denied' : 'approved',
        decided_by: 'console',
        grant: null,
      },
    }),
    'GET /api/receipts': ({ url }) => {
      const { rows: receiptRows, next_cursor } = page(rows, url)
      return { body: { receipts: receiptRows, next_cursor } }
    },
    ...EMPTY,
  }
}

const EMPTY: Routes = {
  'GET /api/attempts': { body: { attempts: [], next_cursor: null } },
  'GET /api/attempts/stats': { body: { since: null, models: [] } },
  'GET /api/tools': { body: { tools: [] } },
  'GET /api/policy': { body: { intents: [], rules: [], trust: 'Provisional', version: null, saved: [] } },
  'POST /api/policy/check': { body: { complaints: [], fits: [] } },
  'GET /api/doctor': { body: '' },
  'GET /api/models': {
    body: {
      chosen: { spec: 'demo', label: 'demo', is_demo: true, from: 'nothing' },
      servers: [],
      builtin: [{ spec: 'demo', label: 'Demo model (scripted, offline)' }],
      looked_at: ['http://127.0.0.1:11434', 'http://127.0.0.1:1234', 'http://127.0.0.1:8080'],
      places: [
        { title: 'Ollama', address: 'http://127.0.0.1:11434', answers: false, start: 'Start it with: ollama serve' },
        {
          title: 'LM Studio',
          address: 'http://127.0.0.1:1234',
          answers: false,
          start: 'Start it with: lms server start',
        },
        {
          title: 'llama.cpp',
          address: 'http://127.0.0.1:8080',
          answers: false,
          start: 'Start it with: llama-server -m MODEL.gguf --port 8080',
        },
      ],
      at: at(0),
    },
  },
  'GET /api/settings': { body: { settings: [], refused: [], warnings: [], saved_in: 'settings.json' } },
  'GET /api/memory': { body: { facts: [], next_cursor: null } },
  'GET /api/memory/manners': { body: { paused: false, unasked: [] } },
  'GET /api/memory/proposals': { body: { proposals: [] } },
}
