/** One command that a build of the workspace could run, unasked. */
export type LosingCommand = {
  readonly name: string
  /** Bash, in a script of the workspace. */
  readonly script: string
  /** What the workspace holds besides, as make-tree.py names it; "texts" in the place of names that are no text. */
  readonly features?: readonly string[]
  /** Further words of the command line. */
  readonly words?: readonly string[]
  readonly environment?: { readonly [name: string]: string }
  /** The code that a person must read; null: it succeeds. Without it, any true answer will do. */
  readonly code?: string | null
  /** A signal for the program, as soon as the command has made the file `marker`. */
  readonly signal?: 'SIGINT' | 'SIGTERM' | 'SIGHUP'
  /** It need not run where a person may not read all of this workspace, because nobody could say what became of it. */
  readonly mayBeRefused?: true
}

export const NOT_ALLOWED = 'effect_not_allowed'
export const python = (...lines: readonly string[]): string =>
  `python3 - <<'E'\nimport os, mmap\n${lines.join('\n')}\nE`

const LONG = 'n=$(printf "d%.0s" $(seq 200))'
const DIG = `${LONG}; for i in $(seq 60); do mkdir $n; cd $n; done`

const FACTS: readonly LosingCommand[] = [
  {
    name: 'the mode of files',
    script: 'chmod 777 victim; chmod 000 old.txt; chmod u-s set-id; chmod -x tool.sh',
    code: NOT_ALLOWED,
  },
  {
    name: 'the mode of folders',
    script: 'chmod 777 private; chmod 700 sticky; chmod g-s setgid; chmod 755 fixed',
    code: NOT_ALLOWED,
  },
  { name: 'chmod 0 on the workspace itself', script: 'rm victim; chmod 0 .', code: NOT_ALLOWED },
  { name: 'only chmod on the workspace itself', script: 'chmod 711 .', code: NOT_ALLOWED },
  {
    name: 'chmod 0 on a folder after its files are changed',
    script: 'rm src/a.txt; echo x > src/new; chmod 0 src',
    code: NOT_ALLOWED,
  },
  { name: 'chmod 0 on everything', script: 'rm victim; chmod -R 000 .' },
  { name: 'chmod 777 on everything', script: 'chmod -R 777 .' },
  {
    name: 'a new folder that nobody can list',
    script: 'mkdir -p new/below; echo x > new/below/x; chmod 0 new/below new',
    code: null,
  },
  {
    name: 'a new folder that nobody can list, taken back',
    script: 'mkdir -p new/b; echo x > new/b/x; chmod 0 new/b new; rm victim',
  },
  { name: 'the time of a file', script: 'touch -d 2001-01-01 victim', code: NOT_ALLOWED },
  { name: 'touch on existing files', script: 'touch victim empty src/a.txt', code: NOT_ALLOWED },
  { name: 'touch on a link', script: 'touch -h -d 2001-01-01 good-link broken-link', code: NOT_ALLOWED },
  { name: 'touch on folders', script: 'touch -d 2001-01-01 src timed empty-folder .' },
  { name: 'a folder of an old time is written in', script: 'rm timed/file; echo x > timed/new', code: NOT_ALLOWED },
  {
    name: 'a file of odd times is changed and deleted',
    script: 'chmod 600 nano.txt; rm old.txt timed/file',
    code: NOT_ALLOWED,
  },
  { name: 'the tag of a file', script: python("os.setxattr('tagged.txt', b'user.tag', b'changed')") },
  {
    name: 'tags are taken off and put on',
    script: python("os.removexattr('tagged.txt', b'user.tag')", "os.setxattr('victim', b'user.new', b'x')"),
  },
  { name: 'a file with a tag is replaced', script: 'rm tagged.txt; echo x > tagged.txt', code: NOT_ALLOWED },
  { name: 'a folder with a tag is removed', script: 'rmdir tagged-folder', code: NOT_ALLOWED },
]

