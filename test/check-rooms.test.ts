import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'

const scripts = join(import.meta.dirname, '..', 'scripts')
const { inspectRooms } = (await import(join(scripts, 'rooms.mjs'))) as {
  inspectRooms: (root: string) => { broken: string[] }
}
const { brokenBudget } = (await import(join(scripts, 'dependency-budget.mjs'))) as {
  brokenBudget: (root: string) => string[]
}
const folders: string[] = []

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

type Files = Readonly<Record<string, string>>

function checkout(files: Files): string {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-rooms-'))
  folders.push(folder)
  for (const [name, text] of Object.entries({ 'src/core/index.ts': 'export {}\n', ...files })) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return folder
}

/** The broken rules of a checkout with these files. */
const check = (files: Files): string[] => inspectRooms(checkout(files)).broken
const weigh = (files: Files): string[] => brokenBudget(checkout(files))
const lockfile = (packages: object): Files => ({
  'package-lock.json': JSON.stringify({ packages: { '': {}, ...packages } }),
})

test('the console keeps to the same size and names, tests and styles apart', () => {
  const long = 'x\n'.repeat(301)
  expect(
    check({
      'web/src/a.tsx': long,
      'web/test/b.ts': long,
      'web/src/c.test.ts': long,
      'web/src/d.css': long,
      'web/src/fine.ts': '',
    }),
  ).toEqual(['web/src/a.tsx: 301 lines, at most 300', 'web/test/b.ts: 301 lines, at most 300'])
  expect(check({ 'web/src/utils.ts': '' })).toEqual([
    'web/src/utils.ts: "utils" says nothing; name the file after what it does',
  ])
})

test('the command prints each broken rule and exits 1, or 0 when all hold', () => {
  const command = (files: Files): { status: number | null; stdout: string } =>
    spawnSync(process.execPath, [join(scripts, 'check-rooms.mjs'), checkout(files)], { encoding: 'utf8' })
  expect(command({})).toMatchObject({
    status: 0,
    stdout: '1 files, 95 % have at most 1 lines (tests apart), 0 broken rules\n',
  })
  expect(
    command({ 'src/core/x.ts': "import '../gates/index.ts'\n", ...lockfile({ 'node_modules/a': {} }) }),
  ).toMatchObject({
    status: 1,
    stdout: [
      'src/core/x.ts: line 1: core may not import gates',
      'node_modules/a is not installed, so it cannot be weighed; run npm ci',
      '2 files, 95 % have at most 1 lines (tests apart), 2 broken rules\n',
    ].join('\n'),
  })
})

test('rooms that import what they may, by the front door, pass', () => {
  const sources = {
    'src/protocol/read.ts': "import { a } from '../core/index.ts'\nimport { b } from './deep/b.ts'\n",
    'src/protocol/deep/b.ts': "import type { A } from '../../core/index.ts'\n",
    'src/protocol/index.ts': "export { read } from './read.ts'\n",
    'src/runtime/run-turn.ts': "const gates = await import('../gates/index.ts')\n",
    'src/gates/index.ts': 'export {}\n',
    'src/index.ts': "export { runTurn } from './runtime/index.ts'\n",
    'src/runtime/index.ts': 'export {}\n',
  }
  expect(check(sources)).toEqual([])
})

test.each([
  ['a sibling', 'protocol/x.ts', "import { a } from '../catalog/index.ts'", 'protocol may not import catalog'],
  ['upwards', 'core/x.ts', "import type { A } from '../runtime/index.ts'", 'core may not import runtime'],
  [
    'a closed room, lazily',
    'surfaces/cli/x.ts',
    "await import('../../executors/index.ts')",
    'surfaces may not import executors',
  ],
  ['a closed room as a type', 'flows/x.ts', "type G = import('../gates/index.ts').G", 'flows may not import gates'],
  ['a re-export', 'catalog/x.ts', "export {\n  a,\n} from '../policy/index.ts'", 'catalog may not import policy'],
  ['a side effect', 'catalog/x.ts', "import '../policy/index.ts'", 'catalog may not import policy'],
  [
    'executors for everyone',
    'index.ts',
    "export { files } from './executors/index.ts'",
    'index.ts may not import executors',
  ],
  [
    'the back door',
    'catalog/x.ts',
    "import { a } from '../core/hash.ts'",
    'enter core by its index.ts, not by hash.ts',
  ],
  [
    'an inner index',
    'catalog/x.ts',
    "import { a } from '../core/deep/index.ts'",
    'enter core by its index.ts, not by index.ts',
  ],
  [
    'the outside',
    'catalog/x.ts',
    "import { a } from '../../test/soak-scale.ts'",
    'imports test/soak-scale.ts, which is outside src/',
  ],
])('an import of %s is refused', (_what, file, text, problem) => {
  const line = text.split('\n').length
  expect(check({ [`src/${file}`]: `${text}\n` })).toEqual([`src/${file}: line ${line}: ${problem}`])
})

test('tests may import any file', () => {
  expect(check({ 'src/catalog/x.test.ts': "import { a } from '../policy/deep.ts'\n" })).toEqual([])
})

