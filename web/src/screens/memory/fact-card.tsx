import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import type { FactView } from 'shapes'
import { Link } from '../../parts/link.tsx'
import { Moment } from '../../parts/moment.tsx'
import { Status } from '../../parts/status.tsx'
import { useConsole } from '../../state/console.ts'
import { shortId } from '../../text/format.ts'
import { visible } from '../../text/visible.ts'
import { words } from '../../words.ts'
import { EditText } from './edit-text.tsx'
import { SensitivityMark } from './sensitivity.tsx'

const say = words.memory

type FactProps = { readonly fact: FactView; readonly all: readonly FactView[]; readonly onChange: () => void }

/** A stored fact: its source, who approved it, and what it contradicts. */
export function FactCard({ fact, all, onChange }: FactProps): JSX.Element {
  const { api, toast } = useConsole()
  const isEditing = useSignal(false)
  const finish = (
    done: { readonly ok: true } | { readonly ok: false; readonly error: { readonly message: string } },
    text: string,
  ): void => {
    toast(done.ok ? text : done.error.message)
    isEditing.value = false
    onChange()
  }
  const forget = async (): Promise<void> => finish(await api.send('DELETE', `/api/memory/${fact.id}`), say.forgotten)
  const edit = async (text: string): Promise<void> =>
    finish(await api.send('PATCH', `/api/memory/${fact.id}`, { text }), say.kept)
  const keepOnly = async (): Promise<void> => {
    const gone = await Promise.all(others.map(async ({ id }) => api.send('DELETE', `/api/memory/${id}`)))
    finish(gone.find(({ ok }) => !ok) ?? { ok: true }, say.keptOnly)
  }
  const others = all.filter(({ id }) => fact.contradicts.includes(id))
  return (
    <li class="card">
      <p class="fact-text" dir="auto">
        {visible(fact.text)}
      </p>
      {others.map(other => (
        <p key={other.id}>
          <Status tone="warn">{say.contradicts}</Status> <q>{visible(other.text)}</q>
        </p>
      ))}
      <Origin fact={fact} />
      {isEditing.value ? (
        <EditText text={fact.text} onSave={text => void edit(text)} onCancel={() => (isEditing.value = false)} />
      ) : (
        <div class="row wrap">
          <button type="button" class="small" onClick={() => (isEditing.value = true)}>
            {words.act.edit}
          </button>
          <button type="button" class="small" onClick={() => void forget()}>
            {say.forget}
          </button>
          {others.length > 0 && (
            <button type="button" class="small" onClick={() => void keepOnly()}>
              {say.keepOnly}
            </button>
          )}
        </div>
      )}
    </li>
  )
}

/** Whether storing it asked, how often it was used, and its source. */
function Origin({ fact }: { readonly fact: FactView }): JSX.Element {
  return (
    <p class="faint row wrap">
      <SensitivityMark of={fact} /> · {fact.kept_by?.startsWith('memory:') === true && `${say.unasked} · `}
      {say.used(fact.used)}
      {fact.last_used !== null && (
        <>
          , {say.last} <Moment at={fact.last_used} />
        </>
      )}{' '}
      · <Moment at={fact.created} /> · <Link href={`/?session=${fact.said.session_id}`}>{say.source}</Link>
      {fact.receipt_id !== null && (
        <>
          {' '}
          · <Link href={`/receipts?receipt=${fact.receipt_id}`}>{shortId(fact.receipt_id)}</Link>
        </>
      )}
    </p>
  )
}
