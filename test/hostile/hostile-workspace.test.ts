import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { hostileBench } from './bench.ts'
import { fingerprint } from './folder.ts'
import { CANARY, type Stage } from './stage.ts'
import { BRINGING, CONFIG_TRAPS, FILE_TRAPS, RECORD_TRAPS, ROOM_TRAPS, type Trap } from './traps.ts'
import type { Outcome } from './verb-runner.ts'
import { ACCEPT, ALLOWED, UNALLOWED, type Words, briefly, moreVerbs, recordVerbs, verbsAbout } from './verbs.ts'

const { newClone, usedClone, run } = hostileBench()

const EXIT_CODES = new Set([0, 1, 2, 3, 4, 6])
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const CONTROLS = /[\u0000-\u0008\u000B-\u001F]/
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const ANY_TROUBLE = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u200E\u200F\u202A-\u202E\u2066-\u2069]/

/** What a verb has done wrong, in words. */
function faultsOf(words: Words, { code, out, err, crash }: Outcome): readonly string[] {
  const said = `${out}\n${err}`
  // In JSON the others are data like any other, and are looked at elsewhere.
  const isRaw = (words.includes('--json') ? CONTROLS : ANY_TROUBLE).test(said)
  const found = [
    crash !== null && `ends in a crash (${(crash.split('\n')[0] ?? '').replaceAll(/'[^']*'/g, '…')})`,
    crash === null && !EXIT_CODES.has(code) && `ends with exit code ${code}`,
    /^\s+at .*[:(]\d+/m.test(said) && 'prints a stack',
    (said.includes(CANARY) || said.includes('root:x:0')) && 'prints something from outside',
    isRaw && 'prints raw control characters',
    UNALLOWED.includes(words) && code === 0 && 'runs without a right',
    crash === null && code !== 0 && said.trim() === '' && 'fails without a word',
  ]
  return found.filter(each => each !== false)
}

type Found = Readonly<Record<string, readonly string[]>>

/** Runs all of them in the folder; answers with everything that went wrong, and which verbs did it. */
async function tryAll(stage: Stage, verbs: readonly Words[]): Promise<Found> {
  const { clone, outside } = stage
  const before = fingerprint(outside.path)
  const found: Record<string, string[]> = {}
  for (const words of verbs)
    for (const fault of faultsOf(words, await run(stage, words))) (found[fault] ??= []).push(words.join(' '))
  if (fingerprint(outside.path) !== before) found['something outside has changed'] = []
  for (const path of ['.git/hooks/pre-commit.ran', '.git/hooks/post-checkout.ran', '.git/fsmonitor.ran', 'pwned'])
    if (existsSync(join(clone.path, path))) found[`${path} is there, so a program of the folder was run`] = []
  for (const name of filesWith(clone.path, CANARY)) found[`${name} holds something from outside`] = []
  return found
}

const MOST_BYTES = 2 ** 24

function filesWith(root: string, text: string): readonly string[] {
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
  const holding = files.filter(({ parentPath, name }) => {
    const path = join(parentPath, name)
    return existsSync(path) && statSync(path).size < MOST_BYTES && readFileSync(path).includes(text)
  })
  return holding.map(({ name }) => name)
}

const named = (traps: readonly Trap[]): readonly (readonly [string, Trap])[] => traps.map(trap => [trap.title, trap])
const everyVerb = ({ attacker }: Stage): readonly Words[] => [
  ...UNALLOWED,
  ...verbsAbout(attacker.receipt),
  ...ALLOWED,
  ACCEPT,
  ...UNALLOWED,
]
const everyRecordVerb = ({ attacker }: Stage): readonly Words[] => [
  ...UNALLOWED,
  ...recordVerbs(attacker.receipt),
  ...ALLOWED,
  ACCEPT,
  ...UNALLOWED,
]

test.each(named(BRINGING))('a cloned folder with %s gains nothing under any verb', async (_, { set }) => {
  const stage = newClone()
  await set(stage)
  expect(await tryAll(stage, [...everyVerb(stage), ...ALLOWED, ...moreVerbs(stage.attacker.receipt)])).toEqual({})
})

test.each(named([...ROOM_TRAPS, ...CONFIG_TRAPS, ...FILE_TRAPS]))(
  'a cloned folder gains nothing with %s',
  async (_, { set, also = [] }) => {
    const stage = newClone()
    await set(stage)
    expect(await tryAll(stage, [...everyVerb(stage), ...also])).toEqual({})
  },
)

test.each(named(RECORD_TRAPS))('a cloned folder gains nothing with %s', async (_, { set }) => {
  const stage = newClone()
  await set(stage)
  expect(await tryAll(stage, everyRecordVerb(stage))).toEqual({})
})

describe('a folder in which a person has worked, and which others have changed since,', () => {
  test.each(named([...BRINGING, ...ROOM_TRAPS, ...RECORD_TRAPS]))('gains nothing with %s', async (_, { set }) => {
    const stage = await usedClone()
    await set(stage)
    expect(await tryAll(stage, briefly(stage.attacker.receipt))).toEqual({})
  })
})
