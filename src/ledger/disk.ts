/**
 * What the ledger does to files; a test may bring its own disk. Paths are relative to the audit folder. Everything
 * throws what the system throws, and the caller turns that into a fault.
 */
export interface Disk {
  makeFolder(path: string): void
  /** Names in a folder, sorted; none if it is not there. */
  list(path: string): readonly string[]
  /** In bytes; undefined if there is no such file. */
  size(path: string): number | undefined
  read(path: string, from: number, length: number): Uint8Array
  /** Writes at `at`, and throws unless that is the end of the file. Makes missing folders. */
  append(path: string, at: number | 'end', bytes: Uint8Array): void
  /** Returns when what was appended survives a power cut; for a new file its name, too. */
  sync(path: string): Promise<void>
  truncate(path: string, size: number): void
  /** Whole file at once, old or new and nothing between, flushed. */
  replace(path: string, bytes: Uint8Array): void
  /** Puts a file or folder out of the way under another name. */
  setAside(path: string, as: string): void
  close(): void
}
