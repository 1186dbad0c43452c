import type { PlainWord } from '../reading/plain-word.ts'
import { isBuilder, judgeBuilder } from './builders.ts'
import { type Finding, asks, reads, runs } from './finding.ts'
import { type Ground, refusePath } from './ground.ts'
import { judgeScript } from './own-files.ts'

const VERSIONS: ReadonlySet<string> = new Set(['--version', '-v', '-V', '-version', '--help', '-h'])

/** Programs that run others, or text: only to say their version, and in the few forms that name a builder. */
const LAUNCHERS: ReadonlySet<string> = new Set(
  `node deno python python3 ruby perl php java javac gcc g++ cc clang rustc rustup docker-compose cmake npx pnpx bunx poetry uv pip pip3 pipenv conda
  bash zsh ksh dash sh lua R Rscript swift scala kotlin ghc elixir erl terraform kubectl helm aws gcloud az prettier black isort`.split(
    /\s+/,
  ),
)

export const isLauncher = (name: string): boolean => LAUNCHERS.has(name)

/** How loudly it runs, and how much memory it may take; never what else it loads. */
const PLAIN_OPTIONS: ReadonlyMap<string, RegExp> = new Map([
  ['node', /^--(?:trace-warnings|no-warnings|no-deprecation|trace-deprecation|enable-source-maps|max-old-space-size=[0-9]{1,6})$/],
  ['python', /^-(?:[BEIOsu]+|W(?:error|ignore|default|always|once))$/],
  ['python3', /^-(?:[BEIOsu]+|W(?:error|ignore|default|always|once))$/],
  ['bash', /^-[eux]+$/],
  ['sh', /^-[eux]+$/],
])

export function judgeLauncher(name: string, words: readonly PlainWord[], ground: Ground): Finding {
  const plain = PLAIN_OPTIONS.get(name)
  if (plain && words.length > 1 && plain.test(words[0]?.value ?? '')) return judgeLauncher(name, words.slice(1), ground)
  if (plain && words.length > 2 && words[0]?.value === '-W' && /^\w+$/.test(words[1]?.value ?? ''))
    return judgeLauncher(name, words.slice(2), ground)
  const [first, second, ...rest] = words
  if (words.length === 1 && first && !first.globs && VERSIONS.has(first.value)) return reads('prints its version')
  if (name === 'npx' && first) return judgeNpx(words, ground)
  if ((name === 'python' || name === 'python3') && first?.value === '-m' && second) return judgeModule(second, rest, ground)
  if (name === 'pip' || name === 'pip3') return judgePip(words, ground)
  if (first && PROGRAMS.get(name)?.test(first.value) === true) return judgeScript(first, words.slice(1), ground)
  if (name === 'node' && (first?.value === '--check' || first?.value === '-c')) return judgeSyntaxCheck(words.slice(1), ground)
  if ((name === 'bash' || name === 'sh') && first?.value === '-n') return judgeSyntaxCheck(words.slice(1), ground, name)
  if (name === 'node' && first?.value === '--test') return judgeNodeTest(words.slice(1), ground)
  if (name === 'prettier' || name === 'black' || name === 'isort') return judgeFormatter(name, words, ground)
  if ((name === 'poetry' || name === 'uv' || name === 'pipenv') && first?.value === 'run' && second && isBuilder(second.value))
    return judgeBuilder(second.value, rest, ground)
  return asks(`runs ${name}, which can do anything`)
}

/** Files with code of the workspace, which is run as its scripts and tests are: what exists must be the same afterwards. */
const PROGRAMS: ReadonlyMap<string, RegExp> = new Map([
  ['node', /^[\w./-]+\.[cm]?[jt]s$/],
  ['python', /^[\w./-]+\.py$/],
  ['python3', /^[\w./-]+\.py$/],
  ['bash', /^[\w./-]+\.(?:sh|bash)$/],
  ['sh', /^[\w./-]+\.sh$/],
])

