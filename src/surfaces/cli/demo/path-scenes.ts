import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { verifyAll } from '../../../ledger/index.ts'
import {
  type CallReport,
  type Runtime,
  callTool,
  configShape,
  mergeLayers,
  openRuntime,
} from '../../../runtime/index.ts'
import { EXAMPLE_MANUSCRIPT } from '../package-files.ts'

/** One step of the demo: what was called, and the result. */
type PathScene = { readonly title: string; readonly did: string; readonly came: string; readonly good: boolean }

const SCENE = 'Story/Scenes/SCN-every-twelve-seconds.md'

/** Runs real tools on a temporary copy of the example manuscript. */
export async function playPath(): Promise<readonly PathScene[]> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-demo-')))
  const root = join(folder, 'manuscript')
  try {
    cpSync(EXAMPLE_MANUSCRIPT, root, { recursive: true })
    const config = mergeLayers(configShape(), { trusted: false })
    const opened = await openRuntime({ root, state: join(folder, 'state'), config, trust: 'Provisional' })
    if (!opened.ok)
      return [{ title: 'The log', did: 'open it', came: `${opened.error.code}: ${opened.error.message}`, good: false }]
    const scenes = await play(opened.value)
    await opened.value.close()
    return scenes
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function play(runtime: Runtime): Promise<readonly PathScene[]> {
  const read = { tool: 'file_read', args: { path: SCENE, end_line: 3 }, session: 'demo' }
  const note = {
    tool: 'file_write',
    args: { path: 'notes.md', content: 'The lamp turns every twelve seconds.\n' },
    session: 'demo',
    event: 'message 1',
  }
  const nothing = await callTool(read, runtime)
  const allowed = await callTool({ ...read, allow: ['FileAccess'] }, runtime)
  const hidden = await callTool(
    { ...read, args: { path: '.control-room/audit/secret.key' }, allow: ['FileAccess'] },
    runtime,
  )
  const wrote = await callTool({ ...note, allow: ['FileWrite'] }, runtime)
  const again = await callTool({ ...note, allow: ['FileWrite'] }, runtime)
  return [
    { title: 'Nothing is granted yet', did: 'file_read', came: describeReport(nothing), good: false },
    {
      title: 'A grant for this one call',
      did: 'file_read --allow FileAccess',
      came: describeReport(allowed),
      good: true,
    },
    {
      title: 'Files that no tool can see',
      did: 'file_read .control-room/…',
      came: describeReport(hidden),
      good: false,
    },
    {
      title: 'A change: its intent is on disk first',
      did: 'file_write --allow FileWrite',
      came: describeReport(wrote),
      good: true,
    },
    {
      title: 'The same event again',
      did: 'file_write --allow FileWrite',
      came: `${describeReport(again)} (nothing ran; this is the stored result)`,
      good: true,
    },
    checked('Verify every line, signature and file', 'verify', runtime),
    tampered(runtime),
  ]
}

function describeReport({ ok, text, receipt, fault }: CallReport): string {
  const said = ok ? (text.split('\n')[0] ?? '') : `${fault?.code ?? ''}: ${text}`
  return receipt ? `${said}  → ${receipt.receipt_id}` : said
}

function checked(title: string, did: string, { ledgerOptions }: Runtime): PathScene {
  const { entries, receipts, verified, failed } = verifyAll(ledgerOptions)
  const [first] = failed
  const came = first
    ? `${first.file}, line ${first.line ?? '?'}: ${first.check}`
    : `${entries} entries, ${verified} of ${receipts} receipts verified`
  return { title, did, came, good: first === undefined }
}

/** Changes one letter of the log and verifies it again. */
function tampered(runtime: Runtime): PathScene {
  const path = join(runtime.root, '.control-room', 'audit', 'log', '000001.jsonl')
  writeFileSync(path, readFileSync(path, 'utf8').replace('notes.md', 'Notes.md'))
  return checked('Change one letter of the log, then verify', 'verify', runtime)
}
