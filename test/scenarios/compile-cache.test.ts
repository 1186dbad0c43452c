import { type SpawnSyncReturns, spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { builtProgram } from '../built-program.ts'
import { testWorkspace } from '../open-test-runtime.ts'
import { NODE_24, lacksNode24 } from '../system-needs.ts'
import { README, call } from './play.ts'

const ANSWER = 'It burned all night.'
const REPLIES = [
  call('file_read', { path: 'notes.md' }),
  `${ANSWER}\nEvidence: "The lighthouse burned all night." (notes.md:1)`,
]
const MESSAGE = 'Read the file notes.md and tell me what it says, Xanthippe.'
const ASK = ['ask', MESSAGE, '--model', 'scripted:script.jsonl', '--allow', 'FileAccess', '--quiet']

/** Where a person asks, and where compiled code would be kept for them. */
type AskPlace = { readonly cwd: string; readonly env: NodeJS.ProcessEnv; readonly cache: string }

function askPlace(more: NodeJS.ProcessEnv = {}): AskPlace {
  const { root: cwd, state } = testWorkspace()
  writeFileSync(join(cwd, 'notes.md'), README)
  writeFileSync(join(cwd, 'script.jsonl'), REPLIES.map(reply => `${JSON.stringify(reply)}\n`).join(''))
  const env = { PATH: process.env['PATH'], HOME: dirname(state), COUNTERSIGN_STATE: state, ...more }
  return { cwd, env, cache: join(state, 'compile-cache') }
}

type StartOptions = { readonly program?: string; readonly node?: string }

/** Node reports for each file whether V8 accepted what was kept of it. */
function start(
  { cwd, env }: AskPlace,
  args: readonly string[],
  { program = builtProgram(), node = NODE_24 }: StartOptions = {},
): SpawnSyncReturns<string> {
  return spawnSync(node, [program, ...args], {
    cwd,
    encoding: 'utf8',
    env: { ...env, NODE_DEBUG_NATIVE: 'COMPILE_CACHE' },
  })
}

/** How many files ran from kept code, once it is sure that the answer was the right one. */
function acceptedByAsk(place: AskPlace, program = builtProgram()): number {
  const { status, stdout, stderr } = start(place, ASK, { program })
  expect([status, withoutReport(stdout)]).toEqual([0, `${ANSWER}\n`])
  return acceptedIn(`${stdout}${stderr}`)
}

/** The first question makes the state folder, the second keeps what was compiled. */
function usedPlace(program = builtProgram()): AskPlace {
  const place = askPlace()
  for (let index = 0; index < 2; index++) acceptedByAsk(place, program)
  return place
}

const withoutReport = (printed: string): string => printed.replaceAll(/^\[compile cache\].*\n/gm, '')
const acceptedIn = (printed: string): number => [...printed.matchAll(/ was accepted, /g)].length

const keptIn = ({ cache }: AskPlace): readonly string[] =>
  existsSync(cache)
    ? readdirSync(cache, { recursive: true, encoding: 'utf8' })
        .map(name => join(cache, name))
        .filter(path => statSync(path).isFile())
    : []

describe.skipIf(lacksNode24)('with Node 24', () => {
  test('one start keeps what was compiled, in a folder of this user alone, and the next start runs from it', () => {
    const place = askPlace()
    start(place, ['ledger', 'verify']) // makes the state folder
    expect([acceptedByAsk(place), statSync(place.cache).mode & 0o777]).toEqual([0, 0o700])
    const kept = keptIn(place).length
    expect(kept).toBeGreaterThan(10)
    expect(acceptedByAsk(place)).toBe(kept)
  })

  test('what was asked, read and answered does not stand in what is kept', () => {
    const place = usedPlace()
    const kept = keptIn(place).map(path => readFileSync(path))
    expect(kept.length).toBeGreaterThan(10)
    for (const word of ['Xanthippe', 'lighthouse burned', ANSWER])
      expect(kept.filter(code => code.includes(word) || code.includes(Buffer.from(word, 'utf16le')))).toEqual([])
  })

  test('a file in which one character was changed is compiled anew, and the change is what runs', () => {
    const program = copyProgram()
    const place = usedPlace(program)
    const dist = join(dirname(dirname(program)), 'dist')
    const holds = (path: string): boolean => readFileSync(path, 'utf8').includes('Checks every tool call')
    const files = readdirSync(dist, { recursive: true, encoding: 'utf8' })
      .map(name => join(dist, name))
      .filter(path => path.endsWith('.js') && holds(path))
    expect(files).not.toEqual([])
    for (const file of files)
      writeFileSync(file, readFileSync(file, 'utf8').replaceAll('Checks every tool call', 'Checks every tool cell'))
    expect(start(place, ['--help'], { program }).stdout).toContain('Checks every tool cell')
  })

  test('damaged or cut code is not executed, and the answer is the same', () => {
    const place = usedPlace()
    const middle = (code: Buffer): number => code.length >> 1
    const damages: readonly ((code: Buffer) => Buffer)[] = [
      code => code.fill((code[middle(code)] ?? 0) ^ 0xff, middle(code), middle(code) + 1),
      code => code.subarray(0, middle(code)),
      () => Buffer.alloc(0),
    ]
    for (const damage of damages) {
      for (const path of keptIn(place)) writeFileSync(path, damage(readFileSync(path)))
      expect(acceptedByAsk(place)).toBe(0)
    }
  })

  test('a folder that is open to others, a link or a file is not used', () => {
    const place = usedPlace()
    chmodSync(place.cache, 0o750)
    expect(acceptedByAsk(place)).toBe(0)
    const elsewhere = `${place.cache}-elsewhere`
    renameSync(place.cache, elsewhere)
    chmodSync(elsewhere, 0o700)
    symlinkSync(elsewhere, place.cache)
    expect(acceptedByAsk(place)).toBe(0)
    rmSync(place.cache)
    writeFileSync(place.cache, 'in the way')
    expect([acceptedByAsk(place), readFileSync(place.cache, 'utf8')]).toEqual([0, 'in the way'])
  })

  test('what lies in a workspace is not run, though it was kept while there was none', () => {
    const place = usedPlace()
    const above = dirname(dirname(place.cache))
    const isUsed = (cwd: string, ...args: readonly string[]): boolean => {
      const { stdout, stderr } = start({ ...place, cwd }, ['--version', ...args])
      return acceptedIn(`${stdout}${stderr}`) > 0
    }
    expect([isUsed(place.cwd), isUsed(above), isUsed(place.cwd, '--workspace', above)]).toEqual([true, false, false])
    writeFileSync(join(above, 'countersign.toml'), '')
    expect(isUsed(place.cwd)).toBe(false)
  })

  test('NODE_DISABLE_COMPILE_CACHE switches it off', () => {
    const place = askPlace({ NODE_DISABLE_COMPILE_CACHE: '1' })
    for (let index = 0; index < 2; index++) expect(acceptedByAsk(place)).toBe(0)
    expect(existsSync(place.cache)).toBe(false)
  })

  test('questions that keep the same code at the same time do not disturb each other', async () => {
    const place = askPlace()
    start(place, ['ledger', 'verify']) // makes the state folder
    const ask = ({ cwd }: AskPlace): Promise<unknown> =>
      new Promise(resolve => {
        let printed = ''
        const child = spawn(NODE_24, [builtProgram(), ...ASK], { cwd, env: place.env })
        child.stdout.on('data', (text: Buffer) => (printed += text.toString()))
        child.once('close', code => resolve([code, printed]))
      })
    const answers = await Promise.all([place, askPlace(), askPlace(), askPlace()].map(ask))
    expect(answers).toEqual(answers.map(() => [0, `${ANSWER}\n`]))
    expect(acceptedByAsk(place)).toBeGreaterThan(0)
  })
})

test('where the current folder is gone, the program starts all the same', () => {
  const place = askPlace()
  const gone = join(dirname(place.cache), 'gone')
  const begin = `exec ${process.execPath} ${builtProgram()} --version`
  const script = `mkdir -p ${gone} && cd ${gone} && rmdir ${gone} && ${begin}`
  const { status, stdout, stderr } = spawnSync('sh', ['-c', script], { env: place.env, encoding: 'utf8' })
  expect([status, stdout, stderr]).toEqual([0, expect.stringMatching(/^\d+\.\d+\.\d+\n$/), ''])
})

test.skipIf('enableCompileCache' in (await import('node:module')).default)('Node 20 keeps nothing', () => {
  const place = askPlace()
  expect(start(place, ASK, { node: process.execPath }).stdout).toBe(`${ANSWER}\n`)
  expect(existsSync(place.cache)).toBe(false)
})

/** Beside the one that all tests share, where it finds its packages. */
function copyProgram(): string {
  const shared = dirname(dirname(builtProgram()))
  const copy = mkdtempSync(`${shared}-copy-`)
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }))
  for (const name of ['bin', 'dist', 'package.json']) cpSync(join(shared, name), join(copy, name), { recursive: true })
  return join(copy, 'bin', 'countersign.js')
}
