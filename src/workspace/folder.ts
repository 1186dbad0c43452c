import type { Dirent } from 'node:fs'

/**
 * An open folder. What is done through it happens in exactly this folder, whatever becomes of its name meanwhile.
 * All methods throw as the system does.
 */
export interface Folder {
  /** The names from the workspace down. */
  readonly names: readonly string[]
  /** How the system is told of a child. */
  at(name: string): string
  /** Refuses what is no folder, and every link. */
  enter(name: string): Folder
  entries(): readonly Dirent[]
  /** Equal for one and the same folder, however it was reached. */
  identity(): string
  /** Does it still stand where it was entered? */
  inPlace(): boolean
  /** Is the opened file the one that stands here under this name? */
  holds(descriptor: number, name: string): boolean
  /** Makes what was created, renamed or removed here survive a power cut. */
  sync(): void
  close(): void
}

export const identityOf = ({ dev, ino }: { readonly dev: bigint; readonly ino: bigint }): string => `${dev}:${ino}`
