import { longPattern } from '../../../core/index.ts'

/** A program that runs code of the workspace: which verbs only make new files, and which words it may be given. */
export type Builder = {
  readonly says: string
  /** Empty: it needs no verb. */
  readonly verbs: ReadonlySet<string>
  /** Options that would change files that exist, reach outside, or run text. */
  readonly never: readonly RegExp[]
  /** Verbs that only look. */
  readonly looks: ReadonlySet<string>
  /** Its words name tasks of the workspace, and tell more than the program does. */
  readonly tasks: boolean
  /** What may stand before the verb with a word behind it: a package or a folder of the workspace. */
  readonly within: ReadonlySet<string>
}

const set = (line: string): ReadonlySet<string> => new Set(line.split(' ').filter(word => word !== ''))
type BuilderWords = {
  readonly verbs?: string
  readonly never?: readonly RegExp[]
  readonly looks?: string
  readonly tasks?: boolean
  readonly within?: string
}
const builder = (
  says: string,
  { verbs = '', never = [], looks = '', tasks = false, within = '' }: BuilderWords = {},
): Builder => ({
  says,
  verbs: set(verbs),
  never,
  looks: set(looks),
  tasks,
  within: set(within),
})

/** Whatever writes in place, updates, deletes, watches, or is given a program as text. */
const NEVER: readonly RegExp[] = [
  longPattern('i')`
    ^-{1,2}(?:fix|write|update|updateSnapshot|watch|watchAll|ui|eval|exec|print|require|import|loader|command|shell
    |script-shell|prefix|global|force|delete|remove|clean|in-place|inplace|install|publish|unsafe|allow-dirty
    |output-file|outputFile|out|inspect|config-path|node-options)(?:[-=].*)?$
  `,
  /^-[A-Za-z]*[ewugif][A-Za-z]*$/,
]
const LOOSE: readonly RegExp[] = NEVER.slice(0, 1)

const TESTS = 'runs the tests of the workspace'
const BUILDS = 'builds the workspace'
export const CHECKS = 'checks the code of the workspace'
export const SCRIPT = 'runs a script of the workspace'

/** Names by which scripts are called without `run`. */
export const SCRIPT_NAME: RegExp = longPattern()`
    ^(?:test|tests|unit|e2e|build|compile|lint|check|type-?check|types|coverage|verify|validate|bench|start|dev
    |serve|preview)(?:[:_.-][\w:.-]+)?$
  `

const PACKAGE_VERBS = 'test t run run-script'
const PACKAGE_LOOKS = 'ls list outdated view --version -v root prefix explain why help'

const PACKAGES: BuilderWords = { verbs: `${PACKAGE_VERBS} ls list why outdated`, never: LOOSE, tasks: true }

/** Options by which a compiler starts another program, or takes its words from a file. */
const COMPILER: BuilderWords = {
  never: [/^-(?:wrapper|fplugin|specs|B|plugin|load|Xclang|J|C(?:=|$)|Zcodegen)/, /^--(?:plugin|specs|config)/, /^@/],
}

