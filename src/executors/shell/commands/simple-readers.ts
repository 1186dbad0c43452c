import type { PlainWord } from '../reading/plain-word.ts'
import { mayAct } from './acting-options.ts'
import { type CommandFinding, asks, joinFindings, reads, runs } from './command-finding.ts'
import { type ShellLocation, mayBecomeOption, refusePath } from './shell-location.ts'
import { judgeNewFile } from './new-file.ts'
import { readOptions } from './options.ts'
import { type SimpleReader, acting, reader, tame, tameReaders } from './reader-rule.ts'
import { SYSTEM_READERS } from './system-readers.ts'

const GREP = `-abcEFGhHiIlLnoPqrRsTuvVwxyzZ -A: -B: -C: -m: -e: -f/ -d: -D: -# --include= --exclude= --exclude-dir=
  --exclude-from=/ --color=? --colour=? --line-number --ignore-case --recursive --dereference-recursive --word-regexp
  --count --files-with-matches --files-without-match --fixed-strings --extended-regexp --perl-regexp --invert-match
  --only-matching --no-filename --with-filename --max-count= --after-context= --before-context= --context= --regexp=
  --file=/ --quiet --silent --no-messages --text --null --line-buffered`
const RG = `-acFHiIlLnNoPqsSuUvwxz -A: -B: -C: -e: -f/ -g: -m: -M: -t: -T: -d: -j: -0 --files --glob= --iglob= --type=
  --type-not= --hidden --no-ignore --ignore-case --smart-case --case-sensitive --line-number --no-line-number --count
  --count-matches --files-with-matches --files-without-match --fixed-strings --word-regexp --invert-match --multiline
  --only-matching --max-count= --max-depth= --after-context= --before-context= --context= --color= --heading
  --no-heading --json --stats --sort= --type-list --pcre2 --passthru --replace= -r: --regexp= --vimgrep --trim`
const SUM = '-bctwz --check --binary --text --quiet --status --tag --zero'

export const JQ: SimpleReader = tame(
  'reads data',
  'text and files',
  '-acCejMnrRsS --raw-output --compact-output --slurp --raw-input --null-input --sort-keys --tab --exit-status ' +
    '--color-output --monochrome-output --join-output --indent=',
)

