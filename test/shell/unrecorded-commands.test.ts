import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Disk, systemDisk, verifyAll } from '../../src/ledger/index.ts'
import type { AskPerson } from '../../src/runtime/index.ts'
import { testWorkspace } from '../open-test-runtime.ts'
import { lacksSandbox } from '../system-needs.ts'
import { type ShellWorld, sayYes, shellWorld } from './shell-world.ts'

type Unrecorded = ShellWorld & {
  /** From now on outcomes can be recorded. */
  readonly mend: () => void
}

/** A workspace whose log takes every line but outcomes. */
async function unrecorded(ask?: AskPerson): Promise<Unrecorded> {
  const place = testWorkspace()
  const inner = systemDisk(join(place.root, '.control-room', 'audit'))
  let isMended = false
  const append: Disk['append'] = (path, at, bytes) => {
    if (!isMended && Buffer.from(bytes).includes('"type":"outcome"')) throw new Error('EIO: i/o error')
    inner.append(path, at, bytes)
  }
  const world = await shellWorld({ ...place, disk: { ...inner, append }, trust: 'Trusted', ask })
  world.put('a.txt', 'old')
  return { ...world, mend: () => void (isMended = true) }
}

describe.skipIf(lacksSandbox)('[SHELL-14] a command whose outcome cannot be recorded', () => {
  test('is taken back if nobody was asked about it, and the fault says so', async () => {
    const world = await unrecorded()
    world.put('run.sh', 'mkdir made\necho new > made/it.txt\n')
    const { fault } = await world.run('bash run.sh')
    expect([fault?.code, fault?.message]).toEqual([
      'ledger_unavailable',
      expect.stringMatching(/EIO.*What the command had changed was put back as it was/),
    ])
    expect([world.get('made/it.txt'), world.copies()]).toEqual([undefined, []])
    world.mend()
    expect((await world.run('bash run.sh')).fault).toBeNull()
    expect([world.get('made/it.txt'), verifyAll(world.runtime.ledgerOptions).failed]).toEqual(['new\n', []])
  })

  test('stays if a person approved it, and the fault names the copies from before it', async () => {
    const world = await unrecorded(sayYes)
    const { fault } = await world.run('rm a.txt')
    expect([fault?.code, fault?.message]).toEqual([
      'ledger_unavailable',
      expect.stringMatching(/EIO.*kept as change_[0-9a-f]+; "countersign doctor" says where/),
    ])
    expect(world.get('a.txt')).toBeUndefined()
    expect(world.copies().some(path => /change_[0-9a-f]+$/.test(path))).toBe(true)
    world.mend()
    expect((await world.run('touch later.txt')).fault).toBeNull()
  })
})
