/**
 * From harmless to unknown. `read` changes nothing. `create` makes new files. `build` runs code of the workspace that is meant to make new
 * files. `ask` is everything else: only a person can say yes to it.
 */
export type Level = 'read' | 'create' | 'build' | 'ask'

/** What one program of a command does, in words that complete "it …". */
export type Finding = { readonly level: Level; readonly says: string }

const WEIGHT: Readonly<Record<Level, number>> = { read: 0, create: 1, build: 2, ask: 3 }

export const reads = (says: string): Finding => ({ level: 'read', says })
export const creates = (says: string): Finding => ({ level: 'create', says })
export const builds = (says: string): Finding => ({ level: 'build', says })
export const asks = (says: string): Finding => ({ level: 'ask', says })

/** The worst level of all; the words of all, each once. */
export function joinFindings(findings: readonly Finding[]): Finding {
  const worst = findings.reduce<Level>((level, each) => (WEIGHT[each.level] > WEIGHT[level] ? each.level : level), 'read')
  const telling = worst === 'ask' ? findings.filter(({ level }) => level === 'ask') : findings
  return { level: worst, says: [...new Set(telling.map(({ says }) => says))].join(', ') }
}
