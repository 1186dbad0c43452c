import type { PlainWord } from '../reading/plain-word.ts'
import { actingOptions, mayAct } from './acting-options.ts'
import { type CommandFinding, asks, reads, runs } from './command-finding.ts'
import { type ShellLocation, fromFolder, mayBecomeOption, refusePath } from './shell-location.ts'
import { refuseHistory } from './git-history.ts'
import { judgeRecord } from './git-records.ts'
import { type OptionTable, optionTable, readOptions } from './options.ts'

type Verb = {
  readonly says: string
  readonly options: OptionTable
  /** Words that are neither options nor revisions nor files would make it change something. */
  readonly operands: 'any' | 'none' | 'after an option'
}

const LOG = `-p -s -u -z -# -n: -U: -S: -G: -L: -M -C -w -b -i -E -F -P -g -m -c -W --oneline --graph --all
  --decorate=? --stat=? --shortstat --numstat --name-only --name-status --patch --no-patch --raw --summary
  --abbrev-commit --no-abbrev-commit --abbrev=? --author= --committer= --since= --after= --until= --before= --grep=
  --invert-grep --all-match --regexp-ignore-case --max-count= --skip= --format=? --pretty=? --date= --reverse
  --follow --merges --no-merges --first-parent --branches=? --tags=? --remotes=? --no-color --color=? --word-diff=?
  --color-words=? --diff-filter= --cached --staged --merge-base --exit-code --quiet --check --ignore-all-space
  --ignore-space-change --ignore-blank-lines --unified= --no-renames --find-renames=? --minimal --patience
  --histogram --topo-order --date-order --cherry-pick --left-right --no-ext-diff --no-textconv --relative=? --text
  --dirstat=? --no-prefix --full-index --binary --function-context --show-signature --no-notes --source
  --simplify-by-decoration --left-only --right-only --cherry --boundary --no-index`

const verb = (says: string, operands: Verb['operands'], line: string): Verb => ({
  says,
  operands,
  options: optionTable(line),
})

