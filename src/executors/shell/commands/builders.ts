import type { PlainWord } from '../reading/plain-word.ts'
import { type Finding, asks, builds, reads } from './finding.ts'
import { type Ground, refusePath } from './ground.ts'

/** A program that runs code of the workspace. Which of its verbs are meant to make new files only, and which words it may be given. */
type Builder = {
  readonly says: string
  /** Empty: it needs no verb. */
  readonly verbs: ReadonlySet<string>
  /** Options that would change files that exist, reach outside, or run text. */
  readonly never: readonly RegExp[]
  /** Verbs that only look. */
  readonly looks?: ReadonlySet<string>
}

const set = (line: string): ReadonlySet<string> => new Set(line.split(' ').filter(word => word !== ''))
type Words = { readonly verbs?: string; readonly never?: readonly RegExp[]; readonly looks?: string }
const builder = (says: string, { verbs = '', never = [], looks = '' }: Words = {}): Builder => ({
  says,
  verbs: set(verbs),
  never,
  looks: set(looks),
})

/** Whatever writes in place, updates, deletes, watches, or is given a program as text. */
const NEVER: readonly RegExp[] = [
  /^-{1,2}(?:fix|write|update|updateSnapshot|watch|watchAll|ui|eval|exec|print|require|import|loader|command|shell|script-shell|prefix|global|force|delete|remove|clean|in-place|inplace|install|publish|unsafe|allow-dirty|output-file|outputFile|out|inspect|config-path|node-options)(?:[-=].*)?$/i,
  /^-[A-Za-z]*[ewugif][A-Za-z]*$/,
]
const LOOSE: readonly RegExp[] = NEVER.slice(0, 1)

const SWITCHED_OFF = /^--(?:watch|watchAll|fix|ui)=false$/

const TESTS = 'runs the tests of the workspace'
const BUILDS = 'builds the workspace'
const CHECKS = 'checks the code of the workspace'
const SCRIPT = 'runs a script of the workspace'

const PACKAGE_VERBS = 'test t run run-script'
const PACKAGE_LOOKS = 'ls list outdated view --version -v root prefix explain why help'

/** Options by which a compiler starts another program, or takes its words from a file. */
const COMPILER: Words = {
  never: [/^-(?:wrapper|fplugin|specs|B|plugin|load|Xclang|J|C(?:=|$)|Zcodegen)/, /^--(?:plugin|specs|config)/, /^@/],
}

