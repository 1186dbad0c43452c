import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { useEffect, useMemo, useState } from 'preact/hooks'
import type { ReceiptRow, VerifyReply } from 'shapes'
import { Link } from '../../parts/link.tsx'
import { Bytes, Moment } from '../../parts/moment.tsx'
import { Empty, ErrorPanel, Loading } from '../../parts/screen-states.tsx'
import { Status, type Tone } from '../../parts/status.tsx'
import { Updated } from '../../parts/updated.tsx'
import { type Column, WindowedTable } from '../../parts/windowed-table.tsx'
import { useConsole } from '../../state/console.ts'
import { withPart } from '../../state/router.ts'
import { howWord } from '../../text/how-word.ts'
import { visible } from '../../text/visible.ts'
import { words } from '../../words.ts'
import { type Checked, checkedState, type SideState } from './checked-state.ts'
import { filterReceipts } from './filter-receipts.ts'
import { IssueLink } from './issue-link.tsx'
import { ReceiptDetail } from './receipt-detail.tsx'
import { type ReceiptList, useReceipts } from './use-receipts.ts'
import { UnknownCalls } from './unknown-calls.tsx'
import { VerifyResult } from './verify-result.tsx'

const say = words.receipts

/** All receipts of the workspace, and their verification. */
export function ReceiptsScreen(): JSX.Element {
  const { router, workspace } = useConsole()
  const { query } = router.place.value
  const [text, setText] = useState(query.get('q') ?? '')
  const [session, outcome, chosen] = [query.get('session') ?? '', query.get('outcome') ?? '', query.get('receipt')]
  const [checked, setChecked] = useState<Checked | null>(null)
  const columns = useMemo(() => columnsFor(checked), [checked])
  const list = useReceipts(workspace.news.turns)
  const rows = list.rows.value
  const shown = useMemo(() => filterReceipts(rows, { text, session, outcome }), [rows, text, session, outcome])
  const set = (changes: { readonly [name: string]: string | null }): void =>
    router.replace(withPart(router.place.value, changes))
  useEffect(() => {
    const listen = (event: Event): void => {
      if (event instanceof CustomEvent && event.detail === 'Escape') set({ receipt: null })
    }
    document.addEventListener('countersign:key', listen)
    return () => document.removeEventListener('countersign:key', listen)
  })
  return (
    <div class="screen">
      <ReceiptsHead list={list} shown={shown.length} session={session} onChecked={setChecked} />
      <UnknownCalls />
      <div role="status">{checked && <VerifyResult result={checked.result} />}</div>
      <Filters text={text} setText={setText} session={session} outcome={outcome} set={set} rows={rows} />
      {list.failure.value && <ErrorPanel failure={list.failure.value} onRetry={() => void list.load()} />}
      <NoReceipts list={list} />
      <div class={chosen === null ? 'split' : 'split split-open'}>
        {rows.length > 0 &&
          (shown.length === 0 ? (
            <Empty text={say.emptyFilter} />
          ) : (
            <WindowedTable
              caption={say.title}
              columns={columns}
              rows={shown}
              keyOf={row => row.receipt_id}
              selected={chosen}
              onOpen={row => set({ receipt: row.receipt_id })}
              maxHeight={620}
            />
          ))}
        {chosen !== null && <ReceiptDetail key={chosen} id={chosen} onClose={() => set({ receipt: null })} />}
      </div>
      {session !== '' && <IssueLink session={session} />}
    </div>
  )
}

type ReceiptsHeadProps = {
  readonly list: ReceiptList
  readonly shown: number
  readonly session: string
  readonly onChecked: (checked: Checked) => void
}

function ReceiptsHead({ list, shown, session, onChecked }: ReceiptsHeadProps): JSX.Element {
  const { workspace } = useConsole()
  return (
    <header class="screen-head">
      <div>
        <h1>{say.title}</h1>
        <p class="faint head-facts">
          <span role="status" data-testid="receipt-count">
            {countOf(list, shown, workspace.start.value.value?.receipts ?? 0)}
          </span>
          <Updated of={[list]} />
        </p>
      </div>
      <VerifyButton session={session} onChecked={onChecked} />
    </header>
  )
}

/** The counts, unless the receipts could not be read. */
function countOf({ rows, isLoading, failure }: ReceiptList, shown: number, total: number): string {
  const known = rows.value.length
  if (isLoading.value) return known + total === 0 ? words.states.loading : say.loading(known, total)
  return known === 0 && failure.value !== null ? '' : say.count(shown, known)
}

function NoReceipts({ list }: { readonly list: ReceiptList }): JSX.Element | null {
  if (list.rows.value.length > 0 || list.failure.value !== null) return null
  return list.isLoading.value ? (
    <Loading lines={8} />
  ) : (
    <Empty text={say.empty}>
      <Link href="/?new=1" class="button">
        {say.runDemo}
      </Link>
    </Empty>
  )
}

