import type { LinkIssueReply, SessionReceiptIds } from 'shapes'
import type { Answer, Api } from './api.ts'

export type AuditApi = {
  readonly listSessionReceipts: (session: string) => Promise<Answer<SessionReceiptIds>>
  /** The file as it stands on disk, JSON Lines; null if it cannot be had. */
  readonly getSessionReceiptsFile: (session: string) => Promise<string | null>
  readonly linkSessionToIssue: (session: string, issue: string) => Promise<Answer<LinkIssueReply>>
}

/** What a conversation left behind. */
export function auditApi(api: Api): AuditApi {
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
