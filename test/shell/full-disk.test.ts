import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { verifyAll } from '../../src/ledger/index.ts'
import { type CallReport, callTool } from '../../src/runtime/index.ts'
import { openTestRuntime } from '../open-test-runtime.ts'
import { smallDisk } from '../small-disk.ts'
import { lacksSandbox } from '../system-needs.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { type ShellWorld, shellWorld } from './shell-world.ts'

const OLD = 'what nobody may lose\n'.repeat(50_000) // 1 MB
const FILL = 'head -c 200000000 /dev/zero > big\n'

type Places = { readonly root: string; readonly state: string }

async function worldOn(root: string, state: string): Promise<ShellWorld & Places> {
  mkdirSync(root, { recursive: true })
  const world = await shellWorld({ root, state, trust: 'Trusted' })
  for (const name of ['a.txt', 'b.txt']) world.put(name, OLD)
  return { ...world, root, state }
}

const read = ({ runtime }: ShellWorld): Promise<CallReport> =>
  callTool({ tool: 'file_read', args: { path: 'b.txt', start_line: 1, end_line: 1 }, allow: ['FileAccess'] }, runtime)

const filesOf = ({ root }: Places): readonly string[] => readdirSync(root).filter(name => !name.startsWith('.'))

/** It reads, decides and acts as before. */
async function expectGoesOn(world: ShellWorld & Places): Promise<void> {
  expect((await read(world)).fault).toBeNull()
  expect((await world.run('touch later.txt')).fault).toBeNull()
  expect(verifyAll(world.runtime.ledgerOptions).failed).toEqual([])
  expect(world.copies()).toEqual([])
}

describe.skipIf(lacksSandbox)('[SHELL-14] a disk that is full', () => {
  const PLACES: readonly (readonly [string, (disk: string) => string])[] = [
    ['of both', disk => join(disk, 'state')],
    ['of the workspace', () => join(temporaryFolder().path, 'state')],
  ]

  test.for(PLACES)(
    '%s, because a command filled it and ruined files: all is put back',
    async ([, stateOn], context) => {
      const { path } = smallDisk(context, 32)
      const world = await worldOn(join(path, 'root'), stateOn(path))
      world.put('run.sh', `: > a.txt\nrm b.txt\n${FILL}`)
      const before = filesOf(world)
      const { fault, receipt } = await world.run('bash run.sh')
      expect([fault?.code, typeof receipt?.receipt_id]).toEqual(['effect_not_allowed', 'string'])
      expect([filesOf(world), world.get('a.txt') === OLD, world.get('b.txt') === OLD]).toEqual([before, true, true])
      await expectGoesOn(world)
    },
  )

  test.for(PLACES)(
    '%s, because a command filled it with what is new: that goes again',
    async ([, stateOn], context) => {
      const { path } = smallDisk(context, 32)
      const world = await worldOn(join(path, 'root'), stateOn(path))
      world.put('run.sh', FILL)
      const { fault, receipt } = await world.run('bash run.sh')
      expect([fault?.code, fault?.message, typeof receipt?.receipt_id]).toEqual([
        'effect_not_allowed',
        expect.stringContaining('it filled the disk. Everything was put back as it was.'),
        'string',
      ])
      expect(existsSync(join(world.root, 'big'))).toBe(false)
      await expectGoesOn(world)
    },
  )

  test('of the copies, filled by somebody else meanwhile: there is room for the way back', async context => {
    const disk = smallDisk(context, 16)
    const world = await worldOn(join(temporaryFolder().path, 'root'), join(disk.path, 'state'))
    world.put('run.sh', ': > a.txt\nrm b.txt\ntouch started\nsleep 2\n')
    const running = world.run('bash run.sh')
    while (world.get('started') === undefined) await sleep(10)
    disk.fill()
    expect(JSON.stringify((await running).fault?.message)).toMatch(/put back as it was/)
    expect([world.get('a.txt') === OLD, world.get('b.txt') === OLD, world.get('started')]).toEqual([
      true,
      true,
      undefined,
    ])
    disk.free()
    await expectGoesOn(world)
  })

  test('of the workspace, filled by somebody else: a file needs no more room to come back than it has', async context => {
    const disk = smallDisk(context, 16)
    const world = await worldOn(join(disk.path, 'root'), join(temporaryFolder().path, 'state'))
    world.put('run.sh', `head -c ${OLD.length} /dev/zero > a.txt\ntouch started\nsleep 2\n`)
    const running = world.run('bash run.sh')
    while (world.get('started') === undefined) await sleep(10)
    disk.fill(300_000)
    expect([(await running).fault?.code, world.get('a.txt') === OLD]).toEqual(['effect_not_allowed', true])
    disk.free()
    await expectGoesOn(world)
  })

  test('of the workspace, filled by somebody else: what is missing is named, reading goes on, and later it is put back', async context => {
    const disk = smallDisk(context, 16)
    const world = await worldOn(join(disk.path, 'root'), join(temporaryFolder().path, 'state'))
    world.put('run.sh', ': > a.txt\ntouch started\nsleep 2\n')
    const running = world.run('bash run.sh')
    while (world.get('started') === undefined) await sleep(10)
    disk.fill(300_000) // enough for the log, too little for the file
    const { fault } = await running
    expect([fault?.code, fault?.message]).toEqual([
      'rollback_incomplete',
      expect.stringMatching(/Not put back: a\.txt \(the disk is full.*kept as change_[0-9a-f]+; "countersign doctor"/),
    ])
    expect(world.copies()).not.toEqual([])
    expect([(await read(world)).fault, (await world.run('cat run.sh')).fault]).toEqual([null, null])
    expect((await world.run('touch never.txt')).fault?.code).toBe('rollback_incomplete')
    expect(existsSync(join(world.root, 'never.txt'))).toBe(false)
    disk.free()
    await expectGoesOn(world)
    expect(world.get('a.txt') === OLD).toBe(true)
  })

  test('and stays so until the next start: that puts everything back', async context => {
    const disk = smallDisk(context, 16)
    const [root, state] = [join(disk.path, 'root'), join(temporaryFolder().path, 'state')]
    const world = await worldOn(root, state)
    world.put('run.sh', ': > a.txt\ntouch started\nsleep 2\n')
    const running = world.run('bash run.sh')
    while (world.get('started') === undefined) await sleep(10)
    disk.fill()
    await running
    await world.runtime.close()
    disk.free()
    await openTestRuntime({ root, state, trust: 'Trusted' })
    expect([world.get('a.txt') === OLD, world.copies()]).toEqual([true, []])
  })

  test('before a command begins: it does not run, and says why', async context => {
    const disk = smallDisk(context, 16)
    const world = await worldOn(join(temporaryFolder().path, 'root'), join(disk.path, 'state'))
    expect((await world.run('touch first.txt')).fault).toBeNull()
    disk.fill()
    const { fault } = await world.run('touch second.txt')
    expect([fault?.message, existsSync(join(world.root, 'second.txt'))]).toEqual([
      expect.stringMatching(/full|no space/i),
      false,
    ])
    disk.free()
    await expectGoesOn(world)
  })
})
