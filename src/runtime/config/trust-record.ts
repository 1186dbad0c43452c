import { hashJson, sha256 } from '../../core/index.ts'

/** A file of the workspace that says what may happen there, or why it cannot be read. */
export type AuthorityFile =
  | { readonly path: string; readonly content: Uint8Array }
  | { readonly path: string; readonly unreadable: string }

export type SeenFile = { readonly path: string; readonly sha256: string }

/** What a person would see now. */
export type TrustRecord = {
  readonly hash: string
  readonly files: readonly SeenFile[]
  /** While there are such files nothing can be trusted: nobody knows what they say. */
  readonly unreadable: readonly { readonly path: string; readonly because: string }[]
}

/** What a person saw when trusting the workspace. */
export type SeenFiles = Pick<TrustRecord, 'files'>

export type TrustState = 'trusted' | 'changed' | 'never'

/** The same for the same files with the same bytes, in whatever order they were found. */
export function trustHash(found: readonly AuthorityFile[]): TrustRecord {
  const files = found.flatMap(file => ('content' in file ? [{ path: file.path, sha256: sha256(file.content) }] : []))
  const unreadable = found.flatMap(file =>
    'unreadable' in file ? [{ path: file.path, because: file.unreadable }] : [],
  )
  return { hash: hashOf(files), files: files.toSorted(byPath), unreadable }
}

const byPath = (left: SeenFile, right: SeenFile): number => (left.path < right.path ? -1 : 1)

const hashOf = (files: readonly SeenFile[]): string =>
  hashJson(files.toSorted(byPath).map(({ path, sha256: hash }) => ({ path, sha256: hash })))

/** Trust holds for exactly what was seen: one file more, less or other asks again. */
export function compareTrust(stored: SeenFiles | undefined, now: TrustRecord): TrustState {
  if (stored === undefined) return 'never'
  return now.unreadable.length === 0 && hashOf(stored.files) === now.hash ? 'trusted' : 'changed'
}

export type FileChange = { readonly path: string; readonly change: 'added' | 'removed' | 'changed' | 'unreadable' }

/** What has become of the files since the person saw them. */
export function changedFiles(stored: SeenFiles, now: TrustRecord): readonly FileChange[] {
  const before = new Map(stored.files.map(file => [file.path, file.sha256]))
  const after = new Map(now.files.map(file => [file.path, file.sha256]))
  const blind = new Set(now.unreadable.map(({ path }) => path))
  const paths = new Set([...before.keys(), ...after.keys(), ...blind])
  return [...paths].toSorted().flatMap((path): readonly FileChange[] => {
    if (blind.has(path)) return [{ path, change: 'unreadable' }]
    if (!after.has(path)) return [{ path, change: 'removed' }]
    if (!before.has(path)) return [{ path, change: 'added' }]
    return after.get(path) === before.get(path) ? [] : [{ path, change: 'changed' }]
  })
}
