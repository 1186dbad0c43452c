import type { Fault } from './faults.ts'
import type { Result } from './result.ts'

/** What a path is wanted for. A path that may be written may be read, not the other way round. */
export type PathUse = 'read' | 'write'

/** A file as it was at one moment: the hash is that of exactly these bytes. */
export type FileContent = {
  readonly path: string
  readonly bytes: Uint8Array
  readonly sha256: string
  readonly modifiedMs: number
}

export type FolderEntry = {
  /** From the workspace down, with `/`; the workspace itself is `.`. */
  readonly path: string
  readonly kind: 'file' | 'folder' | 'other'
  readonly bytes: number
  readonly modifiedMs: number
  /** The entry is a link; this is the path it leads to. */
  readonly leadsTo?: string
}

/** What must be true of the file in the moment it is replaced. */
export type Expectation = 'absent' | 'any' | { readonly sha256: string }

export type Written = {
  readonly path: string
  /** What stood there before; null when there was nothing. */
  readonly before: string | null
  readonly after: string
  readonly bytes: number
}

export type WalkOptions = {
  /** How far down; 1 is the folder's own entries. */
  readonly depth?: number
  /** Folders not to go into; asked with the folder's own name. */
  readonly skip?: (name: string) => boolean
  readonly signal?: AbortSignal
}

/**
 * The person's files. Every path goes in as somebody wrote it and comes out canonical and relative; nothing outside the
 * root, and nothing that the rules close, is ever opened. Refusals are `path_blocked`, whether the thing exists or not.
 */
export interface Workspace {
  /** Canonical and absolute, for those who must hand it to the system; never shown to a model. */
  readonly root: string
  /** Rules of the person close some of it to readers; without any, only our own folder is closed. */
  readonly closesSome: boolean
  /** Refuses what can be refused by the words alone, without touching the disk. */
  refuse(path: string, use: PathUse): Fault | undefined
  /** The canonical path. For `write` the file, and folders on the way to it, need not exist yet. */
  locate(path: string, use: PathUse): Result<string>
  look(path: string): Result<FolderEntry>
  read(path: string, limit?: { readonly maxBytes: number }): Result<FileContent>
  /** Sorted. What may not be read, and links that lead nowhere permitted, are absent. */
  list(path: string): Result<readonly FolderEntry[]>
  /** Depth first, each folder sorted; links are named and never entered. Ends early when the signal says so. */
  walk(path: string, options?: WalkOptions): Result<Iterable<FolderEntry>>
  /** The paths of all files that a walk would name. */
  files(path: string, options?: WalkOptions): Result<Iterable<string>>
  /**
   * Takes a path as `locate` gave it, and nothing if that leads elsewhere by now. All or nothing: after a crash the
   * file is the old one or the new one. Missing folders are made.
   */
  write(path: string, bytes: Uint8Array, options: { readonly expect: Expectation }): Result<Written>
  /** Exactly the file with this hash; the path as for `write`. */
  remove(path: string, expect: { readonly sha256: string }): Result<{ readonly path: string }>
  /**
   * For messages, metadata and what programs print: paths of the workspace become relative, other absolute paths become
   * `<outside>`. Not for the contents of files: those are shown as they are, because quotes and edits are held against
   * their bytes.
   */
  relativise(text: string): string
  close(): void
}
