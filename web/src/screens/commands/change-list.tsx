import type { JSX } from 'preact'
import type { FileChangeView, ReceiptChanges } from 'shapes'
import { ResourceView } from '../../parts/resource-view.tsx'
import { Status, type Tone } from '../../parts/status.tsx'
import { useResource } from '../../parts/use-resource.ts'
import { visible } from '../../text/visible.ts'
import { words } from '../../words.ts'
import { ChangeText } from '../permissions/change-text.tsx'

const say = words.command
const TONE: Readonly<Record<FileChangeView['what'], Tone>> = { created: 'ok', changed: 'warn', deleted: 'bad' }

/** The file changes of a call, as diffs. */
export function ChangeList({ receipt }: { readonly receipt: string }): JSX.Element {
  const resource = useResource<ReceiptChanges>(`/api/receipts/${encodeURIComponent(receipt)}/changes`)
  return (
    <ResourceView of={resource}>
      {({ changes, more, rolled_back: isRolledBack }) =>
        changes.length === 0 ? null : (
          <div class="change-list" data-testid="changes">
            <h3 class="label">{say.changes(changes.length + more)}</h3>
            {isRolledBack && <Status tone="warn">{say.rolledBack}</Status>}
            <ul class="plain">
              {changes.map(change => (
                <li key={change.path}>
                  <FileChangeRow change={change} />
                </li>
              ))}
            </ul>
            {more > 0 && <p class="faint">{say.more(more)}</p>}
          </div>
        )
      }
    </ResourceView>
  )
}

function FileChangeRow({ change: { path, what, change, says } }: { readonly change: FileChangeView }): JSX.Element {
  return (
    <>
      <p class="row wrap">
        <Status tone={TONE[what]}>{say.what[what]}</Status> <code>{visible(path)}</code>
        {change !== null && <span class="faint">{words.permission.changeLines(change.added, change.removed)}</span>}
        {says !== null && <span class="faint">{visible(says)}</span>}
      </p>
      {change !== null && change.lines.length > 0 && <ChangeText change={change} label={visible(path)} />}
    </>
  )
}
