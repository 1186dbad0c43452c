import { spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { builtProgram } from '../built-program.ts'
import { type Started, startCounting } from '../loaded-modules.ts'
import { testWorkspace } from '../open-test-runtime.ts'
import { README, call } from './play.ts'

const ANSWER = 'It burned all night.'
const REPLIES = [
  call('file_read', { path: 'notes.md' }),
  `${ANSWER}\nEvidence: "The lighthouse burned all night." (notes.md:1)`,
]
const MESSAGE = 'Read the file notes.md and tell me what it says, Xanthippe.'
const ASK = ['ask', MESSAGE, '--model', 'scripted:script.jsonl', '--allow', 'FileAccess', '--quiet']

const OF_AN_ASK = [
  'catalog',
  'core',
  'judging',
  'ledger',
  'policy',
  'protocol',
  'remembering',
  'start',
  'storage',
  'turn',
]

/** Where a person asks, and what is kept for him. */
type Place = { readonly cwd: string; readonly env: NodeJS.ProcessEnv; readonly state: string }

function makePlace(more: NodeJS.ProcessEnv = {}): Place {
  const { root: cwd, state } = testWorkspace()
  writeFileSync(join(cwd, 'notes.md'), README)
  writeFileSync(join(cwd, 'script.jsonl'), REPLIES.map(reply => `${JSON.stringify(reply)}\n`).join(''))
  return { cwd, env: { PATH: process.env['PATH'], HOME: dirname(state), COUNTERSIGN_STATE: state, ...more }, state }
}

const start = (place: Place, args: readonly string[], program = builtProgram()): Started =>
  startCounting(program, args, place)

/** The names of the files whose compiled code was taken, once it is sure that the answer was the right one. */
function takenByAsk(place: Place, program = builtProgram()): readonly string[] {
  const { code, printed, loaded } = start(place, ASK, program)
  expect([code, printed]).toEqual([0, `${ANSWER}\n`])
  return loaded.compiled.map(plainName).toSorted()
}

/** Without the hash that the bundler puts behind it. */
const plainName = (name: string): string => name.replace(/-.{8}\.js$/, '')

function keptIn({ state }: Place): readonly string[] {
  const all = join(state, 'compiled')
  return existsSync(all)
    ? readdirSync(all).flatMap(own => readdirSync(join(all, own)).map(name => join(all, own, name)))
    : []
}

const namesOf = (place: Place): readonly string[] =>
  keptIn(place)
    .map(path => plainName(basename(path)))
    .toSorted()

test('an answered question keeps what was compiled, and the next one takes it', () => {
  const place = makePlace()
  expect(takenByAsk(place)).toEqual([])
  expect(namesOf(place)).toEqual(OF_AN_ASK)
  expect(takenByAsk(place)).toEqual(OF_AN_ASK)
  const { loaded, code } = start(place, ['--version'])
  expect([code, loaded.compiled.length, loaded.modules]).toEqual([0, 2, 4])
})

test('a question that failed, and every other verb, keep nothing', () => {
  const place = makePlace()
  expect(start(place, [...ASK.slice(0, 2), '--model', 'scripted:nowhere.jsonl']).code).not.toBe(0)
  for (const args of [['--version'], ['ask', '--help'], ['tools', 'list'], ['explain', 'policy_blocked']])
    expect(start(place, args).code).toBe(0)
  expect(namesOf(place)).toEqual([])
})

test('what lies in a workspace is not run, though it was kept while there was none', () => {
  const place = makePlace()
  takenByAsk(place)
  const above = dirname(place.state)
  const isTaken = (cwd: string, ...args: readonly string[]): boolean =>
    start({ ...place, cwd }, ['--version', ...args]).loaded.compiled.length > 0
  expect([isTaken(place.cwd), isTaken(above), isTaken(place.cwd, '--workspace', above)]).toEqual([true, false, false])
  writeFileSync(join(above, 'countersign.toml'), '')
  expect(isTaken(place.cwd)).toBe(false)
})

test('where the folder in which we are is gone, the program starts all the same', () => {
  const place = makePlace()
  const gone = join(dirname(place.state), 'gone')
  const script = `mkdir ${gone} && cd ${gone} && rmdir ${gone} && exec ${process.execPath} ${builtProgram()} --version`
  const { status, stdout, stderr } = spawnSync('sh', ['-c', script], { env: place.env, encoding: 'utf8' })
  expect([status, stdout, stderr]).toEqual([0, expect.stringMatching(/^\d+\.\d+\.\d+\n$/), ''])
})

test('what was asked, read and answered does not stand in what is kept', () => {
  const place = makePlace()
  takenByAsk(place)
  const kept = keptIn(place).map(path => readFileSync(path))
  expect(kept).toHaveLength(OF_AN_ASK.length)
  for (const word of ['Xanthippe', 'lighthouse burned', ANSWER])
    expect(kept.map(code => code.includes(word) || code.includes(Buffer.from(word, 'utf16le')))).toEqual(
      kept.map(() => false),
    )
})

/** Beside the one that all tests share, where it finds its packages. */
function copyProgram(): string {
  const shared = dirname(dirname(builtProgram()))
  const copy = mkdtempSync(`${shared}-copy-`)
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }))
  for (const name of ['bin', 'dist', 'package.json']) cpSync(join(shared, name), join(copy, name), { recursive: true })
  return join(copy, 'bin', 'countersign.js')
}

