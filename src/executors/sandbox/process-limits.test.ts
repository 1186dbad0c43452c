import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../../test/temporary-folder.ts'
import { ownPlaces, findProcessLimits, removeLeftOvers } from './process-limits.ts'

const probe = findProcessLimits(1)
const place = dirname(probe?.under('true', [])[3] ?? '/nowhere/group')
probe?.remove()

const FORKING = `import os, time
count = 0
try:
    while count < 200:
        if os.fork() == 0:
            time.sleep(1)
            os._exit(0)
        count += 1
except OSError:
    pass
print(count)`

describe('the limit of the processes of a command', () => {
  test.skipIf(probe === undefined)('the kernel lets root start no more than that, whoever watches', () => {
    const processLimits = findProcessLimits(4)
    const [program = '', ...args] = processLimits?.under('/usr/bin/env', ['python3', '-c', FORKING]) ?? []
    const done = spawnSync(program, args, { encoding: 'utf8', timeout: 20_000 })
    processLimits?.remove()
    expect([done.status, Number(done.stdout)]).toEqual([0, 4 * 8 - 1])
  })

  test.skipIf(probe === undefined)(
    'a program below it has its own exit code and output, and the group is gone afterwards',
    async () => {
      const processLimits = findProcessLimits(4)
      const [program = '', ...args] = processLimits?.under('/bin/sh', ['-c', 'echo "$1"; exit 7', 'sh', 'a b']) ?? []
      const done = spawnSync(program, args, { encoding: 'utf8' })
      expect([done.stdout, done.status]).toEqual(['a b\n', 7])
      processLimits?.remove()
      const folder = args[2] ?? ''
      for (let tries = 0; tries < 50 && existsSync(folder); tries++)
        await new Promise(resolve => setTimeout(resolve, 100))
      expect([folder.includes('countersign-'), existsSync(folder)]).toEqual([true, false])
    },
  )

  test('a folder that only looks like a group is none, and nothing is left in it', () => {
    const { path } = temporaryFolder()
    expect([findProcessLimits(4, [join(path, 'absent'), path]), readdirSync(path)]).toEqual([undefined, []])
  })

  test.skipIf(probe === undefined)('only one group is made for a command, wherever others could be made', async () => {
    const before = readdirSync('/sys/fs/cgroup')
    const processLimits = findProcessLimits(4)
    const [, , , folder = ''] = processLimits?.under('true', []) ?? []
    expect(
      readdirSync('/sys/fs/cgroup').filter(name => name.includes(`-${process.pid}-`) && !before.includes(name)),
    ).toEqual(dirname(folder) === '/sys/fs/cgroup' ? [folder.slice('/sys/fs/cgroup/'.length)] : [])
    processLimits?.remove()
    await until(() => !existsSync(folder))
  })

  test.skipIf(probe === undefined)(
    'what a killed process left is removed; what is in use, or may be in use elsewhere, stays',
    async () => {
      const { pid: dead } = spawnSync('/bin/true')
      const [space = ''] = /(?<=countersign-)\d+/.exec(findProcessLimits(1)?.under('true', [])[3] ?? '') ?? []
      const group = (owner: string): string => join(place, `countersign-${owner}-7777`)
      const groups = [`${space}-${dead}`, `${space}-${process.pid}`, `1-${dead}`].map(group)
      for (const folder of groups) mkdirSync(folder)
      removeLeftOvers(place)
      expect(groups.map(folder => existsSync(folder))).toEqual([false, true, true])
      removeLeftOvers(place, Date.now() + 25 * 60 * 60 * 1_000)
      expect(groups.map(folder => existsSync(folder))).toEqual([false, true, false])
      const busy = spawn('/bin/sh', ['-c', 'echo 0 > "$0/cgroup.procs"; exec sleep 5', groups[1] ?? ''])
      await until(() => readFileSync(join(groups[1] ?? '', 'cgroup.procs'), 'utf8') !== '')
      expect(() => rmdirSync(groups[1] ?? '')).toThrow('EBUSY')
      busy.kill('SIGKILL')
      await until(() => attempt(() => rmdirSync(groups[1] ?? '')))
    },
  )

  test('is looked for below our own group, and at the top only if no limit of memory would be left behind', () => {
    const pids = '/sys/fs/cgroup/pids'
    expect(ownPlaces('8:pids:/\n0::/\n')).toEqual([pids, '/sys/fs/cgroup'])
    expect(ownPlaces('8:cpu,pids:/a/b\n')).toEqual([`${pids}/a/b`, pids, '/sys/fs/cgroup'])
    expect(ownPlaces('0::/system.slice/x.service\n')).toEqual([
      pids,
      '/sys/fs/cgroup/system.slice/x.service',
      '/sys/fs/cgroup',
    ])
  })
})

async function until(holds: () => boolean): Promise<void> {
  for (let tries = 0; tries < 100 && !holds(); tries++) await new Promise(resolve => setTimeout(resolve, 50))
  expect(holds()).toBe(true)
}

function attempt(act: () => void): boolean {
  try {
    act()
    return true
  } catch (thrown) {
    return thrown instanceof Error && thrown.message.includes('ENOENT')
  }
}