/** It reads the file and runs nothing of it. */
function judgeSyntaxCheck([file, ...more]: readonly PlainWord[], ground: Ground, name = 'node'): Finding {
  // A pattern that begins with a name matches no option.
  const isPlain = file && more.length === 0 && !/^[-*?[]/.test(file.value)
  const isFile = isPlain && PROGRAMS.get(name)?.test(file.value.replaceAll('*', 'x')) === true
  return isFile ? (refusePath(file, ground) ?? reads('checks the syntax of a file')) : asks(`gives ${name} words that are not known here`)
}

const MODULES: ReadonlySet<string> = new Set([
  'pytest',
  'unittest',
  'mypy',
  'flake8',
  'pylint',
  'ruff',
  'doctest',
  'py_compile',
  'compileall',
])
/** They only print; but a module of this name in the workspace would be run in their place. */
const PRINTING: ReadonlyMap<string, RegExp> = new Map([
  ['json.tool', /^(?:--(?:sort-keys|compact|tab|no-indent|no-ensure-ascii|json-lines|indent=[0-9])|[\w./-]+)$/],
  ['site', /^$/],
  ['this', /^$/],
  ['tokenize', /^[\w./-]+$/],
  ['ast', /^[\w./-]+$/],
])

function judgeModule({ value: module }: PlainWord, words: readonly PlainWord[], ground: Ground): Finding {
  if (MODULES.has(module)) return judgeBuilder(module, words, ground)
  if (module === 'pip') return judgePip(words, ground)
  const known = PRINTING.get(module)
  const files = words.filter(({ value }) => !value.startsWith('-'))
  // A second file would be written.
  const isPlain =
    known !== undefined && ground.confined && files.length <= 1 && words.every(({ value, globs }) => !globs && known.test(value))
  if (!isPlain) return asks(`runs python -m ${module}`)
  return files.map(word => refusePath(word, ground)).find(found => found !== undefined) ?? runs(`runs the module ${module}`)
}

const PIP_LOOKS = /^(?:list|freeze|show|check|--version|-V|--help)$/
const PIP_WORDS = /^(?:--(?:format=\w+|outdated|local|user|all|files|verbose)|-[flv]|[\w.-]+)$/

function judgePip([first, ...rest]: readonly PlainWord[], ground: Ground): Finding {
  const isPlain = first && PIP_LOOKS.test(first.value) && rest.every(({ value, globs }) => !globs && PIP_WORDS.test(value))
  if (!isPlain || !ground.confined) return asks(`runs pip ${first?.value ?? ''}, which may change packages`)
  return runs('looks at packages')
}

function judgeNpx(words: readonly PlainWord[], ground: Ground): Finding {
  const [name, ...rest] = words[0]?.value === '--no-install' || words[0]?.value === '--no' ? words.slice(1) : words
  if (name?.value === 'prettier') return judgeFormatter('prettier', rest, ground)
  const isKnown = name && !name.globs && isBuilder(name.value) && !['npm', 'pnpm', 'yarn', 'bun', 'make'].includes(name.value)
  return isKnown ? judgeBuilder(name.value, rest, ground) : asks('runs a package that is not known here')
}

function judgeNodeTest(words: readonly PlainWord[], ground: Ground): Finding {
  const isPlain = words.every(({ value }) => !value.startsWith('-') || /^--(?:test-name-pattern|test-reporter)=[\w ]+$/.test(value))
  return isPlain
    ? judgeBuilder(
        'mocha',
        words.filter(({ value }) => !value.startsWith('-')),
        ground,
      )
    : asks('gives node options that are not known here')
}

/** A formatter that only checks. */
function judgeFormatter(name: string, words: readonly PlainWord[], ground: Ground): Finding {
  const checks = words.some(({ value }) => ['--check', '-c', '--check-only', '--list-different', '-l', '--diff'].includes(value))
  const options = words.filter(({ value }) => value.startsWith('-'))
  const isPlain = options.every(({ value }) => /^(?:--check|-c|--check-only|--list-different|-l|--diff|--quiet|-q|--no-color)$/.test(value))
  if (!checks || !isPlain || (name === 'black' && options.some(({ value }) => value === '-c' || value === '-l')))
    return asks(`runs ${name}, which rewrites files`)
  return judgeBuilder(
    'mocha',
    words.filter(({ value }) => !value.startsWith('-')),
    ground,
  )
}