const HISTORY = 'reads the history'
const VERBS: ReadonlyMap<string, Verb> = new Map([
  [
    'status',
    verb(
      'looks at what changed',
      'any',
      '-s -b -v -z -u: --short --branch --verbose --porcelain=? --long --ignored=? --untracked-files=? ' +
        '--show-stash --ahead-behind --no-renames --column=?',
    ),
  ],
  ['log', verb(HISTORY, 'any', LOG)],
  ['diff', verb('compares versions', 'any', LOG)],
  ['show', verb(HISTORY, 'any', LOG)],
  ['whatchanged', verb(HISTORY, 'any', LOG)],
  [
    'shortlog',
    verb(HISTORY, 'any', '-n -s -e -c --numbered --summary --email --all --no-merges --since= --until= --group='),
  ],
  [
    'blame',
    verb(
      HISTORY,
      'any',
      '-L: -w -M -C -e -s -l -t -n -f --date= --since= --line-porcelain --porcelain --show-email --show-name ' +
        '--show-number --color-lines',
    ),
  ],
  [
    'describe',
    verb(
      HISTORY,
      'any',
      '--tags --all --always --long --dirty=? --abbrev= --match= --exclude= --exact-match --contains --first-parent',
    ),
  ],
  [
    'rev-parse',
    verb(
      HISTORY,
      'any',
      '--short=? --verify --quiet -q --abbrev-ref=? --symbolic-full-name --show-toplevel --show-prefix ' +
        '--show-cdup --git-dir --is-inside-work-tree --is-bare-repository --absolute-git-dir --git-common-dir ' +
        '--show-superproject-working-tree --all --branches --tags',
    ),
  ],
  [
    'rev-list',
    verb(
      HISTORY,
      'any',
      '-n: -# --count --all --max-count= --since= --until= --author= --left-right --cherry-pick --no-merges ' +
        '--merges --first-parent --reverse --objects --parents --branches --tags',
    ),
  ],
  ['merge-base', verb(HISTORY, 'any', '-a --all --is-ancestor --fork-point --octopus')],
  ['name-rev', verb(HISTORY, 'any', '--name-only --tags --always')],
  [
    'ls-files',
    verb(
      'lists files',
      'any',
      '-c -d -m -o -s -t -u -z -x: --cached --deleted --modified --others --stage --exclude-standard --exclude= ' +
        '--full-name --directory --error-unmatch --ignored --unmerged --eol',
    ),
  ],
  ['ls-tree', verb('lists files', 'any', '-d -l -r -t -z --name-only --name-status --long --full-name --full-tree')],
  ['cat-file', verb(HISTORY, 'any', '-e -p -s -t')],
  [
    'grep',
    verb(
      'searches text',
      'any',
      '-E -F -G -P -H -I -L -a -c -e: -h -i -l -n -o -p -q -r -v -w -W -z -A: -B: -C: -f/ --cached --untracked ' +
        '--line-number --count --name-only --files-with-matches --ignore-case --word-regexp --fixed-strings ' +
        '--extended-regexp --perl-regexp --heading --break --and --or --not --all-match --max-depth= ' +
        '--show-function --column',
    ),
  ],
  ['cherry', verb(HISTORY, 'any', '-v --abbrev=?')],
  ['show-ref', verb('lists branches', 'any', '-d -q --head --heads --branches --tags --verify --hash=? --abbrev=?')],
  ['show-branch', verb('lists branches', 'any', '-a -r --all --remotes --current --list --sha1-name')],
  ['range-diff', verb('compares versions', 'any', LOG)],
  ['diff-tree', verb('compares versions', 'any', `${LOG} -r -t --root --no-commit-id`)],
  ['diff-index', verb('compares versions', 'any', LOG)],
  ['diff-files', verb('compares versions', 'any', LOG)],
  ['var', verb('reads settings', 'any', '-l')],
  ['fsck', verb('checks the history', 'none', '--full --no-dangling --no-progress --connectivity-only')],
  ['count-objects', verb('measures the history', 'none', '-v -H --verbose --human-readable')],
  ['check-ignore', verb('looks at files', 'any', '-q -v -n --quiet --verbose --non-matching --no-index')],
  ['check-attr', verb('looks at files', 'any', '-a --all')],
  [
    'branch',
    verb(
      'lists branches',
      'after an option',
      '-a -r -v -vv -l -i --all --remotes --list --verbose --show-current --contains --no-contains --merged ' +
        '--no-merged --points-at= --sort= --format= --column=? --no-column --color=? --no-color --ignore-case',
    ),
  ],
  [
    'tag',
    verb(
      'lists tags',
      'after an option',
      '-l -n -i --list --sort= --format= --contains --no-contains --merged --no-merged --points-at= --column=? ' +
        '--color=? --ignore-case',
    ),
  ],
  [
    'for-each-ref',
    verb('lists branches', 'any', '--sort= --format= --count= --contains --merged --no-merged --points-at='),
  ],
  ['remote', verb('lists remotes', 'none', '-v --verbose')],
  ['stash', verb('lists what is stashed', 'any', LOG)],
  ['bisect', verb(HISTORY, 'none', '')],
  ['notes', verb(HISTORY, 'any', '')],
  ['worktree', verb('lists work trees', 'none', '')],
  ['reflog', verb(HISTORY, 'none', '-n: -# --all --date= --oneline')],
  [
    'config',
    verb(
      'reads settings',
      'after an option',
      '--get --get-all --get-regexp --list -l --show-origin --show-scope --local --name-only -z --null --type= ' +
        '--bool --int',
    ),
  ],
  ['submodule', verb('looks at submodules', 'none', '--quiet -q')],
  ['version', verb('prints its version', 'none', '--build-options')],
  ['help', verb('prints help', 'any', '-a -g --all --guides')],
])

/** The second word without which these would do more than look. */
const SECOND: ReadonlyMap<string, readonly string[]> = new Map([
  ['stash', ['list', 'show']],
  ['bisect', ['log']],
  ['notes', ['list', 'show']],
  ['worktree', ['list']],
  ['submodule', ['status', 'summary']],
])
/** Whole lines that only look, of verbs that can do more. */
const LOOKS = /^(?:symbolic-ref(?: --short| -q)* HEAD|remote get-url (?:--all )?[\w.-]+|remote show)$/
/** With one of these the words that follow are patterns to list by, not things to make. */
const LISTING: ReadonlySet<string> = new Set(
  (
    '-l --list --get --get-all --get-regexp --contains --no-contains --merged --no-merged --points-at -a -r --all ' +
    '--remotes --show-current'
  ).split(' '),
)

const CHANGES: ReadonlyMap<string, string> = new Map([
  ['add', 'marks files for the next commit'],
  ['commit', 'records a commit'],
  ['push', 'sends commits out'],
  ['pull', 'fetches commits and changes files'],
  ['fetch', 'fetches commits'],
  ['clone', 'fetches a repository'],
  ['checkout', 'changes files'],
  ['switch', 'changes files'],
  ['restore', 'overwrites files'],
  ['reset', 'moves the branch and may overwrite files'],
  ['clean', 'deletes files'],
  ['rm', 'deletes files'],
  ['mv', 'moves files'],
  ['merge', 'merges a branch'],
  ['rebase', 'rewrites the history'],
])

