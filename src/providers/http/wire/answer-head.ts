import { unreadableAnswer } from './unreadable-answer.ts'

/** Where the body ends: after so many bytes, where its last chunk says so, or with the connection. */
export type Framing = number | 'chunked' | 'until closed'

export type AnswerHead = {
  readonly status: number
  /** By names in small letters. */
  readonly headers: ReadonlyMap<string, string>
  readonly framing: Framing
  /** How long the connection may wait for the next request after the body, in milliseconds; 0: it is not used again. */
  readonly idleMs: number
}

const STATUS = /HTTP\/1\.([01]) ([1-5]\d\d)(?: [\t\x20-\x7e\x80-\xff]*)?(?![^\r])/y
const HEADER = /\r\n([!#$%&'*+.^_`|~0-9A-Za-z-]+):[\t ]*([\t\x20-\x7e\x80-\xff]*)/y

/**
 * The head without the empty line that ends it, its bytes as Latin-1. Whatever two readers could understand in two ways is refused: both
 * patterns leave off at the first sign that has no place there.
 */
export function parseAnswerHead(text: string): AnswerHead {
  STATUS.lastIndex = 0
  const status = STATUS.exec(text)
  if (!status) throw unreadableAnswer(whyRefused(text))
  const headers = parseHeaders(text, STATUS.lastIndex)
  const code = Number(status[2])
  return { status: code, headers, framing: framingOf(code, headers), idleMs: idleOf(status[1] === '1', headers) }
}

const FIRST_COUNTS: ReadonlySet<string> = new Set(['content-type', 'retry-after'])

function parseHeaders(text: string, start: number): ReadonlyMap<string, string> {
  const headers = new Map<string, string>()
  for (HEADER.lastIndex = start; HEADER.lastIndex < text.length;) {
    const header = HEADER.exec(text)
    if (!header) throw unreadableAnswer(whyRefused(text))
    const key = (header[1] ?? '').toLowerCase()
    const value = withoutBlanksBehind(header[2] ?? '')
    const before = headers.get(key)
    if (before === undefined) headers.set(key, value)
    else if (!FIRST_COUNTS.has(key)) headers.set(key, `${before}, ${value}`)
  }
  return headers
}

/** Blanks and tabs only: what else JavaScript takes for white space is a byte like any other here. */
function withoutBlanksBehind(text: string): string {
  let end = text.length
  while (end > 0 && isBlank(text[end - 1])) end--
  return end === text.length ? text : text.slice(0, end)
}

const isBlank = (character: string | undefined): boolean => character === ' ' || character === '\t'

const STATUS_LINE = /^HTTP\/1\.[01] [1-5]\d\d(?: |\r\n|$)/
const STRAY = /[^\t\r\n\x20-\x7e\x80-\xff]|\r(?!\n)|(?<!\r)\n/ // a line ends in both signs or not at all

function whyRefused(text: string): string {
  if (!STATUS_LINE.test(text)) return 'the first line is no status'
  return STRAY.test(text) ? 'its head holds signs that no head has' : 'a header is no header'
}

const NO_BODY: ReadonlySet<number> = new Set([204, 304])
const LENGTH = /^\d{1,15}$/

function framingOf(status: number, headers: ReadonlyMap<string, string>): Framing {
  const [coding, length] = [headers.get('transfer-encoding'), headers.get('content-length')]
  if (coding !== undefined && length !== undefined) throw unreadableAnswer('its length is told in two ways')
  if (NO_BODY.has(status)) return 0
  if (coding !== undefined) {
    if (coding.toLowerCase() !== 'chunked') throw unreadableAnswer('its transfer encoding is none that we asked for')
    return 'chunked'
  }
  if (length === undefined) return 'until closed'
  if (!LENGTH.test(length)) throw unreadableAnswer('its length is no number')
  return Number(length)
}

const IDLE_MS = 4_000 // servers close idle connections as well, most of them after five seconds
const EARLIER_MS = 1_000 // than the server says, since its clock runs from an earlier moment

function idleOf(isNew: boolean, headers: ReadonlyMap<string, string>): number {
  const said = headers.get('connection')?.toLowerCase() ?? ''
  const words = said.includes(',') ? said.split(/[ \t]*,[ \t]*/) : [said]
  if (words.includes('close') || !(isNew || words.includes('keep-alive'))) return 0
  const told = /(?:^|[ ,])timeout=(\d{1,9})/i.exec(headers.get('keep-alive') ?? '')?.[1]
  return told === undefined ? IDLE_MS : Math.max(0, Math.min(IDLE_MS, Number(told) * 1_000 - EARLIER_MS))
}
