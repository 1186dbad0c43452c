import type { ReceiptRow } from 'shapes'

export type ReceiptFilter = { readonly text: string; readonly session: string; readonly outcome: string }

/** Every word must occur in the tool, a file, the agent, the decision, or the id. */
export function filterReceipts(
  rows: readonly ReceiptRow[],
  { text, session, outcome }: ReceiptFilter,
): readonly ReceiptRow[] {
  const wanted = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (wanted.length === 0 && session === '' && outcome === '') return rows
  return rows.filter(row => {
    if ((session !== '' && row.session_id !== session) || (outcome !== '' && row.outcome !== outcome)) return false
    if (wanted.length === 0) return true
    const { tool, agent_id, decided_by, receipt_id, files, code } = row
    const hay = `${tool} ${agent_id} ${decided_by} ${receipt_id} ${files.join(' ')} ${code ?? ''}`.toLowerCase()
    return wanted.every(word => hay.includes(word))
  })
}
