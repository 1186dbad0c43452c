import { setMaxListeners } from 'node:events'
import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { type JsonObject, isJsonList, isJsonObject, parseJsonText, textOf } from '../../src/core/index.ts'

export type LoadOptions = {
  readonly port: number
  /** A key of a program: it survives a restart. */
  readonly key: string
  readonly sessions: number
  readonly clientsPerSession: number
  readonly readsPerSecond: number
  readonly seconds: number
  /** Between the end of a turn and the next message to the same session. */
  readonly pauseMs: number
  /** The server may be gone for a while: what fails then is tried again and not counted. */
  readonly mayBreak?: boolean
}

export type LoadReport = {
  readonly reads: number
  readonly readErrors: readonly string[]
  readonly milliseconds: { readonly p50: number; readonly p95: number; readonly p99: number }
  readonly turns: number
  readonly turnErrors: readonly string[]
  /** Events that reached clients, and reconnections. */
  readonly events: number
  readonly reconnects: number
  /** Kept events that a client has not heard, and those that it has heard twice. */
  readonly lost: number
  readonly doubled: number
}

const MESSAGE = 'How many scenes mention the lighthouse?'
const READS = [
  '/api/me',
  '/api/sessions?limit=20',
  '/api/receipts?limit=20',
  '/api/attempts?limit=5',
  '/api/permissions',
  '/api/grants',
  '/api/tools',
  '/api/policy',
  '/metrics',
]

/** Many who read along, some who talk, and many who look around, all at once. */
export async function runLoad(options: LoadOptions): Promise<LoadReport> {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const ids = Array.from({ length: options.sessions }, (_, index) => `sess_load_${index}`)
  const stop = new AbortController()
  setMaxListeners(0, stop.signal)
  const clients = ids.flatMap(session =>
    Array.from({ length: options.clientsPerSession }, () => followSession(session, options)),
  )
  const talkers = ids.map(session => talk(session, { ...options, agent, stop: stop.signal }))
  const looking = look(ids, { ...options, agent, stop: stop.signal })
  await pause(options.seconds * 1_000)
  stop.abort()
  const turns = await Promise.all(talkers)
  const reads = await looking
  const kept = new Map(await Promise.all(ids.map(async session => [session, await keptIds(session, options)] as const)))
  await Promise.all(clients.map(client => client.hears(kept.get(client.session)?.at(-1) ?? 0)))
  const heard = await Promise.all(clients.map(client => client.end()))
  agent.destroy()
  const lost = heard.reduce(
    (sum, each) => sum + (kept.get(each.session) ?? []).filter(id => !each.ids.has(id)).length,
    0,
  )
  const sorted = reads.times.toSorted((a, b) => a - b)
  const at = (share: number): number => Math.round((sorted[Math.floor(sorted.length * share)] ?? 0) * 10) / 10
  return {
    reads: reads.times.length,
    readErrors: reads.errors,
    milliseconds: { p50: at(0.5), p95: at(0.95), p99: at(0.99) },
    turns: turns.reduce((sum, { done }) => sum + done, 0),
    turnErrors: turns.flatMap(({ errors }) => errors),
    events: heard.reduce((sum, each) => sum + each.ids.size, 0),
    reconnects: heard.reduce((sum, each) => sum + each.reconnects, 0),
    lost,
    doubled: heard.reduce((sum, each) => sum + each.doubled, 0),
  }
}

type Sending = LoadOptions & { readonly agent: Agent; readonly stop: AbortSignal }
type Answer = { readonly status: number; readonly json: JsonObject }

function send(
  { port, key, agent }: Pick<Sending, 'port' | 'key' | 'agent'>,
  method: string,
  path: string,
  body?: JsonObject,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const text = body === undefined ? undefined : JSON.stringify(body)
    const asked = request(
      {
        agent,
        host: '127.0.0.1',
        port,
        method,
        path,
        headers: {
          authorization: `Bearer ${key}`,
          ...(text !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
      },
      response => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.on('error', reject)
        response.on('end', () => {
          const json = parseJsonText(Buffer.concat(parts).toString())
          resolve({ status: response.statusCode ?? 0, json: json !== undefined && isJsonObject(json) ? json : {} })
        })
      },
    )
    asked.on('error', reject)
    asked.end(text)
  })
}

