import type { Workspace } from '../../../core/index.ts'
import type { PlainWord } from '../reading/plain-word.ts'
import { type CommandFinding, asks } from './command-finding.ts'

/** Where a command stands: the workspace, and every folder of it in which the shell may be by now. */
export type ShellLocation = {
  readonly workspace: Workspace
  readonly folders: readonly string[]
  /** Inside a sandbox, where closed places stay closed even to names that only the run will show. */
  readonly confined: boolean
  /** Files that the line itself has made by now, as it names them from where it stands. */
  readonly made?: ReadonlySet<string>
  /** Where else the shell may have stood before, for `cd -`. */
  readonly been?: readonly string[]
}

const HARMLESS_DEVICES: ReadonlySet<string> = new Set(['/dev/null', '/dev/stdin', '/dev/stdout', '/dev/stderr'])
export const isHarmlessDevice = (path: string): boolean => HARMLESS_DEVICES.has(path)

/** Parts of the machine that the sandbox shows; they hold nothing personal. */
const SHOWN: ReadonlySet<string> = new Set([
  '/etc/os-release',
  ...['cpuinfo', 'loadavg', 'meminfo', 'uptime', 'version'].map(name => `/proc/${name}`),
])

/** A plain name in the sandbox's own `/tmp`, which is empty before the command and gone after it. */
export const isPassing = (path: string, { confined, workspace }: ShellLocation): boolean =>
  confined && /^\/tmp\/[\w-][\w.-]*$/.test(path) && path !== workspace.root

/** A path as the workspace takes it, seen from a folder. `..` is not resolved: `a/..` may lead elsewhere. */
export const fromFolder = (folder: string, path: string): string =>
  path.startsWith('/') || folder === './' ? path : `${folder}/${path}`

/** Why a program may not be given this path to read, if it may not. */
export function refusePath(word: PlainWord, location: ShellLocation): CommandFinding | undefined {
  const { value } = word
  // A name that only the run will show is given only to programs that look, inside a sandbox.
  if (value === '-' || isHarmlessDevice(value) || SHOWN.has(value) || word.unknown === true) return undefined
  if (isPassing(value, location) && location.made?.has(value) === true) return undefined
  if (word.globs) return refusePattern(value, location)
  return location.folders
    .map(folder => refuseAt(fromFolder(folder, value), location.workspace))
    .find(found => found !== undefined)
}

function refuseAt(path: string, workspace: Workspace): CommandFinding | undefined {
  const refused = workspace.refuse(path, 'read')
  if (refused) return asks(`names a place that is closed: ${refused.message}`)
  const located = workspace.locate(path, 'read')
  if (located.ok || located.error.code === 'file_not_found') return undefined
  return asks(`names a place that is closed: ${located.error.message}`)
}

/** A pattern is fine below a folder that is fine, as long as it can match neither an option nor a hidden name. */
function refusePattern(pattern: string, location: ShellLocation): CommandFinding | undefined {
  const names = pattern.split('/')
  const first = names.findIndex(name => /[*?[]/.test(name))
  if (names.slice(first).some(name => name.startsWith('./') || /^\[.*[.!^]/.test(name)))
    return asks('uses a pattern for hidden names')
  const folder = names.slice(0, first).join('/')
  if (folder === '' && pattern.startsWith('/')) return asks('uses a pattern outside the workspace')
  return folder === '' ? undefined : refusePath({ value: folder, globs: false }, location)
}

/** A pattern that begins with a sign of its own may match a file that is named like an option. */
export const mayBecomeOption = ({ value, globs }: PlainWord): boolean => globs && /^[*?[]/.test(value)

export type PathState = 'absent' | 'file' | 'folder' | 'closed'

/** What stands at a path that a program wants to write, in the worst of the folders. */
export function pathStateOf(word: PlainWord, { workspace, folders }: ShellLocation): PathState {
  if (word.globs || word.unknown === true || word.value === '') return 'closed'
  const places = new Set(folders.map(folder => placeAt(fromFolder(folder, word.value), workspace)))
  return (['closed', 'file', 'folder'] as const).find(place => places.has(place)) ?? 'absent'
}

function placeAt(path: string, workspace: Workspace): PathState {
  if (workspace.refuse(path, 'write')) return 'closed'
  const located = workspace.locate(path, 'write')
  if (!located.ok) return located.error.code === 'file_not_found' ? 'absent' : 'closed'
  const entry = workspace.look(located.value)
  if (!entry.ok) return entry.error.code === 'file_not_found' ? 'absent' : 'closed'
  return entry.value.kind === 'folder' ? 'folder' : 'file'
}