test('a file in which one character was changed is compiled anew, and the change is what runs', () => {
  const [place, program] = [makePlace(), copyProgram()]
  takenByAsk(place, program)
  const chunks = join(dirname(dirname(program)), 'dist', 'chunks')
  const file = join(chunks, readdirSync(chunks).find(name => name.startsWith('start-')) ?? '')
  writeFileSync(file, readFileSync(file, 'utf8').replace('through every gate', 'through every gape'))
  const { loaded, printed } = start(place, ['--help'], program)
  expect(printed).toContain('through every gape')
  expect(loaded.compiled.map(plainName)).toEqual(['core'])
})

test('another installation of the same files keeps its own code', () => {
  const place = makePlace()
  takenByAsk(place)
  expect(takenByAsk(place, copyProgram())).toEqual([])
  expect(takenByAsk(place)).toEqual(OF_AN_ASK)
})

test('damaged or cut code is not taken, the answer is the same, and what is kept is whole again', () => {
  const place = makePlace()
  takenByAsk(place)
  const damages: readonly ((code: Buffer) => Buffer)[] = [
    code => code.fill(code[code.length >> 1]! ^ 0xff, code.length >> 1, (code.length >> 1) + 1),
    code => code.subarray(0, code.length >> 1),
    () => Buffer.alloc(0),
  ]
  for (const damage of damages) {
    for (const path of keptIn(place)) writeFileSync(path, damage(readFileSync(path)))
    expect(takenByAsk(place)).toEqual([])
    expect(takenByAsk(place)).toEqual(OF_AN_ASK)
  }
})

test('code is neither kept nor taken where others could have written it', () => {
  const place = makePlace()
  takenByAsk(place)
  chmodSync(join(place.state, 'compiled'), 0o770)
  expect(takenByAsk(place)).toEqual([])
  rmSync(join(place.state, 'compiled'), { recursive: true })
  writeFileSync(join(place.state, 'compiled'), 'in the way')
  expect(takenByAsk(place)).toEqual([])
  expect(readFileSync(join(place.state, 'compiled'), 'utf8')).toBe('in the way')
})

test('who has switched off such caches for node has switched off this one', () => {
  const place = makePlace({ NODE_DISABLE_COMPILE_CACHE: '1' })
  expect(takenByAsk(place)).toEqual([])
  expect(namesOf(place)).toEqual([])
})

test('code that V8 refuses, because node was started with other flags, gives way to new code', () => {
  const place = makePlace()
  const other = { ...place, env: { ...place.env, NODE_OPTIONS: '--interpreted-frames-native-stack' } }
  takenByAsk(place)
  expect(takenByAsk(other)).toEqual([])
  expect(takenByAsk(other)).toEqual(OF_AN_ASK)
  expect(takenByAsk(place)).toEqual([])
})

const isHalf = (path: string): boolean => !path.endsWith('.js')

test('questions that keep the same code at the same time do not disturb each other', async () => {
  const place = makePlace()
  const { state, env } = place
  const ask = async ({ cwd }: Place): Promise<unknown> =>
    new Promise(resolve => {
      let printed = ''
      const child = spawn(process.execPath, [builtProgram(), ...ASK], { cwd, env })
      child.stdout.on('data', (text: Buffer) => (printed += text.toString()))
      child.once('close', code => resolve([code, printed]))
    })
  const answers = await Promise.all([place, makePlace(), makePlace(), makePlace()].map(ask))
  expect(answers).toEqual(answers.map(() => [0, `${ANSWER}\n`]))
  expect(keptIn(place).filter(isHalf)).toEqual([])
  expect([takenByAsk(place), statSync(join(state, 'compiled')).mode & 0o777]).toEqual([OF_AN_ASK, 0o700])
})

test('a run that is killed while it keeps code leaves nothing that a later one would take, and that one tidies up', async () => {
  const place = makePlace()
  const child = spawn(process.execPath, [builtProgram(), ...ASK], place)
  const gone = new Promise(resolve => child.once('close', resolve))
  while (keptIn(place).length === 0 && child.exitCode === null) await new Promise(resolve => setTimeout(resolve, 1))
  child.kill('SIGKILL')
  await gone
  const whole = keptIn(place).filter(path => !isHalf(path))
  expect(takenByAsk(place)).toEqual(whole.map(path => plainName(basename(path))).toSorted())
  expect([namesOf(place), takenByAsk(place)]).toEqual([OF_AN_ASK, OF_AN_ASK])
})