async function talk(
  session: string,
  options: Sending,
): Promise<{ readonly done: number; readonly errors: readonly string[] }> {
  const errors: string[] = []
  let done = 0
  while (!options.stop.aborted) {
    const answer = await persist(options, () =>
      send(
        options,
        'POST',
        '/api/ai/chat',
        { message: MESSAGE, session_id: session },
        { 'idempotency-key': `${session}-${done}` },
      ),
    )
    const stopped = isJsonObject(answer.json['stopped']) ? textOf(answer.json['stopped']['code']) : ''
    if (answer.status !== 200 || stopped !== '') errors.push(`${answer.status} ${stopped}`)
    done += 1
    await pause(options.pauseMs, undefined, { signal: options.stop }).catch(() => undefined)
  }
  return { done, errors }
}

/** Tries again while the server is away, if it may be. */
async function persist<T>({ mayBreak = false }: LoadOptions, work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (thrown) {
      if (!mayBreak) throw thrown
      await pause(50)
    }
  }
}

async function look(
  ids: readonly string[],
  options: Sending,
): Promise<{ readonly times: readonly number[]; readonly errors: readonly string[] }> {
  const times: number[] = []
  const errors: string[] = []
  const open = new Set<Promise<void>>()
  const started = performance.now()
  for (let sent = 0; !options.stop.aborted; sent++) {
    const due = started + (sent * 1_000) / options.readsPerSecond
    if (due > performance.now()) await pause(due - performance.now())
    const path =
      sent % 20 === 0 ? `/api/sessions/${ids[sent % ids.length] ?? ''}?limit=3` : (READS[sent % READS.length] ?? '')
    const asked = lookOnce(path, { times, errors }, options).finally(() => open.delete(asked))
    open.add(asked)
  }
  await Promise.all(open)
  return { times, errors }
}

type Looked = { readonly times: number[]; readonly errors: string[] }

async function lookOnce(path: string, { times, errors }: Looked, options: Sending): Promise<void> {
  const began = performance.now()
  try {
    const { status } = await send(options, 'GET', path)
    times.push(performance.now() - began)
    if (status !== 200) errors.push(`${status} ${path}`)
  } catch (thrown) {
    if (options.mayBreak !== true) errors.push(`${path}: ${String(thrown)}`)
  }
}

type Heard = {
  readonly session: string
  readonly ids: ReadonlySet<number>
  readonly doubled: number
  readonly reconnects: number
}
type Follower = {
  readonly session: string
  readonly hears: (id: number) => Promise<void>
  readonly end: () => Promise<Heard>
}

/** Reads a session's events, and comes back with the last id whenever it is cut off. */
function followSession(session: string, { port, key }: LoadOptions): Follower {
  const ids = new Set<number>()
  const state = { last: 0, doubled: 0, reconnects: -1, isOver: false, close: (): void => undefined }
  const reading = (async () => {
    while (!state.isOver) {
      state.reconnects += 1
      await readOnce()
      if (!state.isOver) await pause(30)
    }
  })()
  return {
    session,
    async hears(id) {
      while (state.last < id) await pause(20)
    },
    async end() {
      state.isOver = true
      state.close()
      await reading
      return { session, ids, doubled: state.doubled, reconnects: state.reconnects }
    },
  }

  function readOnce(): Promise<void> {
    return new Promise(resolve => {
      const headers = { authorization: `Bearer ${key}`, 'last-event-id': String(state.last) }
      const asked = request({ host: '127.0.0.1', port, path: `/api/sessions/${session}/events`, headers }, response => {
        let rest = ''
        response.setEncoding('utf8')
        response.on('data', (text: string) => {
          const lines = `${rest}${text}`.split('\n')
          rest = lines.pop() ?? ''
          for (const line of lines) if (line.startsWith('id: ')) hear(Number(line.slice('id: '.length)))
        })
        response.on('error', () => resolve())
        response.on('close', () => resolve())
      })
      state.close = () => void asked.destroy()
      asked.on('error', () => resolve())
      asked.end()
    })
  }

  function hear(id: number): void {
    if (ids.has(id) || id <= state.last) state.doubled += 1
    ids.add(id)
    state.last = Math.max(state.last, id)
  }
}

/** What is kept of a session, so what everybody must have heard. */
async function keptIds(session: string, options: LoadOptions): Promise<readonly number[]> {
  const agent = new Agent()
  const ids: number[] = []
  let [cursor, isMore] = ['', true]
  while (isMore) {
    const { json } = await send({ ...options, agent }, 'GET', `/api/sessions/${session}?limit=100&cursor=${cursor}`)
    for (const turn of isJsonList(json['turns']) ? json['turns'].filter(isJsonObject) : [])
      for (const event of isJsonList(turn['events']) ? turn['events'].filter(isJsonObject) : [])
        ids.push(Number(event['id']))
    cursor = textOf(json['next_cursor'])
    isMore = cursor !== ''
  }
  agent.destroy()
  return ids.toSorted((a, b) => a - b)
}
