import type { PlainWord } from '../reading/plain-word.ts'
import { type CommandFinding, asks } from './command-finding.ts'
import { type ShellLocation, fromFolder, refusePath } from './shell-location.ts'

export type HistoryRequest = {
  readonly verb: string
  readonly operands: readonly PlainWord[]
  /** Those of the operands that stand behind `--` and can only be paths. */
  readonly pathsOnly: ReadonlySet<PlainWord>
  readonly given: ReadonlySet<string>
}

/** Why this may not be shown unasked. History holds files under old names and bytes, where no sandbox covers them. */
export function refuseHistory(request: HistoryRequest, location: ShellLocation): CommandFinding | undefined {
  const { operands, given } = request
  const named = operands.map(word => refuseNamed(word, location)).find(found => found !== undefined)
  if (named) return named
  if (!location.workspace.closesSome || !showsContent(request)) return undefined
  const isFollowing = given.has('--follow') // it goes on under the file's earlier names
  return !isFollowing && isNarrow(request, location) ? undefined : asks(UNKNOWN_CONTENT)
}

const UNKNOWN_CONTENT =
  'shows contents from the history, where files that your rules close may stand; name single files to be shown'

const MAX_COLONS = 4

/**
 * `HEAD~1:src/a.ts` counts from the repository's top, which may lie above us; the part after each colon must pass the
 * rules.
 */
function refuseNamed(word: PlainWord, location: ShellLocation): CommandFinding | undefined {
  const parts = word.value.split(':')
  if (parts.length > MAX_COLONS) return asks('names a version in a way that is not known here')
  if (parts.length === 1) return refuseWord(word.value, location)
  const above: ShellLocation = { ...location, folders: [...new Set(location.folders.flatMap(withAbove))] }
  return parts
    .map((_, at) => parts.slice(at + 1).join(':'))
    .filter(path => path !== '')
    .map(path => refusePath({ ...word, value: path.replace(/^\/+/, '') }, above))
    .find(found => found !== undefined)
}

function refuseWord(value: string, { workspace, folders }: ShellLocation): CommandFinding | undefined {
  const refused = folders
    .map(folder => workspace.refuse(fromFolder(folder, value), 'read'))
    .find(found => found !== undefined)
  return refused && asks(`names a place that is closed: ${refused.message}`)
}

function withAbove(folder: string): readonly string[] {
  const names = folder.split('/')
  return ['.', ...names.map((_, at) => names.slice(0, at + 1).join('/'))]
}

const PATCH: readonly string[] =
  '-p -u --patch -U --unified -S -G -L -c -m -W --function-context --word-diff --color-words --binary --check'.split(
    ' ',
  )
const NAMES_ONLY: readonly string[] =
  '-s --no-patch --stat --shortstat --numstat --name-only --name-status --raw --summary --dirstat --quiet'.split(' ')

/** Whether lines of files are shown, or something from which they could be found out. */
function showsContent({ verb, operands, given }: HistoryRequest): boolean {
  const has = (options: readonly string[]): boolean => options.some(option => given.has(option))
  switch (verb) {
    case 'log':
      return has(PATCH)
    case 'diff':
    case 'range-diff':
    case 'diff-tree':
    case 'diff-index':
    case 'diff-files':
    case 'whatchanged':
      return has(PATCH) || !has(NAMES_ONLY)
    case 'show':
      // Of what is no commit the bytes are shown, whatever was asked for.
      return has(PATCH) || !has(NAMES_ONLY) || !operands.every(({ value }) => COMMIT.test(value))
    case 'cat-file':
      return !has(['-e', '-s', '-t'])
    case 'status':
      return has(['-v', '--verbose'])
    case 'grep':
      return true
    case 'stash':
      return !has(NAMES_ONLY)
    case 'for-each-ref':
    case 'tag':
    case 'branch':
      // A format can ask for the bytes of what a name stands for, and that may be a file.
      return given.has('--format')
    default:
      return false
  }
}

const COMMIT = /^(?:HEAD|@)$|^[\w./@-]+(?:[~^][0-9]*)+$|\^\{commit\}$/
/** It may be the number of a file, or lead to one. */
const MAY_BE_FILE = /^[0-9a-f]{4,}$|-g[0-9a-f]{4,}$|\^\{(?!commit\})|:/i

/** Everything that is shown belongs to files that were named one by one. */
function isNarrow({ verb, operands, pathsOnly, given }: HistoryRequest, location: ShellLocation): boolean {
  const isPattern = verb === 'grep' && !given.has('-e') && !given.has('-f')
  let files = 0
  for (const word of isPattern ? operands.slice(1) : operands) {
    const { value, globs } = word
    const inVersion = pathsOnly.has(word) ? undefined : /^[^:]*:(?![(!^/])(?<path>[^:]+)$/.exec(value)?.groups?.['path']
    if (globs) return false
    if (inVersion !== undefined && (verb === 'show' || verb === 'cat-file' || kindOf(inVersion, location) === 'file'))
      files++
    else {
      const kind = kindOf(value, location)
      if (kind === 'file') files++
      else if (kind === 'other' || pathsOnly.has(word) || MAY_BE_FILE.test(value)) return false
    }
  }
  return files > 0
}

/** A file in each of the folders where the shell may stand, nothing in any, or something else. */
function kindOf(path: string, { workspace, folders }: ShellLocation): 'file' | 'absent' | 'other' {
  if (/[*?[\\]/.test(path) || path.startsWith(':')) return 'other' // git has patterns of its own
  const kinds = new Set(
    folders.map(folder => {
      const entry = workspace.look(fromFolder(folder, path))
      if (entry.ok) return entry.value.kind === 'file' ? 'file' : 'other'
      return entry.error.code === 'file_not_found' ? 'absent' : 'other'
    }),
  )
  return kinds.size === 1 ? ([...kinds][0] ?? 'other') : 'other'
}
