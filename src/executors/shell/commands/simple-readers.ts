import type { PlainWord } from '../reading/plain-word.ts'
import { type Finding, asks, reads } from './finding.ts'
import { type Ground, mayBecomeOption, refusePath } from './ground.ts'
import { type OptionTable, optionTable, readOptions } from './options.ts'

/** What the words after the options are: files, plain text, nothing, or one text and then files. */
export type Operands = 'files' | 'text' | 'none' | 'text and files' | 'one file'

export type SimpleReader = {
  readonly says: string
  readonly options: OptionTable
  readonly operands: Operands
  /** None of its options writes anything, so a file that is named like one can do no harm. */
  readonly tame?: boolean
}

const HELP = '--help --version'
const reader = (says: string, operands: Operands, line: string): SimpleReader => ({
  says,
  operands,
  options: optionTable(`${line} ${HELP}`),
})
const tame = (says: string, operands: Operands, line: string): SimpleReader => ({ ...reader(says, operands, line), tame: true })

const GREP = `-abcEFGhHiIlLnoPqrRsTuvVwxyzZ -A: -B: -C: -m: -e: -f/ -d: -D: -# --include= --exclude= --exclude-dir= --exclude-from=/
  --color=? --colour=? --line-number --ignore-case --recursive --dereference-recursive --word-regexp --count --files-with-matches
  --files-without-match --fixed-strings --extended-regexp --perl-regexp --invert-match --only-matching --no-filename --with-filename
  --max-count= --after-context= --before-context= --context= --regexp= --file=/ --quiet --silent --no-messages --text --null --line-buffered`
const RG = `-acFHiIlLnNoPqsSuUvwxz -A: -B: -C: -e: -f/ -g: -m: -M: -t: -T: -d: -j: -0 --files --glob= --iglob= --type= --type-not= --hidden --no-ignore
  --ignore-case --smart-case --case-sensitive --line-number --no-line-number --count --count-matches --files-with-matches --files-without-match
  --fixed-strings --word-regexp --invert-match --multiline --only-matching --max-count= --max-depth= --after-context= --before-context=
  --context= --color= --heading --no-heading --json --stats --sort= --type-list --pcre2 --passthru --replace= -r: --regexp= --vimgrep --trim`
const SUM = '-bctwz --check --binary --text --quiet --status --tag --zero'

export const JQ: SimpleReader = reader(
  'reads data',
  'text and files',
  '-acCejMnrRsS --raw-output --compact-output --slurp --raw-input --null-input --sort-keys --tab --exit-status --color-output --monochrome-output --join-output --indent=',
)

