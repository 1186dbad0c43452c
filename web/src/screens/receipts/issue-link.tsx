import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import type { LinkIssueReply } from 'shapes'
import { saveFile } from '../../parts/save-file.ts'
import { useConsole } from '../../state/console.ts'
import { words } from '../../words.ts'

const say = words.receipts

/** The receipts of one conversation: linked to an issue, or taken away as the file that they are. */
export function IssueLink({ session }: { readonly session: string }): JSX.Element {
  const { api, toast } = useConsole()
  const issue = useSignal('')
  const link = async (event: Event): Promise<void> => {
    event.preventDefault()
    const done = await api.send<LinkIssueReply>('POST', `/api/audit/sessions/${session}/link-issue`, { issue_id: issue.value.trim() })
    toast(done.ok ? say.linked(done.value.receipts.length, done.value.file) : done.error.message)
  }
  const raw = async (): Promise<void> => {
    const response = await api.open(`/api/audit/sessions/${session}/tool-receipts`)
    if (response.ok) saveFile(`${session}-tool-receipts.jsonl`, await response.text(), 'application/jsonl')
  }
  return (
    <form class="filters" onSubmit={event => void link(event)}>
      <label>
        <span>{say.linkIssue}</span>
        <input value={issue.value} onInput={event => (issue.value = event.currentTarget.value)} placeholder={say.issueId} />
      </label>
      <button type="submit" disabled={issue.value.trim() === ''}>
        {say.link}
      </button>
      <button type="button" class="quiet" onClick={() => void raw()}>
        {say.raw}
      </button>
    </form>
  )
}
