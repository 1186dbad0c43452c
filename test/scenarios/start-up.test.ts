import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { builtProgram } from '../built-program.ts'
import { type Started, startCounting } from '../loaded-modules.ts'
import { testWorkspace } from '../open-test-runtime.ts'
import { README, call } from './play.ts'

const KB = 1_024

const ANSWER = 'It burned all night.\nEvidence: "The lighthouse burned all night." (notes.md:1)'

const MESSAGE = 'Read the file notes.md and tell me what it says.'
const QUIETLY = ['--allow', 'FileAccess', '--quiet']
/** The turn ends with the first prompt, and nobody remembers it. */
const NOTHING_AFTERWARDS = { COUNTERSIGN_MEMORY_ENABLED: 'false' }
const DATABASE = ['@photostructure/sqlite', 'node-gyp-build']

function start(args: readonly string[], more: NodeJS.ProcessEnv = {}): Started {
  const { root: cwd, state } = testWorkspace()
  writeFileSync(join(cwd, 'notes.md'), README)
  writeFileSync(
    join(cwd, 'script.jsonl'),
    `${JSON.stringify(call('file_read', { path: 'notes.md' }))}\n${JSON.stringify(ANSWER)}\n`,
  )
  writeFileSync(join(cwd, 'silent.jsonl'), '')
  const env = { PATH: process.env['PATH'], HOME: dirname(state), COUNTERSIGN_STATE: state, ...more }
  return startCounting(builtProgram(), args, { cwd, env })
}

// Times depend on the machine; what is loaded does not. Each limit is a little above what it was when it was set.
describe('before anything is asked', () => {
  test('--version loads the command line and nothing that does anything', () => {
    const { loaded, code, printed } = start(['--version'])
    expect([code, printed]).toEqual([0, expect.stringMatching(/^\d+\.\d+\.\d+\n$/)])
    expect(loaded.packages).toEqual([])
    expect(loaded.modules).toBeLessThanOrEqual(7)
    expect(loaded.bytes).toBeLessThanOrEqual(152 * KB)
  })

  test('the first prompt needs no validator, no parser of patterns or files, no other verb, and no check of answers', () => {
    const { loaded, code, printed } = start(
      ['ask', MESSAGE, '--model', 'scripted:silent.jsonl', ...QUIETLY],
      NOTHING_AFTERWARDS,
    )
    expect([code, printed]).toEqual([1, expect.stringContaining('script_exhausted')])
    expect(DATABASE).toEqual(expect.arrayContaining([...loaded.packages]))
    expect(loaded.bytes).toBeLessThanOrEqual(1_460 * KB)
  })

  test('a whole answer loads what judges it, and what remembers', () => {
    const { loaded, code, printed } = start(['ask', MESSAGE, '--model', 'scripted:script.jsonl', ...QUIETLY])
    expect([code, printed]).toEqual([0, 'It burned all night.\n'])
    expect(DATABASE).toEqual(expect.arrayContaining([...loaded.packages]))
    expect(loaded.bytes).toBeLessThanOrEqual(1_840 * KB)
  })
})
