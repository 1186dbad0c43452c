/**
 * How far a command may reach. `read`: the workspace is read-only as a whole. `record`: the same, but git may add to
 * its own folder, and starts nobody else. `build`: the workspace may be written, git's own folder may not. `open`: a
 * person has looked at the command, so git may be used, too; its hooks and settings stay read-only.
 */
export type Reach = 'read' | 'record' | 'build' | 'open'

/** All paths are absolute and inside the workspace. */
export type Confinement = {
  readonly root: string
  /** Where the command starts. */
  readonly folder: string
  readonly reach: Reach
  /** Folders and files that are not there for the command. */
  readonly hiddenFolders: readonly string[]
  readonly hiddenFiles: readonly string[]
  /** They stay what and where they are: nothing in them can be written, and none can be moved away. */
  readonly fixed: readonly string[]
  /** Folders that may be written and not be exchanged as a whole. */
  readonly anchored: readonly string[]
  /** Places outside the workspace that a person lets commands read, such as a compiler in their home folder. */
  readonly readable: readonly string[]
}

export type SandboxLimits = {
  readonly processes: number
  readonly memoryBytes: number
  readonly fileBytes: number
  /** How much more the disk may hold afterwards. */
  readonly diskBytes: number
  /** And how many more files, on it or in memory. */
  readonly files: number
  readonly timeoutMs: number
  /** Kept of each stream. */
  readonly keptBytes: number
}
