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

/** What was done, and what came of it: one line each. */
export type PathScene = { readonly title: string; readonly did: string; readonly came: string; readonly good: boolean }

const SCENE = 'Story/Scenes/SCN-every-twelve-seconds.md'

/** Real tools on a copy of the example manuscript, which is thrown away afterwards. */
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
    { title: 'Nobody has granted anything', did: 'file_read', came: describeReport(nothing), good: false },
    {
      title: 'A right for this one call',
      did: 'file_read --allow FileAccess',
      came: describeReport(allowed),
      good: true,
    },
    { title: 'What tools never see', did: 'file_read .control-room/…', came: describeReport(hidden), good: false },
    {
      title: 'A change, with its intent on disk before it happens',
      did: 'file_write --allow FileWrite',
      came: describeReport(wrote),
      good: true,
    },
    {
      title: 'The same event again',
      did: 'file_write --allow FileWrite',
      came: `${describeReport(again)} (nothing ran: the stored result)`,
      good: true,
    },
    checked('Every line, signature and file is checked', 'verify', runtime),
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

/** One letter of the log, after the fact. */
function tampered(runtime: Runtime): PathScene {
  const path = join(runtime.root, '.control-room', 'audit', 'log', '000001.jsonl')
  writeFileSync(path, readFileSync(path, 'utf8').replace('notes.md', 'Notes.md'))
  return checked('Somebody changes one letter of the log', 'verify', runtime)
}
