import type { PermissionView } from 'shapes'
import { expect, test } from 'vitest'
import type { Answer, Api } from '../net/api.ts'
import { type Pending, createPending } from './pending.ts'

const question = (id: string): PermissionView => ({ id }) as PermissionView
const ids = ({ list }: Pending): readonly string[] => list.value.map(({ id }) => id)

/** A server that answers when the test says so. */
function answering(): { readonly api: Api; readonly answer: (...ids: readonly string[]) => Promise<void> } {
  const waiting: ((answer: Answer<unknown>) => void)[] = []
  const get = (): Promise<Answer<unknown>> => new Promise(resolve => waiting.push(resolve))
  const answer = async (...open: readonly string[]): Promise<void> => {
    waiting.shift()?.({ ok: true, value: { permissions: open.map(question) } })
    await new Promise(resolve => setTimeout(resolve))
  }
  return { api: { get } as unknown as Api, answer }
}

test('a list that was written before a question came does not take the question away', async () => {
  const { api, answer } = answering()
  const pending = createPending(api)
  const read = pending.read()
  pending.add(question('p1'))
  await answer()
  expect(ids(pending)).toEqual(['p1'])
  await answer('p1', 'p2')
  await read
  expect(ids(pending)).toEqual(['p1', 'p2'])
})

test('a list that was written before a question was decided does not bring it back', async () => {
  const { api, answer } = answering()
  const pending = createPending(api)
  pending.add(question('p1'))
  const read = pending.read()
  pending.drop('p1')
  await answer('p1')
  expect(ids(pending)).toEqual([])
  await answer()
  await read
  expect(ids(pending)).toEqual([])
})

test('of two lists that were asked for, the one that comes late is asked for again', async () => {
  const { api, answer } = answering()
  const pending = createPending(api)
  const reads = [pending.read(), pending.read()]
  await answer('p1')
  await answer('old')
  expect(ids(pending)).toEqual(['p1'])
  await answer('p1', 'p2')
  await Promise.all(reads)
  expect(ids(pending)).toEqual(['p1', 'p2'])
})
