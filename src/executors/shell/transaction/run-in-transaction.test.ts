import { existsSync, lstatSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { configWith, testWorkspace } from '../../../../test/open-test-runtime.ts'
import { type JsonObject, type Result, type Settle, type ToolOutput, fail, succeed } from '../../../core/index.ts'
import { valuesOf } from '../../../runtime/config/index.ts'
import { createVault } from '../../../storage/index.ts'
import { openWorkspace } from '../../../workspace/index.ts'
import type { CommandEnd } from '../../sandbox/index.ts'
import { createPolicyHolder } from '../policy.ts'
import { shellSettings } from '../settings.ts'
import { type Recovery, recoverAtStart } from './recover.ts'
import { type Transaction, runInTransaction } from './run-in-transaction.ts'

const OLD = { 'a.txt': 'old a', 'src/b.txt': 'old b', 'src/deep/c.txt': 'old c' }

type Running = Partial<Pick<Transaction, 'guarded' | 'present' | 'whenRecorded' | 'limitMs'>> & {
  readonly settings?: JsonObject
}

type TransactionWorld = {
  readonly root: string
  readonly place: string
  readonly at: (path: string) => string
  readonly put: (path: string, text: string) => void
  readonly tree: () => Record<string, string>
  /** Runs what a command does, as one that nobody was asked about. */
  readonly run: (does: () => void | Result<CommandEnd>, more?: Running) => Promise<Result<ToolOutput>>
  /** The folder of the copies of the command that runs now. */
  readonly copies: () => string
  readonly restart: () => Recovery
}

const ENDED: CommandEnd = {
  stdout: { text: '', bytes: 0, truncated: false },
  stderr: { text: '', bytes: 0, truncated: false },
  exitCode: 0,
  ending: 'exit',
}

/** `denyRead`: rules that are gone at the restart. */
async function transactionWorld(denyRead: readonly string[] = []): Promise<TransactionWorld> {
  const { root, state } = testWorkspace()
  const place = join(state, 'changes')
  const at = (path: string): string => join(root, path)
  const put = (path: string, text: string): void => {
    mkdirSync(join(at(path), '..'), { recursive: true })
    writeFileSync(at(path), text)
  }
  for (const [path, text] of Object.entries(OLD)) put(path, text)
  mkdirSync(at('.control-room'))
  const [workspace, openedLater] = [denyRead, []].map(rules => {
    const opened = openWorkspace({ root, rules: { denyRead: rules, allowRead: [] } })
    onTestFinished(() => opened.close())
    return opened
  })
  if (!workspace || !openedLater) throw new Error('two were asked for')
  const closed = { someOnly: false, someClosed: denyRead.length > 0 }
  const context = { ...closed, place, workspace, vault: createVault(join(state, 'vault')), isPending: () => true }
  return {
    root,
    place,
    at,
    put,
    tree: () =>
      Object.fromEntries(
        readdirSync(root, { recursive: true, encoding: 'utf8' })
          .filter(path => !path.startsWith('.control-room') && lstatSync(at(path)).isFile())
          .toSorted()
          .map(path => [path, readFileSync(at(path), 'utf8')]),
      ),
    copies: () => join(place, readdirSync(place).find(name => name.startsWith('change_')) ?? ''),
    restart: () => recoverAtStart({ ...context, workspace: openedLater, someClosed: false }),
    async run(does, { settings = {}, ...more } = {}) {
      const policy = (await createPolicyHolder(valuesOf(configWith(settings), shellSettings))).current()
      const surveying = { ...closed, workspace, reach: 'build', readOnlyFolders: new Set<string>() } as const
      const transaction: Transaction = {
        call: 'call_1',
        guarded: true,
        limitMs: 1_000,
        readOnlyFolders: [],
        surveying,
        policy,
        ownAct: false,
        run: async () => does() ?? succeed(ENDED),
        present: ({ effects, fault: error }) =>
          error ? { ok: false, error } : succeed({ text: '', data: effects, sources: [] }),
        whenRecorded: undefined,
        ...more,
      }
      return runInTransaction(transaction, context)
    },
  }
}

const codeOf = (ended: Result<ToolOutput>): string => (ended.ok ? 'done' : ended.error.code)
const messageIn = (ended: Result<ToolOutput>): string => (ended.ok ? '' : ended.error.message)

describe('[SHELL-14] when a step after an unasked command fails, every file is as it was', () => {
  const ruin = ({ at, put }: TransactionWorld): void => {
    put('a.txt', 'new a, and longer')
    rmSync(at('src'), { recursive: true })
    put('made/by/it.txt', 'new')
  }
  const asBefore = (world: TransactionWorld): void => {
    expect(world.tree()).toEqual(OLD)
    expect(readdirSync(world.place)).toEqual([])
  }

  test('the run itself throws', async () => {
    const world = await transactionWorld()
    const ended = await world.run(() => {
      ruin(world)
      throw new Error('the pipe broke')
    })
    expect([codeOf(ended), messageIn(ended)]).toEqual([
      'effect_not_allowed',
      expect.stringMatching(/the pipe broke.*Everything was put back as it was.*kept in \.control-room\/taken-back\//),
    ])
    asBefore(world)
  })

  test('the run ends with a fault of its own, which stays', async () => {
    const world = await transactionWorld()
    const ended = await world.run(() => {
      ruin(world)
      return fail('sandbox_unavailable', 'bwrap could not be stopped.')
    })
    expect([codeOf(ended), messageIn(ended)]).toEqual([
      'sandbox_unavailable',
      expect.stringContaining('Everything was put back as it was.'),
    ])
    asBefore(world)
    const idle = await world.run(() => fail('sandbox_unavailable', 'There is none.'))
    expect(messageIn(idle)).toBe('There is none.')
  })

  test('the output cannot be made', async () => {
    const world = await transactionWorld()
    const present = (): never => {
      throw new Error('no room for the output')
    }
    for (const does of [() => ruin(world), () => world.put('made.txt', 'new')]) {
      const ended = await world.run(does, { present })
      expect(messageIn(ended)).toMatch(/no room for the output/)
      asBefore(world)
    }
  })

  test('what is taken back cannot be kept', async () => {
    const world = await transactionWorld()
    world.put('.control-room/taken-back', 'a file in its place')
    const ended = await world.run(() => ruin(world))
    expect(codeOf(ended)).toBe('effect_not_allowed')
    expect(messageIn(ended)).not.toContain('taken-back')
    asBefore(world)
  })

  test('the plan cannot be written', async () => {
    const world = await transactionWorld()
    const ended = await world.run(() => {
      ruin(world)
      mkdirSync(join(world.copies(), 'rollback.json', 'in-its-place'), { recursive: true })
    })
    expect(codeOf(ended)).toBe('effect_not_allowed')
    asBefore(world)
  })

  test('the outcome is not recorded, though nothing was wrong with it', async () => {
    const world = await transactionWorld()
    const settles: Settle[] = []
    const ended = await world.run(() => world.put('made.txt', 'new'), { whenRecorded: each => settles.push(each) })
    expect([codeOf(ended), existsSync(world.at('made.txt')), readdirSync(world.place).length]).toEqual([
      'done',
      true,
      2,
    ])
    expect(codeOf(await world.run(() => undefined))).toBe('tool_busy')
    expect(settles.map(settle => settle(false))).toEqual([expect.stringContaining('was put back as it was')])
    asBefore(world)
  })

  test('a copy is gone: it is named, the rest is put back, and nothing changes the folder until that is settled', async () => {
    const world = await transactionWorld()
    const ended = await world.run(() => {
      ruin(world)
      rmSync(join(world.copies(), '0'))
    })
    expect([codeOf(ended), ended.ok ? [] : ended.error.detail?.['missing']]).toEqual([
      'rollback_incomplete',
      [expect.stringContaining('a.txt')],
    ])
    expect(messageIn(ended)).toMatch(/kept as change_[0-9a-f]+; "countersign doctor" says where/)
    expect(world.tree()).toEqual({ ...OLD, 'a.txt': 'new a, and longer' })
    const next = await world.run(() => world.put('never.txt', 'x'))
    expect([codeOf(next), existsSync(world.at('never.txt'))]).toEqual(['rollback_incomplete', false])
  })

  test('what a person writes while that is not settled stays, however often it is tried again', async () => {
    const world = await transactionWorld()
    await world.run(() => {
      ruin(world)
      rmSync(join(world.copies(), '0'))
    })
    await sleep(50)
    world.put('src/b.txt', 'work of a person')
    world.put('lib/.git/config', 'cloned by a person')
    await world.run(() => undefined)
    world.restart()
    const own = { 'src/b.txt': 'work of a person', 'lib/.git/config': 'cloned by a person' }
    expect(world.tree()).toEqual({ ...OLD, ...own, 'a.txt': 'new a, and longer' })
  })
})

describe('a process that died', () => {
  const die = async (world: TransactionWorld, does: () => void, guarded = true): Promise<void> =>
    void (await world.run(does, { guarded, whenRecorded: () => rmSync(join(world.place, 'lock')) }))

  test('[SHELL-14] leaves nothing behind of what nobody was asked about', async () => {
    const world = await transactionWorld()
    await die(world, () => world.put('made.txt', 'new'))
    // As if it had died before it looked at what became of these.
    world.put('a.txt', 'new a')
    rmSync(world.at('src'), { recursive: true })
    const { notices, fault } = world.restart()
    expect([notices, fault]).toEqual([[expect.stringMatching(/call_1.*taken-back/)], undefined])
    expect([world.tree(), readdirSync(world.place)]).toEqual([OLD, []])
    const kept = /\.control-room\/taken-back\/[0-9a-f]+/.exec(notices.join())?.[0] ?? ''
    expect(readFileSync(world.at(`${kept}/a.txt`), 'utf8')).toBe('new a')
  })

  test('what was changed after the command must have ended stays, and is named with its copy', async () => {
    const world = await transactionWorld()
    await world.run(() => undefined, { limitMs: -60_000, whenRecorded: () => rmSync(join(world.place, 'lock')) })
    world.put('a.txt', 'work of today')
    rmSync(world.at('src/b.txt'))
    const { notices, fault } = world.restart()
    expect(fault).toBeUndefined()
    expect(world.tree()).toEqual({ ...OLD, 'a.txt': 'work of today' })
    const copy = /a\.txt \(before: (change_[0-9a-f]+\/[0-9]+)\)/.exec(notices.join())?.[1] ?? ''
    expect(readFileSync(join(world.place, copy), 'utf8')).toBe('old a')
    expect([world.restart().notices, codeOf(await world.run(() => undefined))]).toEqual([[], 'done'])
  })

  test('what a rule had closed is nothing new when the rule is gone', async () => {
    const world = await transactionWorld(['src', 'lib/b.txt'])
    world.put('lib/b.txt', 'of a person')
    await die(world, () => world.put('made.txt', 'new'))
    expect([world.restart().fault, world.tree()]).toEqual([undefined, { ...OLD, 'lib/b.txt': 'of a person' }])
  })

  test('what a person approved stays, with its copies', async () => {
    const world = await transactionWorld()
    await die(world, () => world.put('a.txt', 'approved'), false)
    const { notices, fault } = world.restart()
    expect([notices, fault, world.tree()['a.txt']]).toEqual([
      [expect.stringMatching(/approved command was interrupted \(call_1\).*change_/)],
      undefined,
      'approved',
    ])
    expect(readFileSync(join(world.copies(), '0'), 'utf8')).toBe('old a')
  })

  test('a start that cannot put back all tries again with the next command', async () => {
    const world = await transactionWorld()
    await die(world, () => undefined)
    rmSync(world.at('a.txt'))
    const copy = join(world.copies(), '0')
    const bytes = readFileSync(copy)
    rmSync(copy)
    const missing = ['a.txt (there is no copy)']
    expect(world.restart().fault).toMatchObject({ code: 'rollback_incomplete', detail: { missing } })
    writeFileSync(copy, bytes)
    expect(codeOf(await world.run(() => undefined))).toBe('done')
    expect(world.tree()).toEqual(OLD)
  })
})

test('an approved command whose end cannot be looked at keeps its copies, and says which', async () => {
  const world = await transactionWorld()
  const does = (): never => {
    world.put('a.txt', 'approved')
    throw new Error('the pipe broke')
  }
  const ended = await world.run(does, { guarded: false })
  expect(messageIn(ended)).toMatch(/the pipe broke.*kept as change_/)
  expect([world.tree()['a.txt'], readFileSync(join(world.copies(), '0'), 'utf8')]).toEqual(['approved', 'old a'])
})

test('a state folder that cannot be written stops a command before it begins, and says so', async () => {
  const world = await transactionWorld()
  mkdirSync(join(world.place, '..'), { recursive: true })
  writeFileSync(world.place, 'a file in its place')
  const ended = await world.run(() => world.put('never.txt', 'x'))
  expect([codeOf(ended), existsSync(world.at('never.txt'))]).toEqual(['snapshot_failed', false])
})
