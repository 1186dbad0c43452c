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

/** Several that say the same, each with its options. */
const verbs = (
  says: string,
  operands: Verb['operands'],
  lines: Readonly<Record<string, string>>,
): readonly (readonly [string, Verb])[] =>
  Object.entries(lines).map(([name, line]) => [name, { says, operands, options: optionTable(line) }])

const HISTORY = 'reads the history'
const VERBS: ReadonlyMap<string, Verb> = new Map([
  ...verbs('looks at what changed', 'any', {
    status:
      '-s -b -v -z -u: --short --branch --verbose --porcelain=? --long --ignored=? --untracked-files=? ' +
      '--show-stash --ahead-behind --no-renames --column=?',
  }),
  ...verbs(HISTORY, 'any', {
    log: LOG,
    show: LOG,
    whatchanged: LOG,
    shortlog: '-n -s -e -c --numbered --summary --email --all --no-merges --since= --until= --group=',
    blame:
      '-L: -w -M -C -e -s -l -t -n -f --date= --since= --line-porcelain --porcelain --show-email --show-name ' +
      '--show-number --color-lines',
    describe:
      '--tags --all --always --long --dirty=? --abbrev= --match= --exclude= --exact-match --contains --first-parent',
    'rev-parse':
      '--short=? --verify --quiet -q --abbrev-ref=? --symbolic-full-name --show-toplevel --show-prefix ' +
      '--show-cdup --git-dir --is-inside-work-tree --is-bare-repository --absolute-git-dir --git-common-dir ' +
      '--show-superproject-working-tree --all --branches --tags',
    'rev-list':
      '-n: -# --count --all --max-count= --since= --until= --author= --left-right --cherry-pick --no-merges ' +
      '--merges --first-parent --reverse --objects --parents --branches --tags',
    'merge-base': '-a --all --is-ancestor --fork-point --octopus',
    'name-rev': '--name-only --tags --always',
    'cat-file': '-e -p -s -t',
    cherry: '-v --abbrev=?',
    notes: '',
  }),
  ...verbs('compares versions', 'any', {
    diff: LOG,
    'range-diff': LOG,
    'diff-tree': `${LOG} -r -t --root --no-commit-id`,
    'diff-index': LOG,
    'diff-files': LOG,
  }),
  ...verbs('lists files', 'any', {
    'ls-files':
      '-c -d -m -o -s -t -u -z -x: --cached --deleted --modified --others --stage --exclude-standard --exclude= ' +
      '--full-name --directory --error-unmatch --ignored --unmerged --eol',
    'ls-tree': '-d -l -r -t -z --name-only --name-status --long --full-name --full-tree',
  }),
  ...verbs('searches text', 'any', {
    grep:
      '-E -F -G -P -H -I -L -a -c -e: -h -i -l -n -o -p -q -r -v -w -W -z -A: -B: -C: -f/ --cached --untracked ' +
      '--line-number --count --name-only --files-with-matches --ignore-case --word-regexp --fixed-strings ' +
      '--extended-regexp --perl-regexp --heading --break --and --or --not --all-match --max-depth= ' +
      '--show-function --column',
  }),
  ...verbs('lists branches', 'any', {
    'show-ref': '-d -q --head --heads --branches --tags --verify --hash=? --abbrev=?',
    'show-branch': '-a -r --all --remotes --current --list --sha1-name',
    'for-each-ref': '--sort= --format= --count= --contains --merged --no-merged --points-at=',
  }),
  ...verbs('reads settings', 'any', {
    var: '-l',
  }),
  ...verbs('checks the history', 'none', {
    fsck: '--full --no-dangling --no-progress --connectivity-only',
  }),
  ...verbs('measures the history', 'none', {
    'count-objects': '-v -H --verbose --human-readable',
  }),
  ...verbs('looks at files', 'any', {
    'check-ignore': '-q -v -n --quiet --verbose --non-matching --no-index',
    'check-attr': '-a --all',
  }),
  ...verbs('lists branches', 'after an option', {
    branch:
      '-a -r -v -vv -l -i --all --remotes --list --verbose --show-current --contains --no-contains --merged ' +
      '--no-merged --points-at= --sort= --format= --column=? --no-column --color=? --no-color --ignore-case',
  }),
  ...verbs('lists tags', 'after an option', {
    tag:
      '-l -n -i --list --sort= --format= --contains --no-contains --merged --no-merged --points-at= --column=? ' +
      '--color=? --ignore-case',
  }),
  ...verbs('lists remotes', 'none', {
    remote: '-v --verbose',
  }),
  ...verbs('lists what is stashed', 'any', {
    stash: LOG,
  }),
  ...verbs(HISTORY, 'none', {
    bisect: '',
    reflog: '-n: -# --all --date= --oneline',
  }),
  ...verbs('lists work trees', 'none', {
    worktree: '',
  }),
  ...verbs('reads settings', 'after an option', {
    config:
      '--get --get-all --get-regexp --list -l --show-origin --show-scope --local --name-only -z --null --type= ' +
      '--bool --int',
  }),
  ...verbs('looks at submodules', 'none', {
    submodule: '--quiet -q',
  }),
  ...verbs('prints its version', 'none', {
    version: '--build-options',
  }),
  ...verbs('prints help', 'any', {
    help: '-a -g --all --guides',
  }),
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
