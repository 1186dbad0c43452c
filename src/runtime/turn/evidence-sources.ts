import { isUtf8 } from 'node:buffer'
import { type Receipt, type Result, type Workspace, fail, succeed } from '../../core/index.ts'
import type { EvidenceSources, ListedReceipt } from '../../evidence/index.ts'
import type { OpenTurn } from './turn.ts'

const MAX_CITED = 50

/** What an answer may be held against: the files as they are, and the receipts of this conversation. */
export function evidenceSources(answer: string, turn: OpenTurn): EvidenceSources {
  const { runtime, session, isNew, progress } = turn
  const { workspace, receiptCache, catalog, filter } = runtime
  const made = madeIn(turn)
  receiptCache.add(session, made)
  const listed = isNew ? made : receiptCache.of(session)
  const known = new Map<string, Receipt>()
  for (const receipt of listed) known.set(receipt.receipt_id, receipt)
  const lookUp = (id: string): void => {
    const receipt = known.has(id) ? undefined : receiptCache.find(session, id)
    if (receipt) known.set(id, receipt)
  }
  for (const { result } of progress.made) if (result.receipt) lookUp(result.receipt.receipt_id)
  for (const id of citedIn(answer)) lookUp(id)
  const receipts: ListedReceipt[] = []
  const written = new Set<string>()
  for (const receipt of known.values()) {
    receipts.push({ receipt, valid: true })
    const { tool_id, outputs, file_refs } = receipt
    if (file_refs.length > 0 && outputs.error === undefined && catalog.get(tool_id)?.risk !== 'read')
      for (const { path } of file_refs) written.add(path)
  }
  return {
    readFile: async path => readText(workspace, path),
    listFiles: async folder => listFiles(workspace, folder),
    receipts,
    written,
    redact: text => filter.json(text),
  }
}

/** The receipts of this turn, which need not be read from the log. */
function madeIn({ progress, session }: OpenTurn): readonly Receipt[] {
  const made: Receipt[] = []
  for (const { result } of progress.made) if (result.receipt?.session_id === session) made.push(result.receipt)
  return made
}

const citedIn = (answer: string): readonly string[] =>
  answer.includes('rcpt_') ? [...new Set(answer.match(/\brcpt_\w{1,80}/g) ?? [])].slice(0, MAX_CITED) : []

function readText(workspace: Workspace, path: string): Result<{ readonly text: string; readonly sha256: string }> {
  const content = workspace.read(path)
  if (!content.ok) return content
  const { bytes, sha256 } = content.value
  if (!isUtf8(bytes)) return fail('file_unsuitable', 'The file is not text.')
  return succeed({ text: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString(), sha256 })
}

const MAX_FILES = 5_000
const NOT_ENTERED: ReadonlySet<string> = new Set(['node_modules', '.git'])

/** An absence in more files than this is not searched for, so it is not proved either. */
function listFiles(workspace: Workspace, folder: string): Result<readonly string[]> {
  const found = workspace.files(folder, { skip: name => NOT_ENTERED.has(name) })
  if (!found.ok) return found
  const files: string[] = []
  for (const path of found.value) {
    files.push(path)
    if (files.length > MAX_FILES) return fail('file_unsuitable', `There are more than ${MAX_FILES} files.`)
  }
  return succeed(files)
}
