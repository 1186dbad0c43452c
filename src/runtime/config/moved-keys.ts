export type MovedKey = { readonly from: readonly [string, string]; readonly to: readonly [string, string, string] }

/** Names of older files and where their values live now. */
export const MOVED_KEYS: readonly MovedKey[] = [
  { from: ['agent', 'max_tool_retries'], to: ['tools', 'retry', 'max_attempts'] },
  { from: ['agent', 'max_retry_duration_secs'], to: ['tools', 'retry', 'budget_secs'] },
]

export type ChangedValue = { readonly key: readonly [string, string]; readonly old: string; readonly now: string }

/** Words of older files that have another name now. */
export const CHANGED_VALUES: readonly ChangedValue[] = [
  { key: ['evidence', 'require'], old: 'workspace', now: 'contract' },
]