export function judgeGit(words: readonly PlainWord[], location: ShellLocation): CommandFinding {
  const { refused, rest, inside } = leaveGlobals(words, location)
  if (refused) return refused
  const [name, ...after] = rest
  if (!name) return reads('prints help')
  if (['--version', '--help', '-v', '-h'].includes(name.value)) return reads('prints its version')
  const recorded = name.globs ? undefined : judgeRecord(name.value, after, inside)
  if (recorded) return recorded
  const line = after.map(({ value }) => value).join(' ')
  if (LOOKS.test(`${name.value} ${line}`)) return reads(HISTORY)
  const rule = VERBS.get(name.value)
  if (!rule || name.globs)
    return asks(`runs git ${name.value}, which ${CHANGES.get(name.value) ?? 'is not known here'}`)
  if (name.value === 'config' && after.length === 1 && /^[a-z][\w.-]*\.[\w.-]+$/i.test(after[0]?.value ?? ''))
    return reads('reads settings')
  const seconds = SECOND.get(name.value)
  if (seconds && !seconds.includes(after[0]?.value ?? ''))
    return asks(`runs git ${name.value} with words that may change something`)
  return judgeVerb({ ...rule, name: name.value }, seconds ? after.slice(1) : after, inside)
}

type Globals = {
  readonly refused?: CommandFinding
  readonly rest: readonly PlainWord[]
  readonly inside: ShellLocation
}

/** Before the verb only what changes nothing: `-c` and its kin can make git run any program. */
function leaveGlobals(words: readonly PlainWord[], location: ShellLocation): Globals {
  let inside = location
  let at = 0
  for (; at < words.length; at++) {
    const word = words[at]
    if (word?.value === '--no-pager' || word?.value === '--no-optional-locks') continue
    if (word?.value !== '-C') break
    const folder = words[++at]
    const refused = folder ? refusePath(folder, inside) : asks('is given -C without a folder')
    if (refused || !folder || folder.globs)
      return { refused: refused ?? asks('is given a pattern for a folder'), rest: [], inside }
    inside = { ...location, folders: inside.folders.map(each => fromFolder(each, folder.value)) }
  }
  return { rest: words.slice(at), inside }
}

function judgeVerb(
  { name, says, options, operands: kind }: Verb & { readonly name: string },
  words: readonly PlainWord[],
  location: ShellLocation,
): CommandFinding {
  const read = readOptions(words, options)
  if ('unknown' in read) return judgeStrange({ says, kind, option: read.unknown }, words, location)
  const { operands, paths, given } = read
  if (operands.some(mayBecomeOption)) return asks('uses a pattern that could match a name that is an option')
  const isListing = [...given].some(option => LISTING.has(option))
  if (operands.length > 0 && (kind === 'none' || (kind === 'after an option' && !isListing)))
    return asks('is given words that may change something')
  const pathsOnly = new Set(words.slice(words.findIndex(({ value }) => value === '--') + 1 || words.length))
  const history = refuseHistory({ verb: name, operands, pathsOnly, given }, location)
  if (history) return history
  return refuseFiles([...operands.filter(mayBeFile), ...paths], location) ?? reads(says)
}

/** A revision such as HEAD~1 is no path; what looks like one must be one of ours. */
const mayBeFile = ({ value }: PlainWord): boolean => /^(?:\.{0,2}\/|\.\.|~)/.test(value) || !/[:~^@{}]/.test(value)
const refuseFiles = (words: readonly PlainWord[], location: ShellLocation): CommandFinding | undefined =>
  words.map(word => refusePath(word, location)).find(found => found !== undefined)

/** By these a verb that looks writes a file or starts a program. */
const ACTING = actingOptions(
  '-o --output -O --open-files-in-pager --ext-diff --textconv --exec --upload-pack --receive-pack --edit --paginate',
)

type Strange = { readonly says: string; readonly kind: Verb['operands']; readonly option: string }

/** An option that is not in the table, of a verb that only looks: the workspace is read-only for it. */
function judgeStrange(
  { says, kind, option }: Strange,
  words: readonly PlainWord[],
  location: ShellLocation,
): CommandFinding {
  const others = words.filter(({ value }) => !value.startsWith('-'))
  const isRisky = kind !== 'any' || mayAct(words, ACTING) || others.some(mayBecomeOption)
  if (isRisky || !location.confined || location.workspace.closesSome)
    return asks(`is given "${option}", which is not known here`)
  return refuseFiles(others.filter(mayBeFile), location) ?? runs(says)
}
