import type { PlainWord } from '../reading/plain-word.ts'
import { type Finding, asks, records } from './finding.ts'
import { type Ground, mayBecomeOption, refusePath } from './ground.ts'
import { type OptionTable, type ReadOptions, optionTable, readOptions } from './options.ts'
import { refuseRepository } from './plain-repository.ts'

type Record = {
  readonly says: string
  readonly options: OptionTable
  /** Whether these words only add to git's own records: no file of the workspace changes, and nothing that was recorded is lost. */
  readonly adds: (read: ReadOptions) => boolean
}

const NAME = /^(?!-)[\w./-]{1,100}$/
const isName = (word: PlainWord | undefined): boolean => word !== undefined && !word.globs && NAME.test(word.value)
const has = ({ given }: ReadOptions, ...options: readonly string[]): boolean => options.some(option => given.has(option))

const RECORDS: ReadonlyMap<string, Record> = new Map<string, Record>([
  [
    'add',
    {
      says: 'marks files for the next commit',
      options: optionTable('-A -u -v -n -N --all --update --verbose --dry-run --intent-to-add'),
      adds: read => read.operands.length > 0 || has(read, '-A', '-u', '--all', '--update'),
    },
  ],
  [
    'commit',
    {
      says: 'records a commit',
      options: optionTable('-a -q -s -m: --all --quiet --signoff --allow-empty --message='),
      // Without a message an editor is started.
      adds: read => read.operands.length === 0 && has(read, '-m', '--message'),
    },
  ],
  [
    'restore',
    {
      says: 'takes marks for the next commit back',
      options: optionTable('-S --staged'),
      adds: read => read.operands.length > 0 && has(read, '-S', '--staged'),
    },
  ],
  // A branch or a tag of that name is never replaced without -f.
  ['branch', { says: 'makes a branch', options: optionTable(''), adds: ({ operands }) => operands.length <= 2 && operands.every(isName) }],
  [
    'tag',
    {
      says: 'makes a tag',
      options: optionTable('-a -m: --annotate --message='),
      adds: read =>
        read.operands.length <= 2 && read.operands.every(isName) && (!has(read, '-a', '--annotate') || has(read, '-m', '--message')),
    },
  ],
  // From where it stands: another start would change files.
  ['checkout', { says: 'makes a branch', options: optionTable('-q -b: --quiet'), adds: read => makesBranch(read, '-b') }],
  [
    'switch',
    { says: 'makes a branch', options: optionTable('-q -c: --quiet --create='), adds: read => makesBranch(read, '-c', '--create') },
  ],
])

const makesBranch = ({ operands, values }: ReadOptions, ...options: readonly string[]): boolean => {
  const names = options.flatMap(option => values.get(option) ?? [])
  return operands.length === 0 && names.length === 1 && isName(names[0])
}

/** Undefined: it is none of the verbs that only add to git's records. */
export function judgeRecord(verb: string, words: readonly PlainWord[], ground: Ground): Finding | undefined {
  const record = RECORDS.get(verb)
  const read = record && readOptions(words, record.options)
  if (!record || !read || 'unknown' in read || read.operands.length + read.given.size === 0 || !record.adds(read)) return undefined
  const { operands } = read
  if (operands.some(mayBecomeOption)) return asks('uses a pattern that could match a name that is an option')
  const refused =
    verb === 'add' || verb === 'restore' ? operands.map(word => refusePath(word, ground)).find(found => found !== undefined) : undefined
  const because = refuseRepository(ground)
  return refused ?? (because === undefined ? records(record.says) : asks(`${record.says}, and ${because}`))
}
