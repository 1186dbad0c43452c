import { expect, test } from 'vitest'
import type { Api } from './api.ts'
import { type FollowState, follow } from './follow.ts'

type Asked = { readonly path: string; readonly last: string | undefined }

/**
 * A server that answers each request with the next of these texts, then closes; a number is a refusal, null is nobody.
 */
function serving(replies: readonly (string | number | null)[]): { readonly api: Api; readonly asked: Asked[] } {
  const asked: Asked[] = []
  const open: Api['open'] = async (path, options = {}) => {
    asked.push({ path, last: options.headers?.['Last-Event-ID'] })
    const reply = replies[asked.length - 1] ?? null
    if (reply === null) throw new TypeError('gone')
    return typeof reply === 'number' ? new Response('{}', { status: reply }) : new Response(reply)
  }
  return { api: { open } as Api, asked }
}

test('a broken stream goes on behind the last event, and says how often it tried', async () => {
  const { api, asked } = serving(['id: 1\ndata: a\n\nid: 2\ndata: b\n\n', null, 'id: 3\ndata: c\n\n'])
  const stop = new AbortController()
  const [seen, states]: [string[], FollowState[]] = [[], []]
  let last = 0
  await follow({
    api,
    path: '/events',
    lastId: () => last,
    onEvent: ({ id, data }) => {
      last = Number(id)
      seen.push(data)
      if (data === 'c') stop.abort()
    },
    onState: state => states.push(state),
    signal: stop.signal,
  })
  expect(seen).toEqual(['a', 'b', 'c'])
  expect(asked.map(one => one.last)).toEqual(['0', '2', '2'])
  expect(states).toEqual([{ kind: 'live' }, { kind: 'lost', tries: 1 }, { kind: 'lost', tries: 2 }, { kind: 'live' }])
})

test('a server that refuses is not asked again', async () => {
  const { api, asked } = serving([401])
  const states: FollowState[] = []
  await follow({
    api,
    path: '/events',
    lastId: () => null,
    onEvent: () => undefined,
    onState: state => states.push(state),
    signal: new AbortController().signal,
  })
  expect(states).toEqual([{ kind: 'refused', status: 401 }])
  expect(asked).toHaveLength(1)
})
