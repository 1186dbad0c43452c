import { type Result, fail, succeed } from '../core/index.ts'

const MAX_NAME_BYTES = 255 // what every common file system takes
const MAX_PATH_CHARACTERS = 4_096
const MAX_SHOWN = 120

const EXAMPLE = 'Give a path from the workspace down, such as notes/plan.md.'

/** A path in a message: on one line, not too long, and never an absolute one. */
export function showPath(path: string): string {
  const cut = path.length > MAX_SHOWN ? `${path.slice(0, MAX_SHOWN)}…` : path
  return path.startsWith('/') ? 'That path' : JSON.stringify(cut.toWellFormed())
}

/** The names in a path, `..` among them. An absolute path must begin with one of `roots`. */
export function readWords(path: string, roots: readonly string[]): Result<readonly string[]> {
  if (path === '') return fail('file_not_found', `The path is empty. ${EXAMPLE}`)
  const strange = strangeness(path)
  if (strange !== undefined) return fail('path_blocked', `${strange} ${EXAMPLE}`)
  const names = namesIn(path)
  if (names.some(name => Buffer.byteLength(name) > MAX_NAME_BYTES))
    return fail('path_blocked', `A name in a path has at most ${MAX_NAME_BYTES} bytes. ${EXAMPLE}`)
  if (!path.startsWith('/')) return succeed(names)
  const below = roots.map(root => stripRoot(names, namesIn(root))).find(rest => rest !== undefined)
  return below ? succeed(below) : fail('path_blocked', `The path is absolute and outside the workspace. ${EXAMPLE}`)
}

const namesIn = (path: string): readonly string[] => path.split('/').filter(name => name !== '' && name !== '.')

function stripRoot(names: readonly string[], root: readonly string[]): readonly string[] | undefined {
  return root.every((name, at) => names[at] === name) ? names.slice(root.length) : undefined
}

function strangeness(path: string): string | undefined {
  if (path.length > MAX_PATH_CHARACTERS) return `A path has at most ${MAX_PATH_CHARACTERS} characters.`
  if (!path.isWellFormed()) return 'The path holds half a character.'
  if (/\p{Cc}/u.test(path)) return 'The path holds a control character.'
  if (path.includes('\\')) return 'The path holds a backslash; use / between folders.'
  if (process.platform === 'win32' && path.includes(':'))
    return 'The path holds a colon, which names a stream of another file here.'
  if (/^[a-z]:/i.test(path)) return 'The path begins with a drive letter.'
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(path)) return 'That is a URL, not a path.'
  return /^~[^/]*\/|^~$/.test(path) ? 'The path begins with ~, which means nothing here.' : undefined
}
