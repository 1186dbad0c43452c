import { expect, test } from 'vitest'
import { withPart } from '../state/router.ts'
import { codeIn, createAccess } from './access.ts'
import { createApi, withQuery } from './api.ts'

const storage = (): Storage => {
  const kept = new Map<string, string>()
  const part = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  return part as unknown as Storage
}
const replying =
  (status: number, body: unknown): typeof fetch =>
  async () =>
    new Response(JSON.stringify(body), { status })

test('a code is found in an address, in its fragment, or as it is', () => {
  expect(['http://127.0.0.1:4070/#code=Yt0-_x', '#code=Yt0-_x', ' Yt0-_x '].map(codeIn)).toEqual([
    'Yt0-_x',
    'Yt0-_x',
    'Yt0-_x',
  ])
})

test('a good code leaves a token in this tab, and any other leaves what was there', async () => {
  const tab = storage()
  expect(await createAccess(tab, replying(401, {})).exchange('used')).toBe(false)
  expect(createAccess(tab, replying(200, {})).token()).toBe(null)
  expect(await createAccess(tab, replying(200, { token: 'cs_1' })).exchange('good')).toBe(true)
  expect(createAccess(tab, replying(200, {})).token()).toBe('cs_1')
})

test('a failure is told in the words of the server; without any, and without a server, in ours', async () => {
  const refused: string[] = []
  const api = (fetch: typeof globalThis.fetch): ReturnType<typeof createApi> =>
    createApi({ token: () => 'cs_1', onRefused: () => refused.push('!'), fetch })
  const error = {
    message: 'No.',
    code: 'access_required',
    advice: 'Log in.',
    docs: 'd',
    type: 'authentication_error',
    param: null,
  }
  expect(await api(replying(401, { error })).get('/x')).toEqual({
    ok: false,
    error: { status: 401, code: 'access_required', message: 'No.', advice: 'Log in.', docs: 'd' },
  })
  expect(refused).toEqual(['!'])
  expect(await api(async () => new Response('<html>', { status: 502 })).get('/x')).toMatchObject({
    ok: false,
    error: { status: 502, code: 'system_error' },
  })
  expect(await api(async () => Promise.reject(new TypeError('gone'))).get('/x')).toMatchObject({
    ok: false,
    error: { status: 0, code: 'server_unreachable' },
  })
})

test('addresses hold what is asked for and nothing that is empty', () => {
  expect(withQuery('/a', { q: 'a b', n: 1, none: null, empty: '', left: undefined })).toBe('/a?q=a+b&n=1')
  expect(withQuery('/a')).toBe('/a')
  const place = { path: '/receipts', query: new URLSearchParams('receipt=1&q=x') }
  expect(withPart(place, { receipt: null, tool: 'y' })).toBe('/receipts?q=x&tool=y')
  expect(withPart(place, { receipt: null, q: '' })).toBe('/receipts')
})