const LINKS: readonly LosingCommand[] = [
  { name: 'a file gets a second name', script: 'ln victim second' },
  { name: 'a file is written through a second name', script: 'ln victim second; echo x > second', code: NOT_ALLOWED },
  {
    name: 'a file is moved over by a second name',
    script: 'ln victim s; rm victim; mv s victim; touch victim',
    code: NOT_ALLOWED,
  },
  { name: 'a hard link is broken', script: 'cp one-name t; mv -f t one-name; rm -f linked/two-name' },
  { name: 'the folder of a hard link is moved', script: 'mv linked elsewhere; rm -f elsewhere/two-name' },
  { name: 'a name that leads outside is removed', script: 'rm -f outside-name; echo x > outside-name' },
  { name: 'a name that leads outside is written', script: 'echo x >> outside-name; truncate -s 0 one-name' },
  {
    name: 'a new pair of hard links stays',
    script: 'echo x > new; ln new newer; mkdir f; ln new f/newest',
    code: null,
  },
  { name: 'a pipe is removed', script: 'rm pipe' },
  { name: 'a pipe becomes a file', script: 'rm pipe && echo x > pipe' },
  { name: 'a pipe is made', script: 'mkfifo new-pipe; rm victim' },
  { name: 'a pipe is made anew', script: 'rm pipe; mkfifo pipe' },
  { name: 'a socket is removed', script: 'rm socket' },
  { name: 'a socket is made', script: python("os.mknod('new-socket', 0o140644)", "os.unlink('victim')") },
  { name: 'the mode of a pipe and a socket', script: 'chmod 777 pipe socket' },
  {
    name: 'a file without a name gets one',
    script: python(
      "f = os.open('.', os.O_TMPFILE | os.O_WRONLY)",
      "os.link(f'/proc/self/fd/{f}', 'new', follow_symlinks=True)",
      "os.unlink('victim')",
    ),
  },
]

const DEPTH: readonly LosingCommand[] = [
  { name: 'the losing command', script: `rm -f victim; ${DIG}`, code: NOT_ALLOWED },
  {
    name: 'the losing command, in texts alone',
    script: `rm -f victim; ${DIG}`,
    features: ['texts'],
    code: NOT_ALLOWED,
  },
  { name: 'a deep new folder stays', script: `${DIG}; echo x > bottom` },
  { name: 'a deep new folder is closed', script: `rm victim; top=$PWD; ${DIG}; chmod 0 .; cd "$top"; chmod 0 d*` },
  { name: 'a deep folder is removed', script: 'rm -rf deep', features: ['plain', 'deep'] },
  { name: 'a deep folder is renamed', script: 'mv deep shallow', features: ['plain', 'deep'] },
  {
    name: 'a deep file is changed',
    script: `cd deep; ${LONG}; for i in $(seq 40); do cd $n; done; echo x >> at; rm link`,
    features: ['plain', 'deep'],
  },
  {
    name: 'the deepest file is deleted',
    script: `cd deep; ${LONG}; for i in $(seq 60); do cd $n; done; rm bottom`,
    features: ['plain', 'deep'],
  },
  {
    name: 'a deep folder is dug deeper',
    script: `rm victim; cd deep; ${LONG}; for i in $(seq 60); do cd $n; done; ${DIG}`,
    features: ['plain', 'deep'],
  },
  { name: 'a well of 3,000 levels is filled in', script: 'rm -rf well; rm victim', features: ['plain', 'well'] },
  {
    name: 'a well of 3,000 levels is dug',
    script: python("os.unlink('victim')", 'for n in range(3000):\n  os.mkdir("w")\n  os.chdir("w")'),
  },
  {
    name: 'a folder is removed while the script stands in it',
    script: 'mkdir x; cd x; rmdir ../x; rm -f ../victim; echo y > y; cd ../src; rm -r ../src',
  },
]

