import type { PlainWord } from '../reading/plain-word.ts'
import { type CommandFinding, asks, records, runs } from './command-finding.ts'
import { type ShellLocation, mayBecomeOption, refusePath } from './shell-location.ts'
import { type OptionTable, type ReadOptions, optionTable, readOptions } from './options.ts'
import { lacksRepository, refuseRepository } from './plain-repository.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

type Record = {
  readonly says: string
  readonly options: OptionTable
  /** These words only add to git's own records: no file of the workspace changes, and no record is lost. */
  readonly adds: (read: ReadOptions, root: string) => boolean
  /** Its words are files. */
  readonly files?: true
}

const NAME = /^(?!-)[\w./-]{1,100}$/
const isName = (word: PlainWord | undefined): boolean => word !== undefined && !word.globs && NAME.test(word.value)
const has = ({ given }: ReadOptions, ...options: readonly string[]): boolean =>
  options.some(option => given.has(option))

const UNMARKS = 'takes marks for the next commit back'

const RECORDS: ReadonlyMap<string, Record> = new Map<string, Record>([
  [
    'add',
    {
      says: 'marks files for the next commit',
      options: optionTable('-A -u -v -n -N -p --all --update --verbose --dry-run --intent-to-add --patch'),
      adds: read => read.operands.length > 0 || has(read, '-A', '-u', '-p', '--all', '--update', '--patch'),
      files: true,
    },
  ],
  [
    'commit',
    {
      says: 'records a commit',
      options: optionTable(
        '-a -n -q -s -m: --all --no-verify --quiet --signoff --allow-empty --message= --fixup= --author= --date=',
      ),
      // Without a message an editor is started.
      adds: read => read.operands.length === 0 && has(read, '-m', '--message', '--fixup'),
    },
  ],
  [
    'restore',
    {
      says: UNMARKS,
      options: optionTable('-S --staged'),
      adds: read => read.operands.length > 0 && has(read, '-S', '--staged'),
      files: true,
    },
  ],
  // Any other word in the first place could be a version to go back to.
  [
    'reset',
    {
      says: UNMARKS,
      options: optionTable('-q --quiet'),
      adds: ({ operands }) => operands.length === 0 || operands[0]?.value === 'HEAD',
      files: true,
    },
  ],
  [
    'rm',
    {
      says: 'takes files out of the next commit',
      options: optionTable('-r -q --cached --quiet'),
      adds: read => read.operands.length > 0 && has(read, '--cached'),
      files: true,
    },
  ],
  // A branch or a tag of that name is never replaced without -f.
  [
    'branch',
    {
      says: 'makes a branch',
      options: optionTable(''),
      adds: ({ operands }) => operands.length <= 2 && operands.every(isName),
    },
  ],
  [
    'tag',
    {
      says: 'makes a tag',
      options: optionTable('-a -m: --annotate --message='),
      adds: read =>
        read.operands.length <= 2 &&
        read.operands.every(isName) &&
        (!has(read, '-a', '--annotate') || has(read, '-m', '--message')),
    },
  ],
  // From where it stands, or to a branch that stands there, too: everything else would change files.
  [
    'checkout',
    {
      says: 'changes the branch',
      options: optionTable('-q -b: --quiet'),
      adds: (read, root) => makesBranch(read, '-b') || staysHere(read, root),
    },
  ],
  [
    'switch',
    {
      says: 'changes the branch',
      options: optionTable('-q -c: --quiet --create='),
      adds: (read, root) => makesBranch(read, '-c', '--create') || staysHere(read, root),
    },
  ],
  ['merge', { says: 'merges a branch', options: optionTable('-q --quiet --ff --ff-only --no-edit'), adds: staysHere }],
])

function staysHere({ operands, values }: ReadOptions, root: string): boolean {
  const [branch, ...more] = operands
  return (
    branch !== undefined &&
    isName(branch) &&
    more.length === 0 &&
    values.size === 0 &&
    isWhereHeadIs(root, branch.value)
  )
}

const makesBranch = ({ operands, values }: ReadOptions, ...options: readonly string[]): boolean => {
  const names = options.flatMap(option => values.get(option) ?? [])
  return operands.length === 0 && names.length === 1 && isName(names[0])
}

/** Undefined: it is none of the verbs that only add to git's records. */
export function judgeRecord(
  verb: string,
  words: readonly PlainWord[],
  location: ShellLocation,
): CommandFinding | undefined {
  const record = RECORDS.get(verb)
  const read = record && readOptions(words, record.options)
  if (!record || !read || 'unknown' in read || (read.operands.length + read.given.size === 0 && verb !== 'reset'))
    return undefined
  if (!record.adds(read, location.workspace.root)) return undefined
  const { operands } = read
  if (operands.some(mayBecomeOption)) return asks('uses a pattern that could match a name that is an option')
  const refused = record.files
    ? operands.map(word => refusePath(word, location)).find(found => found !== undefined)
    : undefined
  if (!refused && lacksRepository(location)) return runs(`${record.says}, but there is no repository`)
  const because = refuseRepository(location)
  return refused ?? (because === undefined ? records(record.says) : asks(`${record.says}, and ${because}`))
}

const COMMIT = /^[0-9a-f]{40,64}$/
const MAX_PACKED = 4 * 1024 * 1024

/** Whether a branch stands at the commit that is checked out, so that going there changes no file. */
function isWhereHeadIs(root: string, branch: string): boolean {
  const git = join(root, '.git')
  const head = textOf(join(git, 'HEAD'))
  const ref = /^ref: (?<name>refs\/heads\/[\w./-]+)$/.exec(head)?.groups?.['name']
  const here = ref === undefined ? head : commitOf(git, ref)
  return COMMIT.test(here) && here === commitOf(git, `refs/heads/${branch}`)
}

/** A name that stands alone comes before one that is packed. */
function commitOf(git: string, ref: string): string {
  if (ref.includes('..')) return ''
  const loose = textOf(join(git, ref))
  if (loose !== '') return loose
  const packed = textOf(join(git, 'packed-refs'))
  const line = packed.length > MAX_PACKED ? undefined : packed.split('\n').find(each => each.endsWith(` ${ref}`))
  return line?.split(' ')[0] ?? ''
}

/** Empty if there is none, or if it is closed to us. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    return ''
  }
}
