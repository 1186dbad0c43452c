import { readdirSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { FAULTS, type FaultCode, isFaultCode } from '../src/core/index.ts'
import { SECTIONS, workspaceCatalog } from '../src/runtime/index.ts'
import { scripted } from '../src/providers/index.ts'
import { ROUTES } from '../src/surfaces/http/routes/all-routes.ts'
import { startTestServer } from './http-server.ts'

const PAGE = join(import.meta.dirname, '..', 'docs', 'system-map.md')

/** What is kept where; the path table of the seeds, as far as it is built. */
const PATHS: readonly (readonly [string, string])[] = [
  ['.control-room/audit/log/NNNNNN.jsonl', 'the log, the truth of everything below'],
  ['.control-room/audit/audit.jsonl', 'a line for each call'],
  ['.control-room/audit/attempts.jsonl', 'a line for each reply of a model'],
  ['.control-room/audit/permissions.jsonl', 'what was granted, refused, revoked and used'],
  ['.control-room/audit/sessions/<sessionId>/tool_receipts.jsonl', 'the receipts of a session'],
  ['.control-room/audit/issues/<issueId>/sessions.jsonl', 'which sessions belong to an issue'],
  ['.control-room/audit/checkpoints/', 'signed sizes and roots of the log'],
  ['.control-room/audit/secret.key', "the receipts' key"],
  ['.control-room/results/', 'long results, by their hash'],
  ['.control-room/telemetry/totals.json', 'counts of conferences'],
  ['<state>/mac.key, <state>/signing.key', 'keys of the log'],
  ['<state>/workspaces/<id>/ledger.db', 'where the log stands, and what was used up'],
  ['<state>/workspaces/<id>/permissions.db', 'grants, approvals, trust'],
  ['<state>/workspaces/<id>/sessions.db', 'conversations, events, handles, plans'],
  ['<state>/workspaces/<id>/memory.db', 'facts'],
  ['<state>/workspaces/<id>/memory-words.db', 'the words in them'],
  ['<state>/probes.db', 'what model servers were found to be able to do'],
  ['<state>/compile-cache/', "Node's compile cache of the command line, from Node 22.8 on; may be deleted at any time"],
  ['<state>/workspaces/<id>/settings.json', 'saved settings'],
  ['<state>/workspaces/<id>/keys.json', "hashes of programs' keys"],
]

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map(cells => `| ${cells.join(' | ')} |`).join('\n')

const faultRow = (code: FaultCode): readonly string[] => [
  `[\`${code}\`](faults/${code}.md)`,
  FAULTS[code].category,
  FAULTS[code].then,
  FAULTS[code].blame,
]

function systemMap(): string {
  const tools = workspaceCatalog([], { compression: true, memory: true, search: true })
    .list()
    .map(({ name, risk, capability, facts, description }) => [
      `\`${name}\``,
      risk,
      `\`${capability}\``,
      facts.hidden === true ? 'only for the runtime' : description,
    ])
  const codes = Object.keys(FAULTS).filter(isFaultCode).toSorted().map(faultRow)
  const endpoints = ROUTES.map(({ method, path, scope, summary }) => [method, `\`${path}\``, scope ?? '–', summary])
  return [
    '# The system map',
    'Every tool, code, place and endpoint there is. This page is written by a test from the source: `npx vitest run test/system-map.test.ts -u`.',
    '## Tools',
    table(['tool', 'risk', 'needs', ''], tools),
    '## Endpoints',
    'What they take and answer stands in [the HTTP server](http.md).',
    table(['method', 'path', 'scope', ''], endpoints),
    '## Places',
    table(
      ['path', 'holds'],
      PATHS.map(([path, holds]) => [`\`${path}\``, holds]),
    ),
    '## Codes',
    table(['code', 'category', 'reaction', 'counted against'], codes),
    '## Settings',
    `All keys stand in [configuration](configuration.md): ${SECTIONS.map(({ name }) => `\`[${name}]\``)
      .filter((name, at, all) => all.indexOf(name) === at)
      .join(', ')}.`,
    '',
  ].join('\n\n')
}

test('[CFG-05] the system map lists every tool, code, path and endpoint of the source', async () => {
  await expect(systemMap()).toMatchFileSnapshot(PAGE)
})

/** `audit/sessions/<sessionId>/x` stands for any session, a folder for everything in it. */
function isListed(file: string): boolean {
  const patterns = PATHS.flatMap(([path]) => path.split(', ')).map(path =>
    path
      .replaceAll(/[.]/g, String.raw`\.`)
      .replaceAll(/<id>|<sessionId>|<issueId>/g, '[^/]+')
      .replace('NNNNNN', String.raw`\d+`),
  )
  return patterns.some(pattern => new RegExp(`^${pattern}${pattern.endsWith('/') ? '' : '(-wal|-shm)?$'}`).test(file))
}

test('[CFG-05] whatever a server that is used in every way leaves on disk stands in the map', async () => {
  const write = { calls: [{ id: 'c1', name: 'file_write', arguments: { path: 'a.md', content: 'x'.repeat(9_000) } }] }
  const model = scripted([write, 'Written.'], { can: { nativeTools: true } })
  const { api, root, state, newKey } = await startTestServer({
    models: { main: model },
    settings: { 'memory.enabled': true },
  })
  newKey()
  await api('POST', '/api/ai/chat', {
    message: '/edit write it',
    session_id: 's',
    profile: 'native',
    allow: ['FileAccess', 'FileWrite'],
    conference_id: 'c',
  })
  await api('POST', '/api/audit/sessions/s/link-issue', { issue_id: '1' })
  await api('POST', '/api/tools/file_read/call', { args: { path: 'a.md' }, session_id: 's', allow: ['FileAccess'] })
  const files = [
    ...filesIn(join(root, '.control-room'), dirname(join(root, '.control-room'))),
    ...filesIn(state, state).map(file => `<state>/${file}`),
  ]
  expect(files.length).toBeGreaterThan(10)
  expect(files.filter(file => !isListed(file))).toEqual(['.control-room/.gitignore'])
})

const filesIn = (folder: string, from: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap(entry =>
    entry.isFile() ? [relative(from, join(entry.parentPath, entry.name))] : [],
  )
