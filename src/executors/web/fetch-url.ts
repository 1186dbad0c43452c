import { type Fault, type FaultCode, type Result, fail, messageOf, succeed } from '../../core/index.ts'
import { faultOf } from '../fault-of.ts'
import { cleanLine } from './clean-text.ts'
import { ConnectionRefused, type CheckedConnection, openLine } from './connect.ts'
import { isTextType, mediaTypeOf } from './media-type.ts'
import { downloadBody, sizeWords } from './read-body.ts'
import { type WebTarget, type WebRules, readTarget } from './target.ts'

type FetchLimits = {
  readonly maxRedirects: number
  readonly maxDownloadBytes: number
  readonly maxPageBytes: number
  readonly timeoutMs: number
}

type Hop = { readonly from: string; readonly to: string; readonly status: number }

export type Fetched = {
  readonly target: WebTarget
  readonly address: string
  readonly status: number
  readonly contentType: string
  readonly hops: readonly Hop[]
  readonly downloaded: number
  /** Undefined for what is no text, which is not loaded. */
  readonly bytes: Uint8Array | undefined
  /** What the other side says of its length. */
  readonly length: number | undefined
}

export type FetchOrder = {
  readonly target: WebTarget
  readonly rules: WebRules
  readonly limits: FetchLimits
  readonly signal: AbortSignal
  /** Ends with the time that the page has, all redirects and attempts together. */
  readonly late: AbortSignal
  readonly accept: string
}

const AGENT = 'Mozilla/5.0 (compatible; Countersign)'
const MAX_HEADER_BYTES = 32 * 1024
const MAX_WORDS = 300 // of a header that is shown
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/** Follows redirects itself, because each is a new address chosen by a stranger. */
export async function fetchUrl(order: FetchOrder): Promise<Result<Fetched>> {
  const { limits, rules } = order
  const hops: Hop[] = []
  let { target } = order
  for (;;) {
    const answer = await askOnce(target, order)
    if (!answer.ok) return withHops(answer.error, hops)
    if (answer.value.kind === 'page') return succeed({ ...answer.value.page, hops })
    const { status, location } = answer.value
    if (hops.length >= limits.maxRedirects) return withHops(tooMany(limits.maxRedirects), hops)
    const next = nextTarget(location, target, rules)
    if (!next.ok)
      return withHops({ ...next.error, message: `${target.host} sends us on, but: ${next.error.message}` }, hops)
    hops.push({ from: target.url.href, to: next.value.url.href, status })
    target = next.value
  }
}

const tooMany = (limit: number): Fault => ({
  code: 'web_failed',
  message: `The page sent us on more than ${limit} times.`,
})

const withHops = (error: Fault, hops: readonly Hop[]): Result<never> =>
  fail(error.code, error.message, { ...error.detail, redirects: hops.map(({ to }) => to) })

/** A stranger's redirect may not lead to a host that was opened for the person, nor from https to http. */
function nextTarget(header: string, from: WebTarget, rules: WebRules): Result<WebTarget> {
  const location = Buffer.from(header, 'latin1').toString() // headers are bytes; those of a URL are meant as UTF-8
  if (!URL.canParse(location, from.url.href)) return fail('web_failed', 'it does not say where to.')
  const to = new URL(location, from.url)
  if (from.url.protocol === 'https:' && to.protocol === 'http:')
    return fail('web_blocked', 'it leads from https to http.')
  return readTarget(to.href, from.own ? rules : { ...rules, allow: [] })
}

type Answer =
  | { readonly kind: 'page'; readonly page: Omit<Fetched, 'hops'> }
  | { readonly kind: 'redirect'; readonly status: number; readonly location: string }

async function askOnce(target: WebTarget, order: FetchOrder): Promise<Result<Answer>> {
  const { limits, late } = order
  if (late.aborted) return { ok: false, error: tooLate(target, limits) }
  const signal = AbortSignal.any([order.signal, late]) // one for each request, whose listeners go with it
  const line = await openLine(target, { maxHeaderBytes: MAX_HEADER_BYTES, timeoutMs: limits.timeoutMs, signal })
  const watch = watchBytes(line, limits.maxDownloadBytes)
  try {
    const answer = await answerOf(target, line, { ...order, signal })
    return answer.ok || !watch.overflowed() ? answer : { ok: false, error: tooMuch(target, limits) }
  } catch (thrown) {
    return {
      ok: false,
      error: failureOf(thrown, { target, isLate: late.aborted, limits, overflowed: watch.overflowed() }),
    }
  } finally {
    watch.stop()
    await line.close()
  }
}