export const SIMPLE_READERS: ReadonlyMap<string, SimpleReader> = new Map<string, SimpleReader>([
  ...SYSTEM_READERS,
  ...tameReaders('lists files', 'files', {
    ls: `-aAbBcCdfFgGhHiklLmnNopqQrRsStuUvxXZ1 -I: -w: -T: --all --almost-all --color=? --human-readable --recursive
        --reverse --size --sort= --time= --time-style= --directory --group-directories-first --full-time --classify=?
        --inode --ignore= --hide= --indicator-style= --si --format= --block-size= --literal --author --width=`,
    dir: '',
    vdir: '',
    exa: '',
    eza: '',
  }),
  ...tameReaders('reads files', 'files', {
    cat: '-AbeEnstTuv --number --number-nonblank --show-all --show-ends --show-tabs --squeeze-blank --show-nonprinting',
    tac: '-br -s: --separator=',
    head: '-qvz -n: -c: -# --lines= --bytes= --quiet --verbose',
    tail: '-fFqvz -n: -c: -s: -# --follow=? --retry --pid= --lines= --bytes= --quiet --verbose',
    more: '',
    zcat: '',
    bzcat: '',
    xzcat: '',
    nl: '-b: -f: -h: -n: -s: -v: -w: -p',
    rev: '',
    cut:
      '-b: -c: -d: -f: -sz -n --bytes= --characters= --delimiter= --fields= --only-delimited --output-delimiter= ' +
      '--complement',
    paste: '-d: -sz --delimiters= --serial',
    fold: '-bs -w: --width= --spaces',
    fmt: '-cstu -w: -g: --width=',
    column: '-tx -s: -c: -o: -N: --table --separator=',
    expand: '-i -t: --tabs=',
    unexpand: '-a -t: --tabs=',
    od: '-abcdfilosxv -A: -j: -N: -t: -w: --address-radix= --format= --read-bytes= --skip-bytes=',
    hexdump: '-bcCdovx -n: -s: -e:',
    strings: '-afo -n: -t: -e: -# --all --bytes=',
    join: '-a: -e: -i -j: -o: -t: -v: -1: -2: --header',
    md5sum: SUM,
    sha1sum: SUM,
    sha256sum: SUM,
    sha512sum: SUM,
    cksum: '',
    pr: '',
    tsort: '',
    sum: '-rs',
    b2sum: SUM,
    sha224sum: SUM,
    sha384sum: SUM,
  }),
  ...tameReaders('counts', 'files', {
    wc: '-clmwL --lines --words --bytes --chars --max-line-length',
    tokei: '-f --files -s: --sort= -t: --type= -e: --exclude=',
  }),
  ...tameReaders('prints numbers', 'text', {
    expr: '',
    seq: '-f: -s: -w -# --format= --separator= --equal-width',
    factor: '',
    numfmt: '-d: --to= --from= --field= --suffix= --padding= --header=?',
  }),
  ...tameReaders('prints text', 'text', {
    yes: '',
    echo: '-neE',
  }),
  ...tameReaders('compares files', 'files', {
    cmp: '-bls -i: -n: --silent --quiet --verbose --bytes=',
    diff: `-abBcdeEiNpqrstTuwyZ -C: -U: -x: -I: -W: -# --brief --unified=? --context=? --recursive --color=?
        --side-by-side --ignore-all-space --ignore-blank-lines --ignore-case --ignore-space-change --new-file
        --exclude= --width= --minimal --text --stat --report-identical-files`,
    comm: '-123iz --check-order --nocheck-order --output-delimiter= --total',
    zdiff: '-u -c -q',
    zcmp: '',
    colordiff: '-u -r -y',
    diff3: '-aAeEimTxX3',
    wdiff: '-123ins',
  }),
  ...tameReaders('looks at files', 'files', {
    stat: '-Lft -c: --format= --printf= --file-system --dereference --terse',
    file: '-bhikLNprsz --brief --mime --mime-type --mime-encoding --dereference',
    realpath:
      '-eLmPqsz --canonicalize-existing --canonicalize-missing --quiet --relative-to=/ --relative-base=/ --no-symlinks',
    readlink: '-efmnqsvz --canonicalize --canonicalize-existing --canonicalize-missing',
    nm: '-aACDgnopru',
    size: '-ABtdx',
    readelf: '-aAdehlnrsSuVW',
    objdump: '-adDfghprstTxC',
  }),
  ...tameReaders('searches text', 'text and files', {
    grep: GREP,
    egrep: GREP,
    fgrep: GREP,
    zgrep: GREP,
    bzgrep: GREP,
    xzgrep: GREP,
  }),
  ...tameReaders('prints a name', 'text', {
    basename: '-az -s: --multiple --suffix= --zero',
    dirname: '-z --zero',
  }),
  ...tameReaders('does nothing', 'text', {
    true: '',
    false: '',
    ':': '',
  }),
  ...tameReaders('looks for a program', 'text', {
    which: '-a --all',
    type: '-afptP',
    whereis: '-bms',
  }),
  ...tameReaders('reads data', 'files', {
    gron: '-su',
    csvcut: '-nx -c: -C: -d:',
    csvgrep: '-ian -c: -m: -r: -d:',
    csvstat: '-c: -d:',
    csvlook: '-d:',
    csvjson: '-d: -i: -k:',
    csvsort: '-r -c: -d:',
  }),
  ['bc', tame('prints numbers', 'none', '-l -q --mathlib --quiet')],
  ['cal', tame('prints the time', 'text', '-3 -y -m')],
  ['clear', tame('prints text', 'none', '')],
  [
    'du',
    tame(
      'measures files',
      'files',
      `-0abcDhHklLmsSx -d: -t: -B: --all --apparent-size --bytes --max-depth= --human-readable --summarize --total
        --exclude= --si --threshold= --time=? --block-size=`,
    ),
  ],
  ['tr', tame('changes letters of a stream', 'text', '-cCdst --complement --delete --squeeze-repeats --truncate-set1')],
  ['base64', tame('reads files', 'one file', '-di -w: --decode --wrap= --ignore-garbage')],
  ['pwd', tame('prints the folder', 'none', '-LP')],
  ['sleep', tame('waits', 'text', '')],
  ['datamash', tame('reads data', 'text', '-sWHiCg: -t:')],
  ['less', reader('reads files', 'files', '-N -S -R -F -X')],
  [
    'shuf',
    acting(
      reader('reads files', 'one file', '-n: -i: -r -z -o> --output=> --head-count= --input-range= --repeat'),
      '-o --output',
    ),
  ],
  ['man', reader('prints help', 'text', '')],
  [
    'tree',
    acting(
      reader(
        'lists files',
        'files',
        '-adfilpshugDFqNQrtcUvxACSJX -L: -P: -I: --gitignore --dirsfirst --noreport --prune --du --si --inodes ' +
          '--filelimit= --charset=',
      ),
      '-o -R',
    ),
  ],
  ['rg', acting(reader('searches text', 'text and files', RG), '--pre --hostname-bin')],
  [
    'uniq',
    reader(
      'reads files',
      'one file',
      '-cdDiuz -f: -s: -w: --count --repeated --unique --ignore-case --skip-fields= --skip-chars=',
    ),
  ],
  ['xxd', reader('reads files', 'one file', '-abeEipu -c: -g: -l: -s: -o:')],
  ['bat', acting(reader('reads files', 'files', '-npA -l: -r: --plain --number'), '--pager')],
  ['batcat', acting(reader('reads files', 'files', '-npA -l: -r: --plain --number'), '--pager')],
  [
    'fd',
    acting(reader('looks for files', 'text and files', '-HIaegspluL0 -t: -e: -E: -d:'), '-x -X --exec --exec-batch'),
  ],
  [
    'fdfind',
    acting(reader('looks for files', 'text and files', '-HIaegspluL0 -t: -e: -E: -d:'), '-x -X --exec --exec-batch'),
  ],
  ['ag', acting(reader('searches text', 'text and files', '-acgilnsvwQ -G: -A: -B: -C:'), '--pager')],
  ['sdiff', acting(reader('compares files', 'files', '-abBdEilstW -w:'), '-o --output --diff-program')],
  [
    'iconv',
    acting(reader('reads files', 'files', '-cl -f: -t: -o> --output=> --from-code= --to-code= --list'), '-o --output'),
  ],
  [
    'yq',
    acting(
      reader('reads data', 'text and files', '-cerNPj -o: -p:'),
      '-i --inplace --in-place -s --split-exp --split-exp-file',
    ),
  ],
  [
    'xmllint',
    acting(
      reader('reads data', 'files', '--noout --format --xpath= --schema=/ --output=>'),
      '-o --output --shell --c14n --debug',
    ),
  ],
  [
    'pandoc',
    acting(
      reader(
        'reads files',
        'files',
        '-s -f: -r: -t: -w: -o> --output=> --from= --to= --standalone --toc --wrap= --columns=',
      ),
      '-o --output -F --filter -L --lua-filter --extract-media --pdf-engine --log --data-dir --template -d --defaults',
    ),
  ],
  ['dot', acting(reader('reads data', 'files', '-o> -T: -K:'), '-o -O -c')],
  ['cloc', reader('counts', 'files', '--by-file --quiet --vcs=')],
])

