import { hashJson, sha256 } from '../../core/index.ts'

/** A file of the workspace that says what may happen there, or why it cannot be read. */
export type AuthorityFile =
  | { readonly path: string; readonly content: Uint8Array }
  | { readonly path: string; readonly unreadable: string }

export type SeenFile = { readonly path: string; readonly sha256: string }

/** What a person would see now. */
export type TrustDigest = {
  readonly hash: string
  readonly files: readonly SeenFile[]
  /** While a file cannot be read, the workspace cannot be trusted. */
  readonly unreadable: readonly { readonly path: string; readonly because: string }[]
}

/** What a person saw when trusting the workspace. */
export type SeenFiles = Pick<TrustDigest, 'files'>

export type TrustState = 'trusted' | 'changed' | 'never'

/** The same for the same files with the same bytes, in whatever order they were found. */
export function trustHash(found: readonly AuthorityFile[]): TrustDigest {
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
export function compareTrust(stored: SeenFiles | undefined, now: TrustDigest): TrustState {
  if (stored === undefined) return 'never'
  return now.unreadable.length === 0 && hashOf(stored.files) === now.hash ? 'trusted' : 'changed'
}