export const SIMPLE_READERS: ReadonlyMap<string, SimpleReader> = new Map<string, SimpleReader>([
  [
    'ls',
    tame(
      'lists files',
      'files',
      `-aAbBcCdfFgGhHiklLmnNopqQrRsStuUvxXZ1 -I: -w: -T: --all --almost-all --color=? --human-readable
    --recursive --reverse --size --sort= --time= --time-style= --directory --group-directories-first --full-time --classify=? --inode
    --ignore= --hide= --indicator-style= --si --format= --block-size= --literal --author --width=`,
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
  ['tail', tame('reads files', 'files', '-qvz -n: -c: -# --lines= --bytes= --quiet --verbose')],
  ['wc', tame('counts', 'files', '-clmwL --lines --words --bytes --chars --max-line-length')],
  ['less', reader('reads files', 'files', '-N -S -R -F -X')],
  ['more', tame('reads files', 'files', '')],
  ['zcat', tame('reads files', 'files', '')],
  ['bzcat', tame('reads files', 'files', '')],
  ['xzcat', tame('reads files', 'files', '')],
  ['shuf', reader('reads files', 'one file', '-n: -i: -r -z --head-count= --input-range= --repeat')],
  ['expr', tame('prints numbers', 'text', '')],
  ['bc', reader('prints numbers', 'none', '-l -q --mathlib --quiet')],
  ['cal', tame('prints the time', 'text', '-3 -y -m')],
  ['yes', tame('prints text', 'text', '')],
  ['clear', tame('prints text', 'none', '')],
  ['lscpu', tame('looks at the system', 'none', '-e -p -J')],
  ['lsb_release', tame('looks at the system', 'none', '-a -d -s -c -r -i')],
  ['getconf', tame('looks at the system', 'text', '-a')],
  ['man', reader('prints help', 'text', '')],
  ['nl', tame('reads files', 'files', '-b: -f: -h: -n: -s: -v: -w: -p')],
  ['rev', tame('reads files', 'files', '')],
  [
    'cut',
    tame(
      'reads files',
      'files',
      '-b: -c: -d: -f: -sz -n --bytes= --characters= --delimiter= --fields= --only-delimited --output-delimiter= --complement',
    ),
  ],
  ['paste', tame('reads files', 'files', '-d: -sz --delimiters= --serial')],
  ['fold', tame('reads files', 'files', '-bs -w: --width= --spaces')],
  ['fmt', tame('reads files', 'files', '-cstu -w: -g: --width=')],
  ['column', tame('reads files', 'files', '-tx -s: -c: -o: -N: --table --separator=')],
  ['expand', tame('reads files', 'files', '-i -t: --tabs=')],
  ['unexpand', tame('reads files', 'files', '-a -t: --tabs=')],
  ['od', tame('reads files', 'files', '-abcdfilosxv -A: -j: -N: -t: -w: --address-radix= --format= --read-bytes= --skip-bytes=')],
  ['hexdump', tame('reads files', 'files', '-bcCdovx -n: -s: -e:')],
  ['strings', tame('reads files', 'files', '-afo -n: -t: -e: -# --all --bytes=')],
  ['cmp', tame('compares files', 'files', '-bls -i: -n: --silent --quiet --verbose --bytes=')],
  [
    'diff',
    tame(
      'compares files',
      'files',
      `-abBcdeEiNpqrstTuwyZ -C: -U: -x: -I: -W: -# --brief --unified=? --context=? --recursive --color=? --side-by-side
    --ignore-all-space --ignore-blank-lines --ignore-case --ignore-space-change --new-file --exclude= --width= --minimal --text --stat --report-identical-files`,
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
      `-0abcDhHklLmsSx -d: -t: -B: --all --apparent-size --bytes --max-depth= --human-readable --summarize --total --exclude= --si
    --threshold= --time=? --block-size=`,
    ),
  ],
  ['df', tame('looks at disks', 'text', '-ahHiklmPT -B: -t: -x: --human-readable --total --type= --output=?')],
  [
    'tree',
    reader(
      'lists files',
      'files',
      '-adfilpshugDFqNQrtcUvxACSJX -L: -P: -I: --gitignore --dirsfirst --noreport --prune --du --si --inodes --filelimit= --charset=',
    ),
  ],
  ['grep', tame('searches text', 'text and files', GREP)],
  ['egrep', tame('searches text', 'text and files', GREP)],
  ['fgrep', tame('searches text', 'text and files', GREP)],
  ['rg', reader('searches text', 'text and files', RG)],
  ['uniq', reader('reads files', 'one file', '-cdDiuz -f: -s: -w: --count --repeated --unique --ignore-case --skip-fields= --skip-chars=')],
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
  ['readlink', tame('looks at files', 'files', '-efmnqsvz --canonicalize --canonicalize-existing --canonicalize-missing')],
  ['pwd', tame('prints the folder', 'none', '-LP')],
  ['echo', tame('prints text', 'text', '-neE')],
  ['true', tame('does nothing', 'text', '')],
  ['false', tame('does nothing', 'text', '')],
  [':', tame('does nothing', 'text', '')],
  ['uname', tame('looks at the system', 'none', '-amnoprsv --all --kernel-name --machine')],
  ['nproc', tame('looks at the system', 'none', '--all')],
  ['arch', tame('looks at the system', 'none', '')],
  ['whoami', tame('looks at the system', 'none', '')],
  ['id', tame('looks at the system', 'none', '-gGnruz')],
  ['groups', tame('looks at the system', 'none', '')],
  ['top', reader('looks at the system', 'none', '-b -n: -o: -c')],
  ['hostname', reader('looks at the system', 'none', '')],
  ['uptime', tame('looks at the system', 'none', '-ps')],
  ['free', tame('looks at the system', 'none', '-bkmghtw')],
  ['ps', tame('looks at the system', 'text', '-AaefFlux -o: -p: --sort= --forest')],
  ['printenv', tame('looks at the system', 'text', '-0')],
  ['locale', tame('looks at the system', 'none', '-a')],
  ['tty', tame('looks at the system', 'none', '-s')],
  ['which', tame('looks for a program', 'text', '-a --all')],
  ['type', tame('looks for a program', 'text', '-afptP')],
  ['whereis', tame('looks for a program', 'text', '-bms')],
  ['seq', tame('prints numbers', 'text', '-f: -s: -w -# --format= --separator= --equal-width')],
  ['sleep', tame('waits', 'text', '')],
  ['factor', tame('prints numbers', 'text', '')],
  ['cloc', reader('counts', 'files', '--by-file --quiet --vcs=')],
  ['tokei', tame('counts', 'files', '-f --files -s: --sort= -t: --type= -e: --exclude=')],
])

/** A program whose every option and word stands in the table above. */
export function judgeReader(rule: SimpleReader, words: readonly PlainWord[], ground: Ground): Finding {
  const read = readOptions(words, rule.options)
  if ('unknown' in read) return asks(`is given "${read.unknown}", which is not known here`)
  const { operands, paths, given } = read
  if (rule.tame !== true && operands.some(mayBecomeOption)) return asks('uses a pattern that could match a name that is an option')
  const files = [...filesAmong(rule, operands, given), ...paths]
  if (rule.operands === 'none' && operands.length > 0) return asks('is given more words than it takes here')
  if (rule.operands === 'one file' && operands.length > 1) return asks('may write to its second file')
  return files.map(word => refusePath(word, ground)).find(found => found !== undefined) ?? reads(rule.says)
}

/** With the text given by an option, all that is left are files. */
function filesAmong({ operands: kind }: SimpleReader, operands: readonly PlainWord[], given: ReadonlySet<string>): readonly PlainWord[] {
  if (kind === 'files' || kind === 'one file') return operands
  if (kind !== 'text and files') return []
  const named = ['-e', '-f', '--regexp', '--file', '--files', '--type-list'].some(option => given.has(option))
  return named ? operands : operands.slice(1)
}
