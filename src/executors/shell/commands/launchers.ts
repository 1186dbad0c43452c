import { longPattern } from '../../../core/index.ts'
import type { PlainWord } from '../reading/plain-word.ts'
import { isBuilder, isRiskyName, judgeBuilder } from './builders.ts'
import { type CommandFinding, asks, builds, reads, runs } from './command-finding.ts'
import { type ShellLocation, pathStateOf, refusePath } from './shell-location.ts'
import { judgeModule } from './python-modules.ts'
import { judgeScript } from './own-files.ts'

const VERSIONS: ReadonlySet<string> = new Set(['--version', '-v', '-V', '-version', '--help', '-h'])

/** Programs that run others, or text: only to say their version, and in the few forms that name a builder. */
const LAUNCHERS: ReadonlySet<string> = new Set(
  `node deno python python3 ruby perl php java javac gcc g++ cc clang rustc rustup docker-compose cmake npx pnpx bunx
    poetry uv pip pip3 pipenv conda bash zsh ksh dash sh lua R Rscript swift scala kotlin ghc elixir erl terraform
    kubectl helm aws gcloud az prettier black isort tsx ts-node luac pdm rye bundle gofmt goimports rustfmt shfmt
    clang-format meson`.split(/\s+/),
)

export const isLauncher = (name: string): boolean => LAUNCHERS.has(name)

/** How loudly it runs, and how much memory it may take; never what else it loads. */
const PLAIN_OPTIONS: ReadonlyMap<string, RegExp> = new Map([
  [
    'node',
    longPattern()`
      ^--(?:(?:trace|no)-[a-z-]+|experimental-(?!loader|policy|config|default-config|sea|import|repl)[a-z-]+
      |enable-source-maps|max-old-space-size=[0-9]{1,6}|stack-size=[0-9]{1,6})$
    `,
  ],
  ['python', /^-(?:[BEIOsu]+|W(?:error|ignore|default|always|once))$/],
  ['python3', /^-(?:[BEIOsu]+|W(?:error|ignore|default|always|once)|X\w+)$/],
  ['bash', /^-[eux]+$/],
  ['sh', /^-[eux]+$/],
])

export function judgeLauncher(name: string, words: readonly PlainWord[], location: ShellLocation): CommandFinding {
  const plain = PLAIN_OPTIONS.get(name)
  if (plain && words.length > 1 && plain.test(words[0]?.value ?? ''))
    return judgeLauncher(name, words.slice(1), location)
  if (plain && words.length > 2 && /^-[WX]$/.test(words[0]?.value ?? '') && /^\w+$/.test(words[1]?.value ?? ''))
    return judgeLauncher(name, words.slice(2), location)
  const [first, second, ...rest] = words
  if (words.length === 1 && first && !first.globs && VERSIONS.has(first.value)) return reads('prints its version')
  if (name === 'npx' && first) return judgeNpx(words, location)
  if ((name === 'python' || name === 'python3') && first?.value === '-m' && second)
    return second.value === 'pip' ? judgePip(rest, location) : judgeModule(second, rest, location)
  if (name === 'pip' || name === 'pip3') return judgePip(words, location)
  if (first && PROGRAMS.get(name)?.test(first.value) === true) return judgeScript(first, words.slice(1), location)
  if (name === 'node' && (first?.value === '--check' || first?.value === '-c'))
    return judgeSyntaxCheck(words.slice(1), location)
  if ((name === 'bash' || name === 'sh') && first?.value === '-n')
    return judgeSyntaxCheck(words.slice(1), location, name)
  if (name === 'node' && first?.value === '--test') return judgeNodeTest(words.slice(1), location)
  if (FORMATTERS.has(name)) return judgeFormatter(name, words, location)
  if (first && second && RUNNERS.get(name)?.test(first.value) === true) return judgeSurrounded(second, rest, location)
  if (first && second && CHECKING.get(name) === first.value) return judgeScript(second, rest, location)
  if (name === 'cmake' || name === 'meson') return judgeGenerator(name, words, location)
  return asks(`runs ${name}, which can do anything`)
}

/** Files with code of the workspace, run like its scripts and tests: existing files must be unchanged afterwards. */
const PROGRAMS: ReadonlyMap<string, RegExp> = new Map([
  ['node', /^[\w./-]+\.[cm]?[jt]s$/],
  ['python', /^[\w./-]+\.py$/],
  ['python3', /^[\w./-]+\.py$/],
  ['bash', /^[\w./-]+\.(?:sh|bash)$/],
  ['sh', /^[\w./-]+\.sh$/],
  ['tsx', /^[\w./-]+\.[cm]?[jt]sx?$/],
  ['ts-node', /^[\w./-]+\.[cm]?tsx?$/],
  ['ruby', /^[\w./-]+\.rb$/],
  ['perl', /^[\w./-]+\.p[lm]$/],
  ['php', /^[\w./-]+\.php$/],
  ['lua', /^[\w./-]+\.lua$/],
  ['Rscript', /^[\w./-]+\.[rR]$/],
  ['java', /^[\w./-]+\.java$/],
])
/** They check a file without running what it is for; some run its beginnings all the same. */
const CHECKING: ReadonlyMap<string, string> = new Map([
  ['ruby', '-c'],
  ['php', '-l'],
  ['perl', '-c'],
  ['luac', '-p'],
])
/** Behind these stands another program, which is run in the workspace's own surroundings. */
const RUNNERS: ReadonlyMap<string, RegExp> = new Map([
  ['poetry', /^run$/],
  ['uv', /^run$/],
  ['pipenv', /^run$/],
  ['pdm', /^run$/],
  ['rye', /^run$/],
  ['bundle', /^exec$/],
])

