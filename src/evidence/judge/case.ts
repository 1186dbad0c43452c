import type { EvidenceCode, EvidenceFinding } from '../../core/index.ts'
import type { EvidenceRequest, ListedReceipt } from '../evidence-request.ts'
import { standingOf } from '../standing.ts'
import { type FileShelf, createFileShelf } from './file-shelf.ts'
import { stemsOf } from './structural.ts'

/** One answer under examination: what it may be held against, and the receipts that count. */
export type Case = {
  readonly request: EvidenceRequest
  readonly shelf: FileShelf
  /** Those that verify and whose call did not fail. */
  readonly sound: readonly ListedReceipt[]
  /** The words that the person used; looked up when somebody asks for the first time. */
  readonly asked: () => ReadonlySet<string>
}

export function openCase(request: EvidenceRequest): Case {
  const sound = request.sources.receipts.filter(({ receipt, valid }) => valid && receipt.outputs.error === undefined)
  let stems: ReadonlySet<string> | undefined
  const asked = (): ReadonlySet<string> => (stems ??= stemsOf(request.asked ?? ''))
  return { request, sound, asked, shelf: createFileShelf(request.sources, sound) }
}

type Told = { readonly because: string; readonly file?: string; readonly lines?: readonly [number, number]; readonly receipt?: string }

const LONGEST_CLAIM = 240

/** `holds` unless the code fails the answer or says that nobody could look. */
export function finding(claim: string, code: EvidenceCode, told: string | Told): EvidenceFinding {
  const holds = standingOf(code) !== 'failed' && code !== 'absence_unsearched'
  return { claim: shorten(claim), holds, code, ...(typeof told === 'string' ? { because: told } : told) }
}

/** As findings give it. */
export function shorten(claim: string): string {
  const line = claim.replace(/\s+/g, ' ').trim()
  return line.length <= LONGEST_CLAIM ? line : `${line.slice(0, LONGEST_CLAIM - 1).toWellFormed()}…`
}
