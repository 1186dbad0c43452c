import { type Result, succeed } from '../../core/index.ts'
import type { EvidenceSources, ListedReceipt } from '../evidence-request.ts'

export type OpenFile = { readonly path: string; readonly text: string; readonly sha256: string }

/** What a name leads to: one file, several that are called so, or none. */
export type Found = { readonly path: string } | 'several' | 'none'

/** The files that a check has open; each is read once. */
export type FileShelf = {
  /** Files that receipts of this session name, the newest first, and those that it wrote. */
  readonly known: readonly string[]
  readonly open: (path: string) => Promise<Result<OpenFile>>
  /** The path that a name means: as it stands, else the only one that ends like it. */
  readonly find: (name: string) => Promise<Found>
  /** Files whose names stand in a text without their endings. */
  readonly named: (text: string) => Promise<readonly string[]>
  /** Those of them that are known, for which nothing has to be listed. */
  readonly knownAs: (text: string) => readonly string[]
  readonly all: () => Promise<Result<readonly string[]>>
}

const MAX_KNOWN = 400

export function createFileShelf(sources: EvidenceSources, receipts: readonly ListedReceipt[]): FileShelf {
  const opened = new Map<string, Promise<Result<OpenFile>>>()
  let listed: Promise<Result<readonly string[]>> | undefined
  const refs = receipts.toReversed().flatMap(({ receipt }) => receipt.file_refs.map(({ path }) => path))
  const known = [...new Set([...refs, ...sources.written])].slice(0, MAX_KNOWN)

  const read = async (path: string): Promise<Result<OpenFile>> => {
    const file = await sources.readFile(path)
    return file.ok ? succeed({ path, ...file.value }) : file
  }
  const open = (path: string): Promise<Result<OpenFile>> => {
    const file = opened.get(path) ?? read(path)
    opened.set(path, file)
    return file
  }
  const all = (): Promise<Result<readonly string[]>> => (listed ??= sources.listFiles('.'))

  const find = async (name: string): Promise<Found> => {
    const among = pick(known, name)
    if (typeof among !== 'string') return among
    if ((await open(name)).ok) return { path: name }
    const paths = await all()
    const found = paths.ok ? pick(paths.value, name) : 'none'
    return found === 'none' ? among : found
  }
  const named = async (text: string): Promise<readonly string[]> => {
    const paths = await all()
    return paths.ok ? calledIn(text, paths.value) : []
  }
  return { known, open, all, find, named, knownAs: text => calledIn(text, known) }
}

function calledIn(text: string, paths: readonly string[]): readonly string[] {
  const tokens = new Set(
    (text.match(/[\p{L}\p{N}_.:-]{4,}/gu) ?? []).map(token => token.toLowerCase().replace(':', '-')),
  )
  return paths.filter(path => tokens.has(bareName(path)))
}

const bareName = (path: string): string =>
  path
    .slice(path.lastIndexOf('/') + 1)
    .replace(/\.\w{1,8}$/, '')
    .toLowerCase()

function pick(paths: readonly string[], name: string): Found {
  if (paths.includes(name)) return { path: name }
  const small = name.toLowerCase()
  const [path, other] = paths.filter(each => each.toLowerCase() === small || each.toLowerCase().endsWith(`/${small}`))
  if (path === undefined) return 'none'
  return other === undefined ? { path } : 'several'
}
