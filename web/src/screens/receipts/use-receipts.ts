import { type ReadonlySignal, batch, signal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import type { ReceiptRowPage, ReceiptRow } from 'shapes'
import type { Answer, Api, Failure } from '../../net/api.ts'
import { useConsole } from '../../state/console.ts'
import { readInTurn } from '../../state/read-in-turn.ts'

const MOST = 50_000 // rows held by the browser; the command line shows older ones

export type ReceiptList = {
  readonly rows: ReadonlySignal<readonly ReceiptRow[]>
  readonly isLoading: ReadonlySignal<boolean>
  readonly failure: ReadonlySignal<Failure | null>
  readonly at: ReadonlySignal<number | null>
  readonly load: () => Promise<void>
}

/** Loads all receipts page by page, newest first, and shows them as they arrive. */
export function useReceipts(news: ReadonlySignal<number>): ReceiptList {
  const { api, workspace } = useConsole()
  const list = useMemo(() => createList(api), [api])
  useEffect(() => list.stop, [list])
  useEffect(() => void list.load(), [list, news.value, workspace.news.all.value])
  return list
}

function createList(api: Api): ReceiptList & { readonly stop: () => void } {
  const rows = signal<readonly ReceiptRow[]>([])
  const isLoading = signal(true)
  const failure = signal<Failure | null>(null)
  const at = signal<number | null>(null)
  let isWhole = false // true after a complete load; a partial list is not extended
  const end = (all: readonly ReceiptRow[], problem: Failure | null): void =>
    batch(() => {
      rows.value = all
      isLoading.value = false
      isWhole ||= problem === null
      failure.value = problem
      if (problem === null) at.value = Date.now()
    })
  const once = async (isNewest: () => boolean): Promise<void> => {
    const known = isWhole ? rows.value : []
    const fresh: ReceiptRow[] = []
    isLoading.value = true
    for (let cursor: string | null | undefined; cursor !== null && fresh.length < MOST;) {
      const page: Answer<ReceiptRowPage> = await api.get<ReceiptRowPage>('/api/receipts', { limit: 200, cursor })
      if (!isNewest()) return
      if (!page.ok) return end(rows.value, page.error)
      const seen = page.value.receipts.findIndex(({ receipt_id: id }) => id === known[0]?.receipt_id)
      const wanted = seen < 0 ? page.value.receipts : page.value.receipts.slice(0, seen)
      for (const row of wanted) fresh.push({ ...row, inputs: {} })
      if (seen >= 0) return end([...fresh, ...known], null)
      cursor = page.value.next_cursor
      if (!isWhole && fresh.length > rows.value.length) rows.value = [...fresh]
    }
    end(fresh, null)
  }
  const { read, stop } = readInTurn(once)
  return { rows, isLoading, failure, at, load: read, stop }
}