const BUILDERS: ReadonlyMap<string, Builder> = new Map([
  ...['gcc', 'g++', 'cc', 'clang', 'clang++', 'javac', 'rustc'].map(name => [name, builder(BUILDS, COMPILER)] as const),
  ['npm', builder(SCRIPT, { verbs: PACKAGE_VERBS, never: LOOSE, looks: PACKAGE_LOOKS })],
  ['pnpm', builder(SCRIPT, { verbs: `${PACKAGE_VERBS} build lint typecheck`, never: LOOSE })],
  ['yarn', builder(SCRIPT, { verbs: `${PACKAGE_VERBS} build lint typecheck`, never: LOOSE })],
  ['bun', builder(SCRIPT, { verbs: 'test run build', never: LOOSE })],
  ['tsc', builder(CHECKS, { never: [/^(?:-w|--watch|--init|--build|-b|--clean|--outDir|--outFile|--declarationDir)(?:=|$)/i] })],
  ['eslint', builder(CHECKS, { never: NEVER })],
  ['oxlint', builder(CHECKS, { never: NEVER })],
  ['biome', builder(CHECKS, { verbs: 'check lint ci', never: [/^--(?:write|apply|fix|unsafe)/] })],
  ['stylelint', builder(CHECKS, { never: NEVER })],
  ['vitest', builder(TESTS, { never: NEVER })],
  ['jest', builder(TESTS, { never: NEVER })],
  ['mocha', builder(TESTS, { never: NEVER })],
  ['ava', builder(TESTS, { never: NEVER })],
  [
    'pytest',
    builder(TESTS, {
      never: [/^--(?:basetemp|snapshot-update|pdb|pdbcls|rootdir|confcutdir|junit|result-log|pastebin)/, /^-[^-]*p/, /^-c$/, /^-o$/],
    }),
  ],
  ['unittest', builder(TESTS, { never: [/^-[^-]*[^bcfqvskpt]/] })],
  ['doctest', builder(TESTS, { never: [/^-[^-]*[^v]/, /^--/] })],
  ['py_compile', builder(CHECKS, { never: [/^-/] })],
  ['compileall', builder(CHECKS, { never: [/^-[^-]*[^qlj0-9]/, /^--/] })],
  ['tox', builder(TESTS, { never: NEVER })],
  ['mypy', builder(CHECKS, { never: [/^--(?:install-types|cache-dir|python-executable|.*report|command|junit-xml)/, /^-c$/] })],
  ['pyright', builder(CHECKS, { never: [/^-(?:w|-watch)/] })],
  ['flake8', builder(CHECKS, { never: [/^--output-file/] })],
  ['pylint', builder(CHECKS, { never: [/^--(?:init-hook|output)/] })],
  ['ruff', builder(CHECKS, { verbs: 'check', never: [/^--(?:fix|unsafe-fixes|add-noqa|output-file|watch)/, /^-[^-]*[ow]/] })],
  [
    'cargo',
    builder(BUILDS, {
      verbs: 'build b test t check c clippy bench doc run r tree metadata fmt',
      never: [/^--(?:fix|target-dir|out-dir|manifest-path|config|allow-dirty|artifact-dir)/, /^-Z/],
    }),
  ],
  [
    'go',
    builder(BUILDS, {
      verbs: 'build test vet run list',
      looks: 'env version',
      never: [
        /^-{1,2}(?:o|exec|toolexec|C|overlay|modfile|fuzz|vettool|fix|ldflags|gcflags|asmflags|cpuprofile|memprofile|trace|outputdir|coverprofile|blockprofile|mutexprofile)(?:=|$)/,
      ],
    }),
  ],
  [
    'make',
    builder(BUILDS, {
      never: [
        /^-[^-]*[CfIBote]/,
        /^--(?:directory|file|makefile|include-dir|eval|touch|always-make|old-file|assume)/,
        /^(?!(?:V|VERBOSE|DEBUG|CI|NDEBUG)=[\w.]*$)[^-].*=/,
        /^--[\w-]+=/,
      ],
    }),
  ],
  ['ninja', builder(BUILDS, { never: [/^-[^-]*[Cft]/] })],
  [
    'mvn',
    builder(BUILDS, {
      verbs: 'compile test package verify validate',
      never: [/^-[^-]*[fDsP]/, /^--(?:file|settings|define)/],
    }),
  ],
  [
    'gradle',
    builder(BUILDS, {
      verbs: 'build test check assemble compileJava',
      never: [/^-[^-]*[bgIPDc]/, /^--(?:build-file|init-script|project-dir|gradle-user-home|include-build)/],
    }),
  ],
  ['dotnet', builder(BUILDS, { verbs: 'build test', never: [/^(?:-o|--output|--artifacts-path|-p:|\/p:|--property)/] })],
])

const LOOKING_PAIRS: ReadonlySet<string> = new Set([
  'npm pkg get',
  'npm config get',
  'npm config list',
  'go mod graph',
  'go mod why',
  'go mod verify',
])
/** Before the verb: how much is said. */
const LEADING = /^(?:-[qsBe]|--(?:silent|quiet|batch-mode|no-progress))$/
const TAME: ReadonlySet<string> = new Set(['npm', 'make', 'tsc', 'ninja'])

export const isBuilder = (name: string): boolean => BUILDERS.has(name)