const LOOK_MS = 25
const AROUND_BODY = 256 * 1024 // headers, and the lengths between chunks

type ByteWatch = { readonly stop: () => void; readonly overflowed: () => boolean }

/** What is no body counts, too: headers after headers, or chunks with endless remarks. */
function watchBytes(line: CheckedConnection, limit: number): ByteWatch {
  let isOver = false
  const timer = setInterval(() => {
    if ((line.peer()?.received ?? 0) <= limit + AROUND_BODY) return
    isOver = true
    void line.close()
  }, LOOK_MS)
  return { stop: () => clearInterval(timer), overflowed: () => isOver }
}

async function answerOf(
  target: WebTarget,
  line: CheckedConnection,
  { accept, limits, signal }: FetchOrder,
): Promise<Result<Answer>> {
  const { url } = target
  const headers = { 'user-agent': AGENT, accept, 'accept-encoding': 'gzip, br', 'accept-language': 'en, *;q=0.5' }
  const path = `${url.pathname}${url.search}`
  const {
    statusCode: status,
    headers: told,
    body,
  } = await line.client.request({ method: 'GET', path, headers, signal, reset: true })
  body.on('error', () => {}) // a body that nobody reads ends with the line
  const location = headerIn(told, 'location')
  if (REDIRECTS.has(status) && location !== undefined) return succeed({ kind: 'redirect', status, location })
  if (status < 200 || status >= 300) return fail(codeOf(status), `${target.host} answered with ${status}.`, { status })
  const contentType = cleanLine(headerIn(told, 'content-type') ?? '', MAX_WORDS)
  const length = lengthIn(headerIn(told, 'content-length'))
  const page = { target, address: line.peer()?.address ?? '', status, contentType, length }
  if (!isTextType(mediaTypeOf(contentType)))
    return succeed({ kind: 'page', page: { ...page, bytes: undefined, downloaded: 0 } })
  if (length !== undefined && length > limits.maxDownloadBytes)
    return fail(
      'web_failed',
      `The page has ${sizeWords(length)}; more than ${sizeWords(limits.maxDownloadBytes)} is not loaded.`,
    )
  const read = await downloadBody(body, cleanLine(headerIn(told, 'content-encoding') ?? '', MAX_WORDS), {
    ...limits,
    signal,
  })
  return read.ok ? succeed({ kind: 'page', page: { ...page, ...read.value } }) : read
}

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>

function headerIn(headers: Headers, name: string): string | undefined {
  const value = headers[name]
  return typeof value === 'string' ? value : value?.[0]
}

const lengthIn = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined

function codeOf(status: number): FaultCode {
  if (status === 408) return 'tool_timeout'
  if (status === 429) return 'tool_busy'
  return status >= 500 ? 'tool_server_error' : 'web_failed'
}

const tooMuch = ({ host }: WebTarget, { maxDownloadBytes }: FetchLimits): Fault => ({
  code: 'web_failed',
  message: `${host} sends more than ${sizeWords(maxDownloadBytes)}, and was broken off.`,
})

const tooLate = ({ host }: WebTarget, { timeoutMs }: FetchLimits): Fault => ({
  code: 'tool_timeout',
  message: `${host} was not done in ${timeoutMs / 1_000} s.`,
})

type Ending = {
  readonly target: WebTarget
  readonly isLate: boolean
  readonly limits: FetchLimits
  readonly overflowed: boolean
}

function failureOf(thrown: unknown, { target, isLate, limits, overflowed }: Ending): Fault {
  if (thrown instanceof ConnectionRefused) return thrown.fault
  if (overflowed) return tooMuch(target, limits)
  if (isLate) return tooLate(target, limits)
  const { code } = faultOf(thrown)
  const known = code === 'tool_failed' || code === 'policy_blocked' ? 'web_failed' : code
  return { code: known, message: `${target.host}: ${messageOf(thrown)}` }
}
