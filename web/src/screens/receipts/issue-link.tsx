import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import type { LinkIssueReply, SessionReceiptIds } from 'shapes'
import type { Answer, Api } from '../../net/api.ts'
import { saveFile } from '../../parts/save-file.ts'
import { useConsole } from '../../state/console.ts'
import { words } from '../../words.ts'

const say = words.receipts

/** Links the receipts of a conversation to an issue, or downloads them. */
export function IssueLink({ session }: { readonly session: string }): JSX.Element {
  const { api, toast, workspace } = useConsole()
  const audit = auditApi(api)
  const issue = useSignal('')
  const count = useSignal<number | null>(null)
  useEffect(() => {
    void audit.listSessionReceipts(session).then(list => (count.value = list.ok ? list.value.receipts.length : null))
  }, [session, workspace.news.turns.value])
  const link = async (event: Event): Promise<void> => {
    event.preventDefault()
    const done = await audit.linkSessionToIssue(session, issue.value.trim())
    toast(
      done.ok ? say.linked(done.value.receipts.length, done.value.file) : `${done.error.message} ${done.error.advice}`,
    )
  }
  const raw = async (): Promise<void> => {
    const text = await audit.getSessionReceiptsFile(session)
    if (text !== null) saveFile(`${session}-tool-receipts.jsonl`, text, 'application/jsonl')
  }
  return (
    <form class="filters" onSubmit={event => void link(event)} data-testid="session-receipts">
      <p class="faint">{count.value !== null && say.ofSession(count.value)}</p>
      <label>
        <span>{say.linkIssue}</span>
        <input
          value={issue.value}
          onInput={event => (issue.value = event.currentTarget.value)}
          placeholder={say.issueId}
        />
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

type AuditApi = {
  readonly listSessionReceipts: (session: string) => Promise<Answer<SessionReceiptIds>>
  /** The raw file, JSON Lines; null if it cannot be read. */
  readonly getSessionReceiptsFile: (session: string) => Promise<string | null>
  readonly linkSessionToIssue: (session: string, issue: string) => Promise<Answer<LinkIssueReply>>
}

/** The receipts and issues of a conversation. */
function auditApi(api: Api): AuditApi {
  return {
    listSessionReceipts: async session => api.get(path(session, 'receipts')),
    getSessionReceiptsFile: async session => {
      const response = await api.open(path(session, 'tool-receipts')).catch(() => null)
      return response?.ok === true ? response.text() : null
    },
    linkSessionToIssue: async (session, issue) => api.send('POST', path(session, 'link-issue'), { issue_id: issue }),
  }
}

const path = (session: string, part: string): string => `/api/audit/sessions/${encodeURIComponent(session)}/${part}`
