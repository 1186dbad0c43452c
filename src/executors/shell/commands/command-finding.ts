/**
 * From harmless to unknown. `read` changes nothing. `run` is code that nobody has read, in a workspace that is
 * read-only for it. `create` makes new files. `record` lets git add to its own records and changes no file. `build`
 * runs code of the workspace that is meant to make new files. `ask` is everything else: only a person can say yes to
 * it.
 */
export type Level = 'read' | 'run' | 'record' | 'create' | 'build' | 'ask'

/** What one program of a command does, in words that complete "it …". */
export type CommandFinding = { readonly level: Level; readonly says: string }

const WEIGHT: Readonly<Record<Level, number>> = { read: 0, run: 1, record: 2, create: 3, build: 4, ask: 5 }

export const reads = (says: string): CommandFinding => ({ level: 'read', says })
export const runs = (says: string): CommandFinding => ({ level: 'run', says })
export const records = (says: string): CommandFinding => ({ level: 'record', says })
export const creates = (says: string): CommandFinding => ({ level: 'create', says })
export const builds = (says: string): CommandFinding => ({ level: 'build', says })
export const asks = (says: string): CommandFinding => ({ level: 'ask', says })

/** The worst level of all; the words of all, each once. */
export function joinFindings(findings: readonly CommandFinding[]): CommandFinding {
  const worst = findings.reduce<Level>(
    (level, each) => (WEIGHT[each.level] > WEIGHT[level] ? each.level : level),
    'read',
  )
  // Where the line may write, so may its code, and what it changes must be taken back.
  const runsBeside = worst === 'create' && findings.some(({ level }) => level === 'run')
  const telling = worst === 'ask' ? findings.filter(({ level }) => level === 'ask') : findings
  return { level: runsBeside ? 'build' : worst, says: [...new Set(telling.map(({ says }) => says))].join(', ') }
}