test('imports in strings, comments and templates are not imports', () => {
  const text = [
    "// import { a } from '../policy/index.ts'",
    "/* import '../policy/index.ts' */",
    'const text = "import \'../policy/index.ts\'"',
    "const template = `${[1].map(n => `}${n}`)} import '../policy/index.ts'`",
    "const pattern = /[`'\"/]/.test(text) // it's one",
    "const from = ['../policy/index.ts']",
  ]
  expect(check({ 'src/catalog/x.ts': text.join('\n') })).toEqual([])
})

test('an import behind templates and regular expressions is still seen', () => {
  const text = "const a = `${b ? `'${c}` : '`'}`\nconst d = e.replace(/`/g, '') / 2\nimport '../policy/index.ts'\n"
  expect(check({ 'src/catalog/x.ts': text })).toEqual(['src/catalog/x.ts: line 3: catalog may not import policy'])
})

test('an unknown room is refused', () => {
  expect(check({ 'src/engine/x.ts': '' })).toEqual(['src/engine/x.ts: "engine" is not a room'])
})

test.each(['utils', 'string-helpers', 'call-manager', 'shared/x', 'tool.service'])(
  'the vague name %s is refused',
  name => {
    expect(check({ [`src/core/${name}.ts`]: '' })).toEqual([
      expect.stringContaining('says nothing; name the file after what it does'),
    ])
  },
)

test('names that are not kebab-case are refused', () => {
  expect(check({ 'src/core/loopGuard.ts': '' })).toEqual(['src/core/loopGuard.ts: file names are kebab-case'])
})

test('300 lines pass, 301 do not, and tests may be longer', () => {
  const lines = (count: number): string => '//\n'.repeat(count)
  const sources = { 'src/core/a.ts': lines(300), 'src/core/b.ts': lines(301), 'src/core/c.test.ts': lines(400) }
  expect(check(sources)).toEqual(['src/core/b.ts: 301 lines, at most 300'])
})

test('vendors are named in providers and surfaces only', () => {
  const text = "// ollama\nconst vendor = 'ollama'\n"
  const sources = {
    'src/providers/x.ts': text,
    'src/surfaces/x.ts': text,
    'src/protocol/x.ts': text,
    'src/flows/x.ts': 'const model = `openai:${name}`',
  }
  const problem = (name: string): string => `only providers and surfaces may say "${name}"`
  expect(check(sources).toSorted()).toEqual([
    `src/flows/x.ts: line 1: ${problem('openai:')}`,
    `src/protocol/x.ts: line 2: ${problem('ollama')}`,
  ])
})

test('databases are named in storage only', () => {
  const text = "import { DatabaseSync } from 'node:sqlite'\n"
  expect(check({ 'src/storage/x.ts': text, 'src/ledger/x.ts': text })).toEqual([
    'src/ledger/x.ts: line 1: only storage may say "node:sqlite"',
  ])
})

test.each(["export * from './hash.ts'", "export * as hashes from './hash.ts'", "export type * from './hash.ts'"])(
  '%s is refused',
  text => {
    const problem = 'src/core/x.ts: line 2: "export *"; list what is public by name'
    expect(check({ 'src/core/x.ts': `export const area = 2 * 3\n${text}\n` })).toEqual([problem])
  },
)

test('a cycle of files is told once, types and lazy imports included', () => {
  const sources = {
    'src/core/a.ts': "import type { B } from './b.ts'\n",
    'src/core/b.ts': "const c = () => import('./c.ts')\n",
    'src/core/c.ts': "export { a } from './a.ts'\n",
  }
  expect(check(sources)).toEqual(['cycle: src/core/a.ts → src/core/b.ts → src/core/c.ts → src/core/a.ts'])
})

test('41 production packages are too many; development and optional ones are free', () => {
  const packages = (count: number, entry: object): [string, object][] =>
    Array.from({ length: count }, (_, index) => [`node_modules/${Object.keys(entry)[0] ?? 'prod'}${index}`, entry])
  const free = [...packages(50, { dev: true }), ...packages(50, { optional: true })]
  const installed = Object.fromEntries(packages(41, {}).map(([path]) => [`${path}/index.js`, '']))
  expect(weigh({ ...lockfile(Object.fromEntries([...free, ...packages(40, {})])), ...installed })).toEqual([])
  expect(weigh({ ...lockfile(Object.fromEntries([...free, ...packages(41, {})])), ...installed })).toEqual([
    'package-lock.json: 41 production packages, at most 40',
  ])
})

test('more than 25 MB of production packages are too heavy, and what is missing cannot be weighed', () => {
  const lock = lockfile({ 'node_modules/big': {} })
  expect(weigh({ ...lock, 'node_modules/big/lib/data.bin': '0'.repeat(25_100_000) })).toEqual([
    'node_modules: production packages weigh 25.1 MB, at most 25',
  ])
  expect(weigh(lock)).toEqual(['node_modules/big is not installed, so it cannot be weighed; run npm ci'])
})

test('a lockfile that names a download host is refused', () => {
  const lock = lockfile({ 'node_modules/a': { resolved: 'https://registry.example/a.tgz' } })
  expect(weigh({ ...lock, 'node_modules/a/index.js': '' })).toEqual([
    'package-lock.json: node_modules/a names its download host; keep omit-lockfile-registry-resolved in .npmrc',
  ])
})
