import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { builtProgram } from '../built-program.ts'
import { type Started, startCounting } from '../loaded-modules.ts'
import { testWorkspace } from '../open-test-runtime.ts'
import { README, call } from './play.ts'

const ANSWER = 'It burned all night.'
const REPLIES = [call('file_read', { path: 'notes.md' }), `${ANSWER}\nEvidence: "The lighthouse burned all night." (notes.md:1)`]
const MESSAGE = 'Read the file notes.md and tell me what it says, Xanthippe.'
const ASK = ['ask', MESSAGE, '--model', 'scripted:script.jsonl', '--allow', 'FileAccess', '--quiet']

const program = builtProgram()
const chunks = (): string => join(dirname(dirname(program())), 'dist', 'chunks')
const files = (ending: string): readonly string[] => readdirSync(chunks()).filter(name => name.endsWith(ending))
/** Without the hash that the bundler puts behind it. */
const plainName = (name: string): string => name.replace(/-.{8}\.js(?:\.compiled)?$/, '')
const compiled = (): readonly string[] =>
  files('.compiled')
    .map(name => name.replace(/-[^-]*\.js\.compiled$/, ''))
    .toSorted()

type Place = { readonly cwd: string; readonly env: NodeJS.ProcessEnv }

function place(more: NodeJS.ProcessEnv = {}): Place {
  const { root: cwd, state } = testWorkspace()
  writeFileSync(join(cwd, 'notes.md'), README)
  writeFileSync(join(cwd, 'script.jsonl'), REPLIES.map(reply => `${JSON.stringify(reply)}\n`).join(''))
  return { cwd, env: { PATH: process.env['PATH'], HOME: dirname(state), COUNTERSIGN_STATE: state, ...more } }
}

const start = (args: readonly string[], more?: NodeJS.ProcessEnv): Started => startCounting(program(), args, place(more))

/** The names of the files whose compiled code was taken, once it is sure that the answer was the right one. */
function takenByAsk(more?: NodeJS.ProcessEnv): readonly string[] {
  const { code, printed, loaded } = start(ASK, more)
  expect([code, printed]).toEqual([0, `${ANSWER}\n`])
  return loaded.compiled.map(plainName).toSorted()
}

const OF_AN_ASK = ['catalog', 'core', 'judging', 'ledger', 'policy', 'protocol', 'remembering', 'start', 'storage', 'turn']

beforeEach(() => {
  for (const name of readdirSync(chunks())) if (name.includes('.compiled')) rmSync(join(chunks(), name), { recursive: true })
})

test('an answered question keeps what was compiled, and the next one takes it', () => {
  expect(takenByAsk()).toEqual([])
  expect(compiled()).toEqual(OF_AN_ASK)
  expect(takenByAsk()).toEqual(OF_AN_ASK)
  const { loaded, code } = start(['--version'])
  expect([code, loaded.compiled.length, loaded.modules]).toEqual([0, 2, 4])
})

test('a question that failed, and every other verb, keep nothing', () => {
  expect(start([...ASK.slice(0, 2), '--model', 'scripted:nowhere.jsonl']).code).not.toBe(0)
  for (const args of [['--version'], ['tools', 'list'], ['explain', 'policy_blocked']]) expect(start(args).code).toBe(0)
  expect(compiled()).toEqual([])
})

test('what was asked, read and answered does not stand in what is kept', () => {
  takenByAsk()
  const kept = files('.compiled').map(name => readFileSync(join(chunks(), name)))
  for (const word of ['Xanthippe', 'lighthouse burned', ANSWER])
    expect(kept.map(code => code.includes(word) || code.includes(Buffer.from(word, 'utf16le')))).toEqual(kept.map(() => false))
})

test('a file in which one character was changed is compiled anew, and the change is what runs', () => {
  takenByAsk()
  const file = join(chunks(), files('.js').find(name => name.startsWith('start-')) ?? '')
  const text = readFileSync(file, 'utf8')
  try {
    writeFileSync(file, text.replace('through every gate', 'through every gape'))
    const { loaded, printed } = start(['--help'])
    expect(printed).toContain('through every gape')
    expect(loaded.compiled.map(plainName)).toEqual(['core'])
  } finally {
    writeFileSync(file, text)
  }
})

test('damaged or cut code is not taken, the answer is the same, and what is kept is whole again', () => {
  takenByAsk()
  const damages: readonly ((code: Buffer) => Buffer)[] = [
    code => code.fill(code[code.length >> 1]! ^ 0xff, code.length >> 1, (code.length >> 1) + 1),
    code => code.subarray(0, code.length >> 1),
    () => Buffer.alloc(0),
  ]
  for (const damage of damages) {
    for (const name of files('.compiled')) writeFileSync(join(chunks(), name), damage(readFileSync(join(chunks(), name))))
    expect(takenByAsk()).toEqual([])
    expect(takenByAsk()).toEqual(OF_AN_ASK)
  }
})

test('where nothing can be kept, everything works as if it had never been tried', () => {
  for (const name of files('.js')) mkdirSync(join(chunks(), `${name}.compiled`))
  expect(takenByAsk()).toEqual([])
  expect(takenByAsk()).toEqual([])
})

test('who has switched off such caches for node has switched off this one', () => {
  expect(takenByAsk({ NODE_DISABLE_COMPILE_CACHE: '1' })).toEqual([])
  expect(compiled()).toEqual([])
})

test('questions that keep the same code at the same time do not disturb each other', async () => {
  const ask = async ({ cwd, env }: Place): Promise<unknown> =>
    new Promise(resolve => {
      let printed = ''
      const child = spawn(process.execPath, [program(), ...ASK], { cwd, env })
      child.stdout.on('data', (text: Buffer) => (printed += text.toString()))
      child.once('close', code => resolve([code, printed]))
    })
  const answers = await Promise.all([place(), place(), place(), place()].map(ask))
  expect(answers).toEqual(answers.map(() => [0, `${ANSWER}\n`]))
  expect(readdirSync(chunks()).filter(name => /\.compiled\../.test(name))).toEqual([])
  expect(takenByAsk()).toEqual(OF_AN_ASK)
})

test('a run that is killed while it keeps code leaves nothing that a later one would take', async () => {
  const { cwd, env } = place()
  const child = spawn(process.execPath, [program(), ...ASK], { cwd, env })
  const gone = new Promise(resolve => child.once('close', resolve))
  while (!readdirSync(chunks()).some(name => name.includes('.compiled')) && child.exitCode === null)
    await new Promise(resolve => setTimeout(resolve, 1))
  child.kill('SIGKILL')
  await gone
  const whole = compiled()
  expect(takenByAsk()).toEqual(whole)
  expect(takenByAsk()).toEqual(OF_AN_ASK)
})
