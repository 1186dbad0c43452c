import type { PlainWord } from '../reading/plain-word.ts'
import { mayAct } from './acting-options.ts'
import { type CommandFinding, asks, joinFindings, reads, runs } from './command-finding.ts'
import { type ShellLocation, mayBecomeOption, refusePath } from './shell-location.ts'
import { judgeNewFile } from './new-file.ts'
import { readOptions } from './options.ts'
import { type SimpleReader, acting, reader, tame } from './reader-rule.ts'
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
  [
    'ls',
    tame(
      'lists files',
      'files',
      `-aAbBcCdfFgGhHiklLmnNopqQrRsStuUvxXZ1 -I: -w: -T: --all --almost-all --color=? --human-readable --recursive
        --reverse --size --sort= --time= --time-style= --directory --group-directories-first --full-time --classify=?
        --inode --ignore= --hide= --indicator-style= --si --format= --block-size= --literal --author --width=`,
    ),
  ],
  [
    'cat',
    tame(
      'reads files',
      'files',
      '-AbeEnstTuv --number --number-nonblank --show-all --show-ends --show-tabs --squeeze-blank --show-nonprinting',
    ),
  ],
  ['tac', tame('reads files', 'files', '-br -s: --separator=')],
  ['head', tame('reads files', 'files', '-qvz -n: -c: -# --lines= --bytes= --quiet --verbose')],
  [
    'tail',
    tame('reads files', 'files', '-fFqvz -n: -c: -s: -# --follow=? --retry --pid= --lines= --bytes= --quiet --verbose'),
  ],
  ['wc', tame('counts', 'files', '-clmwL --lines --words --bytes --chars --max-line-length')],
  ['less', reader('reads files', 'files', '-N -S -R -F -X')],
  ['more', tame('reads files', 'files', '')],
  ['zcat', tame('reads files', 'files', '')],
  ['bzcat', tame('reads files', 'files', '')],
  ['xzcat', tame('reads files', 'files', '')],
  [
    'shuf',
    acting(
      reader('reads files', 'one file', '-n: -i: -r -z -o> --output=> --head-count= --input-range= --repeat'),
      '-o --output',
    ),
  ],
  ['expr', tame('prints numbers', 'text', '')],
  ['bc', tame('prints numbers', 'none', '-l -q --mathlib --quiet')],
  ['cal', tame('prints the time', 'text', '-3 -y -m')],
  ['yes', tame('prints text', 'text', '')],
  ['clear', tame('prints text', 'none', '')],
  ['man', reader('prints help', 'text', '')],
  ['nl', tame('reads files', 'files', '-b: -f: -h: -n: -s: -v: -w: -p')],
  ['rev', tame('reads files', 'files', '')],
  [
    'cut',
    tame(
      'reads files',
      'files',
      '-b: -c: -d: -f: -sz -n --bytes= --characters= --delimiter= --fields= --only-delimited --output-delimiter= ' +
        '--complement',
    ),
  ],
  ['paste', tame('reads files', 'files', '-d: -sz --delimiters= --serial')],
  ['fold', tame('reads files', 'files', '-bs -w: --width= --spaces')],
  ['fmt', tame('reads files', 'files', '-cstu -w: -g: --width=')],
  ['column', tame('reads files', 'files', '-tx -s: -c: -o: -N: --table --separator=')],
  ['expand', tame('reads files', 'files', '-i -t: --tabs=')],
  ['unexpand', tame('reads files', 'files', '-a -t: --tabs=')],
  [
    'od',
    tame(
      'reads files',
      'files',
      '-abcdfilosxv -A: -j: -N: -t: -w: --address-radix= --format= --read-bytes= --skip-bytes=',
    ),
  ],
  ['hexdump', tame('reads files', 'files', '-bcCdovx -n: -s: -e:')],
  ['strings', tame('reads files', 'files', '-afo -n: -t: -e: -# --all --bytes=')],
  ['cmp', tame('compares files', 'files', '-bls -i: -n: --silent --quiet --verbose --bytes=')],
  [
    'diff',
    tame(
      'compares files',
      'files',
      `-abBcdeEiNpqrstTuwyZ -C: -U: -x: -I: -W: -# --brief --unified=? --context=? --recursive --color=?
        --side-by-side --ignore-all-space --ignore-blank-lines --ignore-case --ignore-space-change --new-file
        --exclude= --width= --minimal --text --stat --report-identical-files`,
    ),
  ],
  ['comm', tame('compares files', 'files', '-123iz --check-order --nocheck-order --output-delimiter= --total')],
  ['join', tame('reads files', 'files', '-a: -e: -i -j: -o: -t: -v: -1: -2: --header')],
  ['stat', tame('looks at files', 'files', '-Lft -c: --format= --printf= --file-system --dereference --terse')],
  ['file', tame('looks at files', 'files', '-bhikLNprsz --brief --mime --mime-type --mime-encoding --dereference')],
  [
    'du',
    tame(
      'measures files',
      'files',
      `-0abcDhHklLmsSx -d: -t: -B: --all --apparent-size --bytes --max-depth= --human-readable --summarize --total
        --exclude= --si --threshold= --time=? --block-size=`,
    ),
  ],
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
  ['grep', tame('searches text', 'text and files', GREP)],
  ['egrep', tame('searches text', 'text and files', GREP)],
  ['fgrep', tame('searches text', 'text and files', GREP)],
  ['rg', acting(reader('searches text', 'text and files', RG), '--pre --hostname-bin')],
  [
    'uniq',
    reader(
      'reads files',
      'one file',
      '-cdDiuz -f: -s: -w: --count --repeated --unique --ignore-case --skip-fields= --skip-chars=',
    ),
  ],
  ['tr', tame('changes letters of a stream', 'text', '-cCdst --complement --delete --squeeze-repeats --truncate-set1')],
  ['xxd', reader('reads files', 'one file', '-abeEipu -c: -g: -l: -s: -o:')],
  ['base64', tame('reads files', 'one file', '-di -w: --decode --wrap= --ignore-garbage')],
  ['md5sum', tame('reads files', 'files', SUM)],
  ['sha1sum', tame('reads files', 'files', SUM)],
  ['sha256sum', tame('reads files', 'files', SUM)],
  ['sha512sum', tame('reads files', 'files', SUM)],
  ['cksum', tame('reads files', 'files', '')],
  ['basename', tame('prints a name', 'text', '-az -s: --multiple --suffix= --zero')],
  ['dirname', tame('prints a name', 'text', '-z --zero')],
  [
    'realpath',
    tame(
      'looks at files',
      'files',
      '-eLmPqsz --canonicalize-existing --canonicalize-missing --quiet --relative-to=/ --relative-base=/ --no-symlinks',
    ),
  ],
  [
    'readlink',
    tame('looks at files', 'files', '-efmnqsvz --canonicalize --canonicalize-existing --canonicalize-missing'),
  ],
  ['pwd', tame('prints the folder', 'none', '-LP')],
  ['echo', tame('prints text', 'text', '-neE')],
  ['true', tame('does nothing', 'text', '')],
  ['false', tame('does nothing', 'text', '')],
  [':', tame('does nothing', 'text', '')],
  ['which', tame('looks for a program', 'text', '-a --all')],
  ['type', tame('looks for a program', 'text', '-afptP')],
  ['whereis', tame('looks for a program', 'text', '-bms')],
  ['seq', tame('prints numbers', 'text', '-f: -s: -w -# --format= --separator= --equal-width')],
  ['sleep', tame('waits', 'text', '')],
  ['factor', tame('prints numbers', 'text', '')],
  ['dir', tame('lists files', 'files', '')],
  ['vdir', tame('lists files', 'files', '')],
  ['exa', tame('lists files', 'files', '')],
  ['eza', tame('lists files', 'files', '')],
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
  ['zgrep', tame('searches text', 'text and files', GREP)],
  ['bzgrep', tame('searches text', 'text and files', GREP)],
  ['xzgrep', tame('searches text', 'text and files', GREP)],
  ['zdiff', tame('compares files', 'files', '-u -c -q')],
  ['zcmp', tame('compares files', 'files', '')],
  ['colordiff', tame('compares files', 'files', '-u -r -y')],
  ['diff3', tame('compares files', 'files', '-aAeEimTxX3')],
  ['sdiff', acting(reader('compares files', 'files', '-abBdEilstW -w:'), '-o --output --diff-program')],
  ['wdiff', tame('compares files', 'files', '-123ins')],
  ['pr', tame('reads files', 'files', '')],
  ['tsort', tame('reads files', 'files', '')],
  ['numfmt', tame('prints numbers', 'text', '-d: --to= --from= --field= --suffix= --padding= --header=?')],
  [
    'iconv',
    acting(reader('reads files', 'files', '-cl -f: -t: -o> --output=> --from-code= --to-code= --list'), '-o --output'),
  ],
  ['sum', tame('reads files', 'files', '-rs')],
  ['b2sum', tame('reads files', 'files', SUM)],
  ['sha224sum', tame('reads files', 'files', SUM)],
  ['sha384sum', tame('reads files', 'files', SUM)],
  ['nm', tame('looks at files', 'files', '-aACDgnopru')],
  ['size', tame('looks at files', 'files', '-ABtdx')],
  ['readelf', tame('looks at files', 'files', '-aAdehlnrsSuVW')],
  ['objdump', tame('looks at files', 'files', '-adDfghprstTxC')],
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
  ['gron', tame('reads data', 'files', '-su')],
  ['csvcut', tame('reads data', 'files', '-nx -c: -C: -d:')],
  ['csvgrep', tame('reads data', 'files', '-ian -c: -m: -r: -d:')],
  ['csvstat', tame('reads data', 'files', '-c: -d:')],
  ['csvlook', tame('reads data', 'files', '-d:')],
  ['csvjson', tame('reads data', 'files', '-d: -i: -k:')],
  ['csvsort', tame('reads data', 'files', '-r -c: -d:')],
  ['datamash', tame('reads data', 'text', '-sWHiCg: -t:')],
  ['cloc', reader('counts', 'files', '--by-file --quiet --vcs=')],
  ['tokei', tame('counts', 'files', '-f --files -s: --sort= -t: --type= -e: --exclude=')],
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
