import { expect, test } from 'vitest'
import { createStageProgress } from './turn/stage-progress.ts'
import { transferWords } from './transfer-words.ts'

const transfer = (redirects: number, bytes: number) => ({
  transfer: {
    host: 'example.org',
    redirects: Array.from({ length: redirects }, () => ({ from: 'a', to: 'b', status: 301 })),
    downloaded_bytes: bytes,
  },
})

test.each([
  [transfer(0, 999), 'example.org, 999 bytes'],
  [transfer(1, 14_400), 'example.org, 1 redirect, 14 KB'],
  [transfer(3, 2_000_000), 'example.org, 3 redirects, 2.0 MB'],
  [{ transfer: { host: 'example.org' } }, 'example.org'],
])('%j is told as %j', (data, words) => {
  expect(transferWords(data)).toBe(words)
})

test.each([null, {}, { transfer: null }, { transfer: { host: 1 } }, 'text', []])('%j has no transfer', data => {
  expect(transferWords(data)).toBeUndefined()
})

test('the line of a stage tells host, redirects and size of what was fetched', () => {
  const tell = createStageProgress({
    marks: { step: '-', no: 'x', ok: '+', fixed: '~', ask: '?' },
    columns: 200,
    isScreen: false,
  })
  const event = {
    type: 'tool.completed',
    call_id: 'c',
    tool: 'web_fetch',
    args: { url: 'https://example.org/' },
    text: '',
    data: transfer(1, 14_400),
    code: null,
    replayed: false,
    duration_ms: 12,
    receipt_id: null,
  }
  expect(tell(event as never)?.text).toBe(
    '+ web_fetch {url: "https://example.org/"} ran: example.org, 1 redirect, 14 KB, 12 ms',
  )
})
