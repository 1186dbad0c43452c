import { expect, test } from 'vitest'
import { play } from '../../../test/scenarios/play.ts'
import type { Receipt } from '../../core/index.ts'
import { createReceiptCache } from './receipt-cache.ts'

const readOf = (path: string): string => JSON.stringify({ tool: 'file_read', args: { path } })
const FILES = { 'notes.md': 'A lighthouse.\n', 'more.md': 'A boat.\n' }

async function receiptsOfTwoTurns(): Promise<{
  readonly all: readonly Receipt[]
  readonly shelf: () => ReturnType<typeof createReceiptCache>
}> {
  const { runtime } = await play({ session: 'one', files: FILES, replies: [readOf('notes.md'), 'Done.'] })
  await play({ runtime, session: 'one', replies: [readOf('more.md'), 'Done.'] })
  const shelf = (): ReturnType<typeof createReceiptCache> => createReceiptCache(runtime.ledger)
  return { all: shelf().of('one'), shelf }
}

test('what was made here, what was read, and both together are the same receipts in the same order', async () => {
  const { all, shelf } = await receiptsOfTwoTurns()
  expect(all.map(({ tool_id }) => tool_id)).toEqual(['file_read', 'file_read'])
  for (const made of [all, all.slice(0, 1), all.slice(1)]) {
    const told = shelf()
    told.add('one', made)
    told.add('one', made)
    expect(told.of('one')).toEqual(all)
  }
})

test('what was made here is not read from the log', async () => {
  const { all, shelf } = await receiptsOfTwoTurns()
  const told = shelf()
  told.add('one', all)
  expect(told.of('one').every((receipt, index) => receipt === all[index])).toBe(true)
  told.add('one', all)
  expect(told.of('one')).toHaveLength(2)
})
