import type { Workspace } from '../../../core/index.ts'
import type { TreeEntry } from './open-tree.ts'

/** What closes paths to a command. */
export type ClosingRules = {
  readonly workspace: Workspace
  /** Only some paths may be read at all, so every file is asked about. */
  readonly someOnly: boolean
  /** Rules close some paths, wherever they are; without any, an ordinary name cannot be closed. */
  readonly someClosed: boolean
}

/** Our own names begin with a dot, or have the short forms of old disks. */
const ORDINARY_NAME = /^[\w-][\w. -]*$/
const MAX_NAMES = 100 // of a deeper path, only the end is asked about: no tool of ours goes there
const MAX_WORDS = 4_000

/**
 * Whether a command must not see it. Where rules close some paths, so is everything that no rule can name: a path that
 * is too long, or holds signs that no path of ours has.
 */
export function isHidden(path: string, { name, isFolder, isLink }: TreeEntry, rules: ClosingRules): boolean {
  const { workspace, someOnly, someClosed } = rules
  const hasRules = someOnly || someClosed
  if (!hasRules && ORDINARY_NAME.test(name)) return false
  const words = wordsOf(path)
  if (workspace.refuse(words, 'read') || (hasRules && words !== `./${path}`)) return true
  if (!someOnly || isFolder || isLink) return false
  const located = workspace.locate(path, 'read')
  return !located.ok && located.error.code === 'path_blocked'
}

export const isWritable = (path: string, workspace: Workspace): boolean => !workspace.refuse(wordsOf(path), 'write')

/** The path as a rule would name it. Signs that it cannot name are blank, and a deep path is only its end. */
function wordsOf(path: string): string {
  return `./${endOf(path).replace(/[\p{Cc}\p{Cs}\\]/gu, '_')}`
}

function endOf(path: string): string {
  if (path.length < 2 * MAX_NAMES) return path
  let at = path.length
  for (let names = 0; names < MAX_NAMES && at > 0 && path.length - at < MAX_WORDS; names++)
    at = path.lastIndexOf('/', at - 1)
  return at <= 0 ? path : path.slice(at + 1)
}