const WIDTH: readonly LosingCommand[] = [
  { name: '5,000 files are deleted', script: 'rm -r wide', features: ['plain', 'wide'] },
  { name: '5,000 files are touched', script: 'find wide -type f -exec touch {} +', features: ['plain', 'wide'] },
  { name: '5,000 files are renamed', script: 'mv wide broad; rm broad/3/*', features: ['plain', 'wide'] },
  { name: '5,000 files change their mode', script: 'chmod -R 700 wide', features: ['plain', 'wide'] },
  {
    name: '100,000 new files',
    script: 'mkdir m; cd m; seq 100000 | xargs touch; rm ../victim',
    words: ['timeout_secs:=100'],
  },
  { name: '20,000 new files stay', script: 'mkdir m; cd m; seq 20000 | xargs touch', code: null },
]

const TIME: readonly LosingCommand[] = [
  {
    name: 'it goes on in the background',
    script: '(while :; do echo x >> victim; rm -f old.txt; sleep 0.01; done) & sleep 0.1',
  },
  {
    name: 'it goes on in a session of its own',
    script: "setsid bash -c 'while :; do echo x >> victim; touch n$RANDOM; done' >/dev/null 2>&1 & sleep 0.1",
  },
  {
    name: 'it hangs up nothing',
    script: "nohup bash -c 'while :; do chmod 0 src; chmod 700 src; rm -f src/a.txt; done' >/dev/null 2>&1 & sleep 0.2",
  },
  {
    name: 'folders come and go while it runs',
    script:
      '(while :; do mkdir -p p/q/r; rm -rf p; done) & (while :; do mv src s; mv s src; done) & sleep 0.3; rm victim',
  },
  { name: 'its time is over', script: 'rm victim; echo x > new; sleep 100', words: ['timeout_secs:=1'] },
  {
    name: 'its time is over while it digs',
    script: `rm victim; while :; do ${DIG}; cd /; cd "$OLDPWD" || exit; done`,
    words: ['timeout_secs:=1'],
  },
  { name: 'it is cancelled', script: 'rm victim; mv src s; touch marker; sleep 100', signal: 'SIGINT' },
  { name: 'the program is asked to end', script: 'rm victim; mv src s; touch marker; sleep 100', signal: 'SIGTERM' },
  { name: 'its terminal is closed', script: 'rm victim; mv src s; touch marker; sleep 100', signal: 'SIGHUP' },
  {
    name: 'its files grow too large',
    script: 'rm victim; head -c 20M /dev/zero > new; echo x > newer',
    environment: { COUNTERSIGN_TOOLS_SHELL_MAX_FILE_MIB: '10' },
  },
  {
    name: 'it fills too much of the disk',
    script: 'rm victim; for i in $(seq 60); do head -c 5M /dev/zero > n$i; done',
    environment: { COUNTERSIGN_TOOLS_SHELL_MAX_DISK_MIB: '50' },
  },
  {
    name: 'it makes too many files',
    script: 'rm victim; mkdir m; cd m; seq 50000 | xargs touch; sleep 1',
    environment: { COUNTERSIGN_TOOLS_SHELL_MAX_FILES: '1000' },
  },
  {
    name: 'it takes too much memory',
    script: 'rm victim; tail /dev/zero',
    environment: { COUNTERSIGN_TOOLS_SHELL_MAX_MEMORY_MIB: '100' },
  },
  { name: 'it says too much', script: 'rm victim; yes | head -c 3M; yes >&2 | head -c 1M', code: NOT_ALLOWED },
]

const CLOSED: readonly LosingCommand[] = [
  {
    name: 'beside what is closed, a file is deleted',
    script: 'rm victim',
    features: ['plain', 'closed'],
    mayBeRefused: true,
  },
  {
    name: 'what is closed is opened and emptied',
    script: 'chmod 700 locked no-entry locked.txt; rm -r locked; echo x > locked.txt; rm no-entry/file',
    features: ['plain', 'closed'],
    mayBeRefused: true,
  },
  {
    name: 'what is closed is removed',
    script: 'rm -f locked.txt; rmdir locked; mv no-entry n',
    features: ['plain', 'closed'],
    mayBeRefused: true,
  },
]

export const MORE_COMMANDS: readonly LosingCommand[] = [...FACTS, ...LINKS, ...DEPTH, ...WIDTH, ...TIME, ...CLOSED]