/** A program whose every option and word stands in the table above. */
export function judgeReader(rule: SimpleReader, words: readonly PlainWord[], location: ShellLocation): CommandFinding {
  const read = readOptions(words, rule.options)
  if ('unknown' in read) return judgeStrange(rule, words, { location, option: read.unknown })
  const { operands, paths, made, given } = read
  if (rule.tame !== true && operands.some(mayBecomeOption))
    return asks('uses a pattern that could match a name that is an option')
  const files = [...filesAmong(rule, operands, given), ...paths]
  if (rule.operands === 'none' && operands.length > 0) return asks('is given more words than it takes here')
  if (rule.operands === 'one file' && operands.length > 1) return asks('may write to its second file')
  const refused = files.map(word => refusePath(word, location)).find(found => found !== undefined)
  return refused ?? joinFindings([reads(rule.says), ...made.map(word => judgeNewFile(word, location))])
}

type Strange = { readonly location: ShellLocation; readonly option: string }

/** An unlisted option of a program that has writing options: it runs with a read-only workspace. */
function judgeStrange(
  { says, acts, tame: isTame, operands }: SimpleReader,
  words: readonly PlainWord[],
  { location, option }: Strange,
): CommandFinding {
  const others = words.filter(({ value }) => !value.startsWith('-'))
  const isRisky = acts === undefined || mayAct(words, acts) || (isTame !== true && others.some(mayBecomeOption))
  if (isRisky || !location.confined || (operands === 'one file' && others.length > 1))
    return asks(`is given "${option}", which is not known here`)
  const files = operands === 'text' || operands === 'none' ? [] : others
  return files.map(word => refusePath(word, location)).find(found => found !== undefined) ?? runs(says)
}

/** With the text given by an option, all that is left are files. */
function filesAmong(
  { operands: kind }: SimpleReader,
  operands: readonly PlainWord[],
  given: ReadonlySet<string>,
): readonly PlainWord[] {
  if (kind === 'files' || kind === 'one file') return operands
  if (kind !== 'text and files') return []
  const named = ['-e', '-f', '--regexp', '--file', '--files', '--type-list'].some(option => given.has(option))
  return named ? operands : operands.slice(1)
}