const TONES: { readonly [outcome in ReceiptRow['outcome']]: Tone } = { done: 'ok', failed: 'bad', refused: 'warn' }

/** Shows receipts as valid only if this window has verified them, with the time. */
function SideMark({ state }: { readonly state: SideState | undefined }): JSX.Element {
  if (state === undefined) return <span class="faint">{say.notChecked}</span>
  if (state.kind === 'failed') return <Status tone="bad">{say.checkNames[state.check] ?? state.check}</Status>
  if (state.kind === 'ok') return <Status tone="ok">{say.soundMark}</Status>
  return (
    <Status tone="warn" icon="question">
      {say.unsureMark}
    </Status>
  )
}

const columnsFor = (checked: Checked | null): readonly Column<ReceiptRow>[] => [
  {
    key: 'tool',
    title: say.columns.tool,
    draw: row => <code>{visible(row.tool)}</code>,
    sort: (a, b) => a.tool.localeCompare(b.tool),
  },
  {
    key: 'state',
    title: say.columns.state,
    draw: row => <Status tone={TONES[row.outcome]}>{say.outcome[row.outcome]}</Status>,
    sort: (a, b) => a.outcome.localeCompare(b.outcome),
  },
  { key: 'time', title: say.columns.time, draw: row => <Moment at={row.at} />, sort: (a, b) => a.seq - b.seq },
  {
    key: 'decided',
    title: say.columns.decided,
    draw: row => howWord(row.decided_by),
    sort: (a, b) => a.decided_by.localeCompare(b.decided_by),
  },
  {
    key: 'signature',
    title: say.columns.signature,
    draw: row => <SideMark state={checkedState(row, checked)?.signature} />,
  },
  { key: 'chain', title: say.columns.chain, draw: row => <SideMark state={checkedState(row, checked)?.chain} /> },
  {
    key: 'agent',
    title: say.columns.agent,
    draw: row => visible(row.agent_id),
    class: 'minor',
    sort: (a, b) => a.agent_id.localeCompare(b.agent_id),
  },
  {
    key: 'size',
    title: say.columns.size,
    draw: row => <Bytes of={row.bytes} />,
    sort: (a, b) => a.bytes - b.bytes,
    class: 'number',
  },
  {
    key: 'files',
    title: say.columns.files,
    draw: row => <span class="one-line">{visible(row.files.join(', '))}</span>,
    class: 'grow',
  },
]

type FiltersProps = {
  readonly text: string
  readonly setText: (text: string) => void
  readonly session: string
  readonly outcome: string
  readonly set: (changes: { readonly [name: string]: string | null }) => void
  readonly rows: readonly ReceiptRow[]
}

function Filters({ text, setText, session, outcome, set, rows }: FiltersProps): JSX.Element {
  const app = useConsole()
  const sessions = useMemo(() => [...new Set(rows.map(row => row.session_id))].slice(0, 50), [rows])
  const titleOf = (id: string): string => app.workspace.sessions.value.value?.find(row => row.id === id)?.title ?? id
  return (
    <div class="filters" role="search">
      <label class="grow">
        <span>{say.filter.text}</span>
        <input type="search" value={text} onInput={event => setText(event.currentTarget.value)} data-slash />
      </label>
      <label>
        <span>{say.filter.outcome}</span>
        <select value={outcome} onChange={event => set({ outcome: event.currentTarget.value })}>
          <option value="">{words.act.all}</option>
          {(['done', 'failed', 'refused'] as const).map(one => (
            <option key={one} value={one}>
              {say.outcome[one]}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span>{say.filter.session}</span>
        <select value={session} onChange={event => set({ session: event.currentTarget.value })}>
          <option value="">{say.filter.allSessions}</option>
          {sessions.map(id => (
            <option key={id} value={id}>
              {visible(titleOf(id)).slice(0, 60)}
            </option>
          ))}
        </select>
      </label>
    </div>
  )
}

type VerifyButtonProps = { readonly session: string; readonly onChecked: (checked: Checked) => void }

/** Verifies all receipts, or those of a conversation, on the server. */
function VerifyButton({ session, onChecked }: VerifyButtonProps): JSX.Element {
  const { api, toast } = useConsole()
  const isBusy = useSignal(false)
  const verify = async (): Promise<void> => {
    isBusy.value = true
    const answer = await api.send<VerifyReply>(
      'POST',
      '/api/audit/verify',
      session === '' ? {} : { session_id: session },
    )
    isBusy.value = false
    if (answer.ok) onChecked({ result: answer.value, session })
    else toast(`${answer.error.message} ${answer.error.advice}`)
  }
  return (
    <button type="button" class="strong" disabled={isBusy.value} onClick={() => void verify()} data-testid="verify-all">
      {isBusy.value ? say.verifying : session === '' ? say.verifyAll : say.verifyThese}
    </button>
  )
}
