import type { ComponentChildren, JSX } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { words } from '../words.ts'
import { useNarrow } from './use-narrow.ts'

export type Column<Row> = {
  readonly key: string
  readonly title: string
  readonly draw: (row: Row) => ComponentChildren
  readonly sort?: (a: Row, b: Row) => number
  readonly class?: string
}
export type TableProps<Row> = {
  readonly caption: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
  readonly selected?: string | null
  readonly onOpen?: (row: Row) => void
  readonly rowHeight?: number
  readonly maxHeight?: number
}

const CARD_LINE = 28 // px; on a small screen a row is a card with a line for each column, see tables.css
const CARD_SPACE = 20
const OVER = 8 // rows drawn beyond either edge, so that scrolling shows no gaps

/** A windowed table of any length: only visible rows are in the page, and each has its index for screen readers. */
export function WindowedTable<Row>(props: TableProps<Row>): JSX.Element {
  const { caption, columns, rows, keyOf, selected = null, onOpen, rowHeight: wideHeight = 36, maxHeight = 560 } = props
  const rowHeight = useNarrow() ? columns.length * CARD_LINE + CARD_SPACE : wideHeight
  const box = useRef<HTMLDivElement>(null)
  const [order, setOrder] = useState<Order>(null)
  const [top, setTop] = useState(0)
  const sorted = useSorted(rows, columns, order)
  const isWhole = sorted.length * rowHeight <= maxHeight * 2
  const first = isWhole ? 0 : Math.max(0, Math.floor(top / rowHeight) - OVER)
  const last = isWhole ? sorted.length : Math.min(sorted.length, Math.ceil((top + maxHeight) / rowHeight) + OVER)
  useLayoutEffect(() => {
    box.current?.scrollTo({ top: 0 })
    setTop(0)
  }, [rows.length === 0])
  const move = (by: number): void => {
    const at = sorted.findIndex(row => keyOf(row) === selected)
    const next = sorted[Math.max(0, Math.min(sorted.length - 1, at + by))]
    if (next === undefined) return
    onOpen?.(next)
    const index = sorted.indexOf(next)
    if (!isWhole) box.current?.scrollTo({ top: Math.max(0, (index - 3) * rowHeight) })
  }
  useRowKeys(move)
  return (
    <div
      class="table-box"
      ref={box}
      style={{ maxHeight: `${maxHeight}px` }}
      tabIndex={0}
      role="group"
      aria-label={caption}
      onScroll={event => setTop(event.currentTarget.scrollTop)}
    >
      <table aria-rowcount={sorted.length + 1}>
        <caption class="unseen">{caption}</caption>
        <TableHead columns={columns} order={order} onOrder={setOrder} />
        <tbody>
          <Gap rows={first} height={rowHeight} />
          {sorted.slice(first, last).map((row, index) => (
            <TableRow
              key={keyOf(row)}
              {...{ row, columns, onOpen }}
              number={first + index + 2}
              isSelected={keyOf(row) === selected}
            />
          ))}
          <Gap rows={sorted.length - last} height={rowHeight} />
        </tbody>
      </table>
    </div>
  )
}

type Order = { readonly key: string; readonly down: boolean } | null
type HeadProps<Row> = {
  readonly columns: readonly Column<Row>[]
  readonly order: Order
  readonly onOrder: (order: Order) => void
}

function TableHead<Row>({ columns, order, onOrder }: HeadProps<Row>): JSX.Element {
  const toggle = (key: string): void =>
    onOrder(order?.key === key ? (order.down ? null : { key, down: true }) : { key, down: false })
  return (
    <thead>
      <tr aria-rowindex={1} data-sort={words.act.sortBy}>
        {columns.map(column => (
          <th
            key={column.key}
            scope="col"
            class={column.class}
            aria-sort={column.sort ? sortWord(order, column.key) : undefined}
          >
            {column.sort ? (
              <button type="button" class="head" onClick={() => toggle(column.key)}>
                {column.title}
                <span aria-hidden="true">{order?.key === column.key ? (order.down ? ' ↓' : ' ↑') : ''}</span>
              </button>
            ) : (
              column.title
            )}
          </th>
        ))}
      </tr>
    </thead>
  )
}

/** `j` and `k` move from row to row. */
function useRowKeys(move: (by: number) => void): void {
  useEffect(() => {
    const listen = (event: Event): void => {
      if (event instanceof CustomEvent && (event.detail === 'j' || event.detail === 'k'))
        move(event.detail === 'j' ? 1 : -1)
    }
    document.addEventListener('countersign:key', listen)
    return () => document.removeEventListener('countersign:key', listen)
  })
}

type RowProps<Row> = {
  readonly row: Row
  readonly columns: readonly Column<Row>[]
  readonly number: number
  readonly isSelected: boolean
  readonly onOpen: ((row: Row) => void) | undefined
}

function TableRow<Row>({ row, columns, number, isSelected, onOpen }: RowProps<Row>): JSX.Element {
  return (
    <tr
      aria-rowindex={number}
      class={isSelected ? 'selected' : ''}
      onClick={() => onOpen?.(row)}
      data-open={onOpen ? '' : undefined}
    >
      {columns.map((column, index) => (
        <td key={column.key} class={column.class} data-title={column.title}>
          {index === 0 && onOpen ? (
            <button
              type="button"
              class="row-open"
              aria-current={isSelected}
              onClick={event => (event.stopPropagation(), onOpen(row))}
            >
              {column.draw(row)}
            </button>
          ) : (
            column.draw(row)
          )}
        </td>
      ))}
    </tr>
  )
}

function Gap({ rows, height }: { readonly rows: number; readonly height: number }): JSX.Element | null {
  return rows > 0 ? (
    <tr aria-hidden="true" class="gap">
      <td style={{ height: `${rows * height}px` }} />
    </tr>
  ) : null
}

function useSorted<Row>(rows: readonly Row[], columns: readonly Column<Row>[], order: Order): readonly Row[] {
  const compare = columns.find(column => column.key === order?.key)?.sort
  if (!compare || order === null) return rows
  const sorted = rows.toSorted(compare)
  return order.down ? sorted.toReversed() : sorted
}

const sortWord = (order: Order, key: string): 'ascending' | 'descending' | 'none' =>
  order?.key !== key ? 'none' : order.down ? 'descending' : 'ascending'
