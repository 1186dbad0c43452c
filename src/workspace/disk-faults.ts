import { DISK_FULL, type FaultCode, fail } from '../core/index.ts'
import { showPath } from './path-words.ts'

type Words = { readonly code: FaultCode; readonly says: (path: string) => string }

const GONE: Words = { code: 'file_not_found', says: path => `There is no file or folder ${path}.` }
const FORBIDDEN: Words = { code: 'tool_failed', says: path => `The system does not give access to ${path}.` }
const UNSUITABLE: Words = { code: 'file_unsuitable', says: path => `${path} is not a regular file.` }

const FULL: Words = { code: 'tool_failed', says: path => `${path} is unchanged: ${DISK_FULL}.` }

const BY_ERROR: Readonly<Record<string, Words>> = {
  ENOENT: GONE,
  ENOTDIR: GONE,
  EACCES: FORBIDDEN,
  EPERM: FORBIDDEN,
  EISDIR: UNSUITABLE,
  ENXIO: UNSUITABLE,
  ENODEV: UNSUITABLE,
  ELOOP: { code: 'path_blocked', says: path => `${path} became a link while it was opened, so it was left alone.` },
  ENAMETOOLONG: { code: 'path_blocked', says: () => 'The path is longer than the system takes.' },
  ENOSPC: FULL,
  EDQUOT: FULL,
  EROFS: { code: 'tool_failed', says: path => `${path} lies on a disk that cannot be written.` },
  EMFILE: { code: 'tool_failed', says: path => `Too many files are open to reach ${path}.` },
}

/**
 * A system error in our words, because its own message shows absolute paths. Anything else is a bug and is thrown
 * again.
 */
export function diskFault(thrown: unknown, path: string): ReturnType<typeof fail> {
  const error = errorCode(thrown)
  if (error === undefined) throw thrown
  const words = (isSwappedLink(thrown) ? SWAPPED : BY_ERROR[error]) ?? {
    code: 'tool_failed',
    says: shown => `The system could not reach ${shown} (${error}).`,
  }
  return fail(words.code, words.says(showPath(path)))
}

/** What was a link when it was looked at is none any more. */
const SWAPPED: Words = { code: 'file_changed', says: path => `${path} became something else while it was opened.` }
const isSwappedLink = (thrown: unknown): boolean =>
  thrown instanceof Error && 'syscall' in thrown && thrown.syscall === 'readlink' && errorCode(thrown) === 'EINVAL'

export function errorCode(thrown: unknown): string | undefined {
  return thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' && 'syscall' in thrown
    ? thrown.code
    : undefined
}