export const BUILDERS: ReadonlyMap<string, Builder> = new Map([
  ...['gcc', 'g++', 'cc', 'clang', 'clang++', 'javac', 'rustc'].map(name => [name, builder(BUILDS, COMPILER)] as const),
  [
    'npm',
    builder(SCRIPT, {
      ...PACKAGES,
      verbs: `${PACKAGE_VERBS} start`,
      looks: PACKAGE_LOOKS,
      within: '-w --workspace --prefix -C',
    }),
  ],
  ['pnpm', builder(SCRIPT, { ...PACKAGES, within: '-F --filter -C --dir' })],
  ['yarn', builder(SCRIPT, { ...PACKAGES, within: 'workspace --cwd' })],
  ['bun', builder(SCRIPT, { ...PACKAGES, within: '--filter --cwd' })],
  ...[
    'turbo',
    'nx',
    'lerna',
    'just',
    'task',
    'grunt',
    'gulp',
    'wireit',
    'rake',
    'invoke',
    'nox',
    'hatch',
    'bazel',
    'ant',
    'sbt',
  ].map(name => [name, builder(BUILDS, { never: NEVER, tasks: true })] as const),
  ...[
    'webpack',
    'rollup',
    'esbuild',
    'vite',
    'next',
    'tsup',
    'swc',
    'babel',
    'sass',
    'typedoc',
    'jsdoc',
    'parcel',
    'astro',
    'tsdx',
    'ncc',
  ].map(name => [name, builder(BUILDS, { never: NEVER, tasks: true })] as const),
  ...[
    'cypress',
    'playwright',
    'tap',
    'jasmine',
    'karma',
    'ctest',
    'nose2',
    'rspec',
    'phpunit',
    'bats',
    'ginkgo',
    'gotestsum',
  ].map(name => [name, builder(TESTS, { never: NEVER })] as const),
  ...`vue-tsc svelte-check depcheck knip madge depcruise cspell commitlint htmlhint markdownlint markdownlint-cli2 tsd
    size-limit publint attw jshint standard xo shellcheck hadolint yamllint actionlint golangci-lint staticcheck
    rubocop phpstan psalm bandit vulture pyflakes pycodestyle pydocstyle codespell ty radon ansible-lint tflint
    swiftlint ktlint cppcheck clang-tidy`
    .split(/\s+/)
    .map(name => [name, builder(CHECKS, { never: NEVER })] as const),
  ['tsc', builder(CHECKS, { never: [/^(?:-w|--watch|--init|--clean|--outDir|--outFile|--declarationDir)(?:=|$)/i] })],
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
      never: [
        /^--(?:basetemp|snapshot-update|pdb|pdbcls|rootdir|confcutdir|junit|result-log|pastebin)/,
        /^-[^-]*p/,
        /^-c$/,
        /^-o$/,
      ],
    }),
  ],
  ['unittest', builder(TESTS, { never: [/^-[^-]*[^bcfqvskpt]/] })],
  ['doctest', builder(TESTS, { never: [/^-[^-]*[^v]/, /^--/] })],
  ['py_compile', builder(CHECKS, { never: [/^-/] })],
  ['compileall', builder(CHECKS, { never: [/^-[^-]*[^qlj0-9]/, /^--/] })],
  ['tox', builder(TESTS, { never: NEVER, tasks: true })],
  [
    'coverage',
    builder(TESTS, { verbs: 'run report html xml json lcov', never: [/^-[^-]*[od]/, /^--(?:data-file|directory)/] }),
  ],
  [
    'mypy',
    builder(CHECKS, { never: [/^--(?:install-types|cache-dir|python-executable|.*report|command|junit-xml)/, /^-c$/] }),
  ],
  ['pyright', builder(CHECKS, { never: [/^-(?:w|-watch)/] })],
  ['flake8', builder(CHECKS, { never: [/^--output-file/] })],
  ['pylint', builder(CHECKS, { never: [/^--(?:init-hook|output)/] })],
  [
    'ruff',
    builder(CHECKS, {
      verbs: 'check format',
      never: [/^--(?:fix|unsafe-fixes|add-noqa|output-file|watch)/, /^-[^-]*[ow]/],
    }),
  ],
  [
    'cargo',
    builder(BUILDS, {
      verbs: 'build b test t check c clippy bench doc run r tree metadata fmt nextest',
      never: [/^--(?:fix|target-dir|out-dir|manifest-path|config|allow-dirty|artifact-dir)/, /^-Z/],
    }),
  ],
  [
    'go',
    builder(BUILDS, {
      verbs: 'build test vet run list',
      looks: 'env version doc',
      never: [
        longPattern()`
          ^-{1,2}(?:o|exec|toolexec|C|overlay|modfile|fuzz|vettool|fix|ldflags|gcflags|asmflags|cpuprofile
          |memprofile|trace|outputdir|coverprofile|blockprofile|mutexprofile)(?:=|$)
        `,
      ],
    }),
  ],
  [
    'make',
    builder(BUILDS, {
      tasks: true,
      within: '-C --directory',
      never: [
        /^-[^-]*[CfIBote]/,
        /^--(?:directory|file|makefile|include-dir|eval|touch|always-make|old-file|assume)/,
        /^--[\w-]+=/,
      ],
    }),
  ],
  ['ninja', builder(BUILDS, { tasks: true, within: '-C', never: [/^-[^-]*[Cft]/] })],
  [
    'mvn',
    builder(BUILDS, {
      tasks: true,
      verbs: 'compile test package verify validate',
      never: [
        /^-D(?!(?:skip\w*|test|it\.test|maven\.test\.skip)(?:=[\w.,*#-]*)?$)/,
        /^-(?!D)[^-]*[fsP]/,
        /^--(?:file|settings|define)/,
      ],
    }),
  ],
  [
    'gradle',
    builder(BUILDS, {
      tasks: true,
      verbs: 'build test check assemble compileJava tasks projects dependencies',
      never: [/^-[^-]*[bgIPDc]/, /^--(?:build-file|init-script|project-dir|gradle-user-home|include-build)/],
    }),
  ],
  [
    'dotnet',
    builder(BUILDS, { verbs: 'build test', never: [/^(?:-o|--output|--artifacts-path|-p:|\/p:|--property)/] }),
  ],
])