export function judgeBuilder(name: string, words: readonly PlainWord[], ground: Ground): Finding {
  const rule = BUILDERS.get(name)
  if (!rule) return asks(`runs ${name}`)
  if (words.some(({ globs }) => globs)) return asks(`gives ${name} a pattern`)
  const [first] = words
  if (first && LEADING.test(first.value) && words.length > 1) return judgeBuilder(name, words.slice(1), ground)
  // The others obey files of the workspace even then.
  if (TAME.has(name) && words.length === 1 && ['--version', '--help', '-h'].includes(first?.value ?? '')) return reads('prints its version')
  const verb = words.find(({ value }) => !value.startsWith('-'))?.value ?? first?.value ?? ''
  if (LOOKING_PAIRS.has(`${name} ${verb} ${words[1]?.value ?? ''}`) && first?.value === verb) return judgeLooks(name, words.slice(2))
  if (rule.looks?.has(verb) === true && first?.value === verb) return judgeLooks(name, words.slice(1))
  if (rule.verbs.size > 0 && !(rule.verbs.has(verb) && first?.value === verb)) return asks(`runs ${name} ${verb}, which ${deedOf(verb)}`)
  if (name === 'cargo' && verb === 'fmt') return judgeFormat(words)
  const deed = words.find(({ value }) => !value.startsWith('-') && RISKY_NAME.test(value))
  if (deed) return asks(`runs ${name} ${deed.value}, which by its name does more than build`)
  const wrong = words.find(({ value }) => !SWITCHED_OFF.test(value) && rule.never.some(pattern => pattern.test(value)))
  if (wrong) return asks(`gives ${name} "${wrong.value}", which may change what exists`)
  return words.map(word => refuseWord(word, ground)).find(found => found !== undefined) ?? builds(saysFor(name, rule, words))
}

/** Scripts and targets that by their own names delete, rewrite, send out or never end. */
export const RISKY_NAME: RegExp =
  /(?:^|[:_.-])(?:clean|distclean|purge|reset|deploy|publish|release|format|fmt|fix|install|uninstall|migrate|seed|push|upgrade|update|bump|version|start|serve|dev|watch|prune|delete|remove|rm)(?:$|[:_.-])/i

const judgeFormat = (words: readonly PlainWord[]): Finding =>
  words.some(({ value }) => value === '--check') && words.every(({ value }) => /^(?:fmt|--check|--all|--)$/.test(value))
    ? builds(CHECKS)
    : asks('rewrites files')

/** An option's value may be a path as well. */
function refuseWord(word: PlainWord, ground: Ground): Finding | undefined {
  const value = word.value.replace(/^-{1,2}[\w-]+=/, '')
  return value.startsWith('-') || value === '' ? undefined : refusePath({ ...word, value }, ground)
}

const judgeLooks = (name: string, rest: readonly PlainWord[]): Finding =>
  rest.every(
    ({ value }) =>
      /^(?:--(?:all|long|json|depth(?:=\d+)?|prod|dev|production|include=\w+)|-[aghl]|[\w@./-]+|\d+)$/.test(value) && value !== '-g',
  )
    ? reads('looks at packages')
    : asks(`gives ${name} words that are not known here`)

function saysFor(name: string, { says }: Builder, words: readonly PlainWord[]): string {
  const script = words.filter(({ value }) => !value.startsWith('-')).map(({ value }) => value)
  return says === SCRIPT ? `runs the script "${[name, ...script].slice(0, 3).join(' ')}" of the workspace` : says
}

const DEEDS: ReadonlyMap<string, string> = new Map([
  ['install', 'installs packages'],
  ['i', 'installs packages'],
  ['ci', 'installs packages'],
  ['add', 'installs packages'],
  ['update', 'changes packages'],
  ['uninstall', 'removes packages'],
  ['publish', 'publishes a package'],
  ['clean', 'deletes files'],
  ['run', 'runs a program'],
  ['exec', 'runs a program'],
])
const deedOf = (verb: string): string => DEEDS.get(verb) ?? 'is not known here'
