import type { JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { ReceiptView } from 'shapes'
import { CodeText } from '../../parts/code-text.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { Icon } from '../../parts/icon.tsx'
import { JsonText } from '../../parts/json-text.tsx'
import { Link } from '../../parts/link.tsx'
import { Moment } from '../../parts/moment.tsx'
import { ResourceView } from '../../parts/resource-view.tsx'
import { Status, type Tone } from '../../parts/status.tsx'
import { UndoButton } from '../../parts/undo-button.tsx'
import { useResource } from '../../parts/use-resource.ts'
import { useConsole } from '../../state/console.ts'
import { shortId, size } from '../../text/format.ts'
import { visible } from '../../text/visible.ts'
import { howWord } from '../../text/how-word.ts'
import { words } from '../../words.ts'
import { AttemptAnatomy } from '../attempts/attempt-anatomy.tsx'
import { ChangeList } from '../commands/change-list.tsx'
import { commandOf } from '../commands/command-of.ts'
import { CommandText } from '../commands/command-text.tsx'
import { ProveReceipt } from './prove-receipt.tsx'
import { CitedBy, ReceiptProof } from './receipt-proof.tsx'

const say = words.receipts

export function ReceiptDetail({ id, onClose }: { readonly id: string; readonly onClose: () => void }): JSX.Element {
  const resource = useResource<ReceiptView>(`/api/receipts/${encodeURIComponent(id)}`)
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.scrollIntoView({ block: 'nearest' }), [])
  return (
    <section class="detail" aria-label={say.detail} data-testid="receipt-detail">
      <header class="row spread">
        <h2 ref={title}>
          {say.detail} <code>{shortId(id)}</code>
        </h2>
        <span class="row">
          <CopyButton text={id} />
          <button type="button" class="quiet square" onClick={onClose} aria-label={words.act.close}>
            <Icon name="cross" />
          </button>
        </span>
      </header>
      <ResourceView of={resource}>{view => <Detail view={view} onChange={() => void resource.load()} />}</ResourceView>
    </section>
  )
}

const FILE_TONE: { readonly [state: string]: Tone } = {
  unchanged: 'ok',
  changed: 'warn',
  missing: 'bad',
  unreadable: 'warn',
}

function Detail({ view, onChange }: { readonly view: ReceiptView; readonly onChange: () => void }): JSX.Element {
  const { row, receipt, attempt } = view
  const command = commandOf(row.inputs)
  return (
    <>
      <p class="facts">
        <span class="fact strong-fact">
          <code>{visible(row.tool)}</code>
        </span>
        <span class="fact">{say.outcome[row.outcome]}</span>
        <span class="fact">
          <Moment at={row.at} />
        </span>
        <span class="fact">{howWord(row.decided_by)}</span>
        <Link href={`/?session=${row.session_id}`} class="fact">
          {say.inTurn}
        </Link>
      </p>
      <ProveReceipt view={view} />
      {command && <CommandText of={command} />}
      {row.undoable && (
        <UndoButton id={row.receipt_id} ask={command ? say.undoAskAll : say.undoAsk} onDone={onChange} />
      )}
      <ChangeList receipt={row.receipt_id} />
      <FilesNow view={view} />
      <CitedBy view={view} />
      <h3>{say.proof}</h3>
      <ReceiptProof view={view} />
      <h3>{say.inputs}</h3>
      <JsonText value={receipt.inputs} label={say.inputs} fold={1200} />
      <h3>
        {say.output}{' '}
        {receipt.outputs.truncated && <span class="faint">({say.excerpt(size(receipt.outputs.full_size))})</span>}
      </h3>
      <CodeText text={receipt.outputs.truncated ? receipt.outputs.excerpt : receipt.outputs.text} label={say.output} />
      <details data-raw>
        <summary>{say.canonical}</summary>
        <JsonText value={receipt} label={say.canonical} fold={8000} />
      </details>
      {attempt ? (
        <details>
          <summary>{say.attempt}</summary>
          <AttemptAnatomy attempt={attempt} next={null} />
        </details>
      ) : (
        <p class="faint">{say.byPerson}</p>
      )}
    </>
  )
}

function FilesNow({ view }: { readonly view: ReceiptView }): JSX.Element | null {
  const app = useConsole()
  const { files_now: files } = view
  if (files.length === 0) return null
  return (
    <>
      <h3>{say.fileNow}</h3>
      <ul class="plain">
        {files.map(file => (
          <li key={file.path} class="row top" title={file.sha256_then}>
            <Status tone={FILE_TONE[file.state] ?? 'quiet'}>{say.fileState[file.state]}</Status>
            <button
              type="button"
              class="link"
              onClick={() => (app.file.value = { path: file.path, lines: linesOf(view, file.path), quote: null })}
            >
              {visible(file.path)}
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

function linesOf({ receipt }: ReceiptView, path: string): readonly [number, number] | null {
  const ref = receipt.file_refs.find(one => one.path === path)
  return ref === undefined || ref.start_line === null ? null : [ref.start_line, ref.end_line ?? ref.start_line]
}
