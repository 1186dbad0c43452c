import {
  type EvidenceCode,
  type EvidenceFinding,
  type FileRef,
  type Receipt,
  type Result,
  succeed,
} from '../../core/index.ts'
import type { EvidenceRequest, EvidenceSources, ListedReceipt } from '../evidence-request.ts'
import { holdsTrue } from './verdicts.ts'

export type OpenFile = { readonly path: string; readonly text: string; readonly sha256: string }

/** What a name leads to: one file, several that are called so, or none. */
export type FileLookup = { readonly path: string } | 'several' | 'none'

/** The files that a check has open; each is read once. */
type Files = {
  /** Files that receipts of this session name, the newest first, and those that it wrote. */
  readonly known: readonly string[]
  readonly open: (path: string) => Promise<Result<OpenFile>>
  /** The path that a name means: as it stands, else the only one that ends like it; known ones go first. */
  readonly find: (name: string) => Promise<FileLookup>
  readonly all: () => Promise<Result<readonly string[]>>
}

/** One answer under examination: what it may be held against, and the receipts that count. */
export type Case = {
  readonly request: EvidenceRequest
  readonly sources: EvidenceSources
  readonly files: Files
  /** Those that verify and whose call did not fail. */
  readonly sound: readonly Receipt[]
}

export function openCase(request: EvidenceRequest, sources: EvidenceSources): Case {
  const { receipts } = sources
  const sound = receipts.flatMap(({ receipt, valid }) =>
    valid && receipt.outputs.error === undefined ? [receipt] : [],
  )
  return { request, sources, sound, files: openFiles(sources, receipts) }
}

const MAX_KNOWN = 400

function openFiles(sources: EvidenceSources, receipts: readonly ListedReceipt[]): Files {
  const opened = new Map<string, Promise<Result<OpenFile>>>()
  let listed: Promise<Result<readonly string[]>> | undefined
  const refs = receipts.toReversed().flatMap(({ receipt }) => receipt.file_refs.map(({ path }) => path))
  const known = [...new Set([...refs, ...sources.written])].slice(0, MAX_KNOWN)
  const read = async (path: string): Promise<Result<OpenFile>> => {
    const file = await sources.readFile(path)
    return file.ok ? succeed({ path, ...file.value, text: file.value.text.normalize('NFC') }) : file
  }
  const open = (path: string): Promise<Result<OpenFile>> => {
    const file = opened.get(path) ?? read(path)
    opened.set(path, file)
    return file
  }
  const all = (): Promise<Result<readonly string[]>> => (listed ??= sources.listFiles('.'))
  const find = async (name: string): Promise<FileLookup> => {
    if (known.includes(name) || (await open(name)).ok) return { path: name }
    const among = pick(known, name)
    if (typeof among !== 'string') return among
    const paths = await all()
    const found = paths.ok ? pick(paths.value, name) : 'none'
    return found === 'none' ? among : found
  }
  return { known, open, find, all }
}

function pick(paths: readonly string[], name: string): FileLookup {
  if (paths.includes(name)) return { path: name }
  const small = name.toLowerCase()
  const isMeant = (path: string): boolean =>
    [path, path.replace(/\.\w{1,8}$/, '')].some(each => each === small || each.endsWith(`/${small}`))
  const [path, other] = paths.filter(each => isMeant(each.toLowerCase()))
  if (path === undefined) return 'none'
  return other === undefined ? { path } : 'several'
}

/** What the receipt keeps of an output, in composed letters as files and quotes are compared. */
export const shownOutput = ({ outputs }: Receipt): string =>
  (outputs.truncated ? outputs.excerpt : outputs.text).normalize('NFC')

export const refsOf = (receipts: readonly Receipt[], path: string): readonly { ref: FileRef; receipt: Receipt }[] =>
  receipts.flatMap(receipt => receipt.file_refs.filter(ref => ref.path === path).map(ref => ({ ref, receipt })))

const LONGEST_CLAIM = 240

export function finding(
  claim: string,
  code: EvidenceCode,
  told: Omit<EvidenceFinding, 'claim' | 'holds' | 'code'>,
): EvidenceFinding {
  const line = claim.replace(/\s+/g, ' ').trim()
  const shown = line.length <= LONGEST_CLAIM ? line : `${line.slice(0, LONGEST_CLAIM - 1).toWellFormed()}…`
  return { claim: shown, holds: holdsTrue(code), code, ...told }
}
