import {
  type Json,
  type JsonObject,
  type Result,
  type Scope,
  type ToolCall,
  type ToolOutput,
  succeed,
  textOf,
} from '../../core/index.ts'
import { cleanText } from './clean-text.ts'
import { decodePage } from './decode-text.ts'
import { type Fetched, fetchUrl } from './fetch-url.ts'
import { measureHtml } from './measure-html.ts'
import { isHtml, mediaTypeOf } from './media-type.ts'
import { addressOf, isNamedIn } from './named-url.ts'
import { startReader } from './page/start-reader.ts'
import { sizeWords } from './read-body.ts'
import { readTarget } from './target.ts'
import type { WebContext } from './web-act.ts'

const ACCEPT = 'text/html, application/xhtml+xml, text/plain;q=0.9, application/json;q=0.9, */*;q=0.5'
const READER_MIB = 256
const READER_MS = 15_000

/** Fetches, reads and shows a part. Everything that costs something to load is loaded with this file. */
export async function runFetch(call: ToolCall, scope: Scope, context: WebContext): Promise<Result<ToolOutput>> {
  const { args } = call
  const { settings, rules, known } = context
  const late = context.deadlines.of(call)
  const target = readTarget(textOf(args['url']), rules)
  if (!target.ok) return target
  const limits = {
    maxRedirects: settings.max_redirects,
    maxDownloadBytes: settings.max_download_bytes,
    maxPageBytes: settings.max_page_bytes,
    timeoutMs: settings.timeout_secs * 1_000,
  }
  if (isNamedIn(target.value.url, scope.conversation.userMessages))
    await known.add(scope.session, [addressOf(target.value.url)])
  const fetched = await fetchUrl({ target: target.value, rules, limits, signal: scope.signal, late, accept: ACCEPT })
  if (!fetched.ok) return fetched
  const page = await readFetched(fetched.value, scope.signal)
  return page.ok ? succeed(show(page.value, fetched.value, limitsFor(args, settings.max_chars))) : page
}

type Page = { readonly facts: JsonObject; readonly text: string }

async function readFetched(fetched: Fetched, signal: AbortSignal): Promise<Result<Page>> {
  const { bytes, contentType, target } = fetched
  const text = bytes === undefined ? null : decodePage(bytes, contentType)
  if (text === null) return succeed({ facts: {}, text: noText(fetched) })
  const type = mediaTypeOf(contentType)
  if (!isHtml(type) && !(type === '' && looksLikeHtml(text))) return succeed({ facts: {}, text: cleanText(text) })
  const measured = measureHtml(text)
  if (!measured.ok) return measured
  const read = await startReader(
    { html: text, url: target.url.href },
    { timeoutMs: READER_MS, memoryMib: READER_MIB, signal },
  )
  if (!read.ok) return read
  const { text: markdown, ...facts } = read.value
  return succeed({ facts, text: markdown })
}

const looksLikeHtml = (text: string): boolean =>
  /^\s*(?:<!--[\s\S]{0,500}?-->\s*)?<(?:!doctype html|html|head|body)\b/i.test(text.slice(0, 1_000))

function noText({ contentType, length, bytes }: Fetched): string {
  const size = bytes?.length ?? length
  const kind = mediaTypeOf(contentType) || 'of an unknown kind'
  return `[no text: ${kind}, ${size === undefined ? 'of unknown size' : sizeWords(size)}; only text is read]`
}

const limitsFor = ({ start, max_chars: most }: JsonObject, cap: number): PartLimits => ({
  start: typeof start === 'number' ? start : 0,
  maxChars: Math.min(typeof most === 'number' ? most : cap, cap),
  maxBytes: cap,
})

function show({ facts, text }: Page, fetched: Fetched, limits: PartLimits): ToolOutput {
  const { from, shown, next, remaining } = pagePart(text, limits)
  const mark = remaining > 0 ? [`[${next} of ${text.length} characters so far; call again with start=${next}]`] : []
  const body = shown === '' ? `[no text${from > 0 ? ` here: the page has ${text.length} characters` : ''}]` : shown
  return {
    text: [...headOf(facts, fetched), '', body, ...mark].join('\n'),
    data: {
      ...transferOf(fetched),
      ...facts,
      chars_shown: shown.length,
      chars_remaining: remaining,
      has_more: remaining > 0,
      start: from,
    },
    sources: [],
    page: { shown: shown.length, remaining, ...(remaining > 0 && { next: `start=${next}` }) },
  }
}

function headOf(facts: JsonObject, { target }: Fetched): readonly string[] {
  const told = (['title', 'author', 'date'] as const).map(key => [key, textOf(facts[key])] as const)
  return [
    `url: ${target.url.href}`,
    ...told.filter(([, value]) => value !== '').map(([key, value]) => `${key}: ${value}`),
  ]
}

/** Where it came from, by which ways, and how much it was. */
function transferOf({ target, address, status, contentType, hops, downloaded, bytes }: Fetched): Record<string, Json> {
  return {
    url: target.url.href,
    status,
    content_type: contentType,
    transfer: {
      host: target.host,
      address,
      redirects: hops.map(({ from, to, status: code }) => ({ from, to, status: code })),
      downloaded_bytes: downloaded,
      decoded_bytes: bytes?.length ?? 0,
    },
  }
}

type PartLimits = { readonly start: number; readonly maxChars: number; readonly maxBytes: number }
type PagePart = {
  readonly from: number
  readonly shown: string
  readonly next: number
  readonly remaining: number
}

/** So much of a text as may be shown at once; no character is cut through, and every part brings at least one. */
export function pagePart(text: string, { start, maxChars, maxBytes }: PartLimits): PagePart {
  const from = isInside(text, start) ? start - 1 : Math.min(start, text.length)
  let [at, bytes] = [from, 0]
  while (at < text.length) {
    const sign = String.fromCodePoint(text.codePointAt(at) ?? 0)
    bytes += Buffer.byteLength(sign)
    if (at > from && (at + sign.length - from > maxChars || bytes > maxBytes)) break
    at += sign.length
  }
  return { from, shown: text.slice(from, at), next: at, remaining: text.length - at }
}

/** The second half of a character. */
const isInside = (text: string, at: number): boolean =>
  at > 0 && at < text.length && (text.codePointAt(at - 1) ?? 0) > 0xffff