/** It reads the file and runs nothing of it. */
function judgeSyntaxCheck(
  [file, ...more]: readonly PlainWord[],
  location: ShellLocation,
  name = 'node',
): CommandFinding {
  // A pattern that begins with a name matches no option.
  const isPlain = file && more.length === 0 && !/^[-*?[]/.test(file.value)
  const isFile = isPlain && PROGRAMS.get(name)?.test(file.value.replaceAll('*', 'x')) === true
  return isFile
    ? (refusePath(file, location) ?? reads('checks the syntax of a file'))
    : asks(`gives ${name} words that are not known here`)
}

const PIP_LOOKS = /^(?:list|freeze|show|check|--version|-V|--help)$/
const PIP_WORDS = /^(?:--(?:format=\w+|outdated|local|user|all|files|verbose)|-[flv]|[\w.-]+)$/

function judgePip([first, ...rest]: readonly PlainWord[], location: ShellLocation): CommandFinding {
  const isPlain =
    first && PIP_LOOKS.test(first.value) && rest.every(({ value, globs }) => !globs && PIP_WORDS.test(value))
  if (!isPlain || !location.confined) return asks(`runs pip ${first?.value ?? ''}, which may change packages`)
  return runs('looks at packages')
}

/** What a runner starts runs as code of the workspace does, even if it only says its version. */
function judgeSurrounded(
  { value: name, globs }: PlainWord,
  words: readonly PlainWord[],
  location: ShellLocation,
): CommandFinding {
  if (globs) return asks('runs a program that is not known')
  if (isBuilder(name)) return judgeBuilder(name, words, location)
  const isKnown = name === 'python' || name === 'python3' || PROGRAMS.has(name) || FORMATTERS.has(name)
  const judged =
    isKnown && name !== 'bash' && name !== 'sh'
      ? judgeLauncher(name, words, location)
      : asks(`runs ${name}, which is not known here`)
  return judged.level === 'ask' ? judged : builds(judged.says)
}

const PACKAGE_PROGRAMS: ReadonlySet<string> = new Set(['npm', 'pnpm', 'yarn', 'bun', 'make', 'gcc', 'g++', 'cc'])

function judgeNpx(words: readonly PlainWord[], location: ShellLocation): CommandFinding {
  const [name, ...rest] = words[0]?.value === '--no-install' || words[0]?.value === '--no' ? words.slice(1) : words
  if (!name || name.globs || PACKAGE_PROGRAMS.has(name.value)) return asks('runs a package that is not known here')
  if (FORMATTERS.has(name.value)) return judgeFormatter(name.value, rest, location)
  if (isBuilder(name.value)) return judgeBuilder(name.value, rest, location)
  if (name.value === 'tsx' || name.value === 'ts-node') return judgeLauncher(name.value, rest, location)
  const installed = { value: `node_modules/.bin/${name.value}`, globs: false }
  const isThere = /^[\w.-]+$/.test(name.value) && pathStateOf(installed, location) === 'file'
  return isThere ? judgeScript(installed, rest, location) : asks('runs a package that is not known here')
}

function judgeNodeTest(words: readonly PlainWord[], location: ShellLocation): CommandFinding {
  const isPlain = words.every(
    ({ value }) => !value.startsWith('-') || /^--(?:test-name-pattern|test-reporter)=[\w ]+$/.test(value),
  )
  return isPlain
    ? judgeBuilder(
        'mocha',
        words.filter(({ value }) => !value.startsWith('-')),
        location,
      )
    : asks('gives node options that are not known here')
}

/** The options with which a formatter only tells what it would do; without one of them it rewrites files. */
const FORMATTERS: ReadonlyMap<string, RegExp> = new Map([
  ['prettier', /^(?:--check|-c|--list-different|-l)$/],
  ['black', /^(?:--check|--diff)$/],
  ['isort', /^(?:--check|--check-only|-c|--diff)$/],
  ['gofmt', /^-(?:l|d|s|e)$/],
  ['goimports', /^-(?:l|d|e)$/],
  ['rustfmt', /^--check$/],
  ['shfmt', /^-(?:d|l)$/],
  ['clang-format', /^(?:--dry-run|-n|--Werror)$/],
])
const LOUDNESS = /^(?:--quiet|-q|--verbose|-v|--no-color|--color)$/

function judgeFormatter(name: string, words: readonly PlainWord[], location: ShellLocation): CommandFinding {
  const checks = FORMATTERS.get(name)
  const options = words.filter(({ value }) => value.startsWith('-')).map(({ value }) => value)
  if (
    !checks ||
    !options.some(value => checks.test(value)) ||
    !options.every(value => checks.test(value) || LOUDNESS.test(value))
  )
    return asks(`runs ${name}, which rewrites files`)
  return judgeBuilder(
    'mocha',
    words.filter(({ value }) => !value.startsWith('-')),
    location,
  )
}

/** Writes into a folder of its own, and builds there. */
const GENERATING = longPattern()`
    ^(?:-[SB]|--build|--test-dir|-j[0-9]*|--parallel|[0-9]+|setup|compile|test|-D[A-Z_]+=[\w./+-]+|-G|Ninja
    |Unix Makefiles|--target|-[CV]|[\w.][\w./-]*)$
  `

const judgeGenerator = (name: string, words: readonly PlainWord[], location: ShellLocation): CommandFinding =>
  words.length > 0 && words.every(({ value }) => GENERATING.test(value) && !isRiskyName(value))
    ? judgeBuilder(
        'mocha',
        words.filter(({ value }) => !value.startsWith('-') && value !== 'Unix Makefiles'),
        location,
      )
    : asks(`runs ${name} with words that are not known here`)
