import { FORGED, KNOWN_SESSION } from './stage.ts'

export type Words = readonly string[]

/** Without a right, and with nobody to ask: none of these may ever succeed. */
export const UNALLOWED: readonly Words[] = [
  ['call', 'file_read', 'path=a.md', '--session', KNOWN_SESSION],
  ['call', 'file_write', 'path=a.md', `content=${FORGED}`, 'overwrite:=true', '--json'],
]

/** What a person may do here; it may still not lead out of the folder. */
export const ALLOWED: readonly Words[] = [
  ['call', 'file_read', 'path=a.md', '--allow', 'FileAccess', '--session', KNOWN_SESSION],
  ['call', 'file_list', 'depth:=9', '--allow', 'FileAccess', '--json'],
  ['call', 'file_search', 'query=CANARY', '--allow', 'FileAccess'],
  [
    'call',
    'file_write',
    'path=fresh.md',
    'content=mine',
    'overwrite:=true',
    '--allow',
    'FileWrite',
    '--session',
    KNOWN_SESSION,
  ],
]

/** Every other verb that looks at the workspace. */
export const verbsAbout = (receipt: string): readonly Words[] => [
  ['trust', '--show'],
  ['trust'],
  ['config', 'print', '--show-origin'],
  ['config', 'check'],
  ['config', 'schema', '--json'],
  ['config', 'migrate'],
  ['why', 'file_read'],
  ['receipts', 'list'],
  ['receipts', 'show', receipt],
  ['ledger', 'verify'],
  ['verify', '--json', '--session', KNOWN_SESSION],
  ['verify', '--receipt', receipt],
  ['ledger', 'export'],
  ['ledger', 'tail'],
  ['ledger', 'checkpoint'],
  ['ledger', 'accept'],
  ['ledger', 'looked-at', 'call_forged', '--yes'],
  ['ledger', 'moved', '../elsewhere', '--yes'],
  ['permissions', 'list', '--json'],
  ['permissions', 'pending'],
  ['permissions', 'approve', 'appr_forged'],
  ['permissions', 'deny', 'appr_forged', '--json'],
  ['permissions', 'revoke', 'grant_forged'],
  ['undo', receipt],
]

const ON_RECORDS = new Set(['receipts', 'ledger', 'verify', 'undo'])

/** Those that look at what the workspace keeps. */
export const recordVerbs = (receipt: string): readonly Words[] =>
  verbsAbout(receipt).filter(([verb = '']) => ON_RECORDS.has(verb))

const BRIEF = new Set(['receipts list', 'ledger verify', 'ledger export', 'ledger tail', 'ledger checkpoint'])

/** One for each way in which records are opened. */
export const briefly = (receipt: string): readonly Words[] => [
  ...UNALLOWED,
  ...verbsAbout(receipt).filter(words => BRIEF.has(words.join(' '))),
  ['undo', receipt],
  ...ALLOWED.filter(words => words.includes(KNOWN_SESSION)),
  ACCEPT,
]

/** Last, because it changes what the others see. */
export const ACCEPT: Words = ['ledger', 'accept', '--yes']

/** The same in the other form, and those that do not look at the workspace; once is enough for these. */
export const moreVerbs = (receipt: string): readonly Words[] => [
  ['trust', '--show', '--json'],
  ['config', 'print', '--json'],
  ['config', 'print'],
  ['config', 'check', '--json'],
  ['config', 'set', 'tools.retry.max_attempts', '1'],
  ['why', 'file_write', '--json'],
  ['receipts', 'list', '--json'],
  ['receipts', 'show', receipt, '--json'],
  ['ledger', 'tail', '--json'],
  ['ledger', 'checkpoint', '--json'],
  ['permissions', 'list'],
  ['permissions', 'pending', '--json'],
  ['undo', receipt, '--json'],
  ['tools', 'list'],
  ['tools', 'show', 'file_reader'],
  ['explain', 'path_blocked'],
  ['demo'],
]
