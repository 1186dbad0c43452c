import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../../test/temporary-folder.ts'
import { processRoof } from './process-roof.ts'

const probe = processRoof(1)
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

describe('the roof over the processes of a command', () => {
  test.skipIf(probe === undefined)('the kernel lets root start no more than that, whoever watches', () => {
    const roof = processRoof(4)
    const [program = '', ...args] = roof?.under('/usr/bin/env', ['python3', '-c', FORKING]) ?? []
    const done = spawnSync(program, args, { encoding: 'utf8', timeout: 20_000 })
    roof?.remove()
    expect([done.status, Number(done.stdout)]).toEqual([0, 4 * 8 - 1])
  })

  test.skipIf(probe === undefined)('a program below it has its own exit code and output, and the group is gone afterwards', async () => {
    const roof = processRoof(4)
    const [program = '', ...args] = roof?.under('/bin/sh', ['-c', 'echo "$1"; exit 7', 'sh', 'a b']) ?? []
    const done = spawnSync(program, args, { encoding: 'utf8' })
    expect([done.stdout, done.status]).toEqual(['a b\n', 7])
    roof?.remove()
    const folder = args[2] ?? ''
    for (let tries = 0; tries < 50 && existsSync(folder); tries++) await new Promise(resolve => setTimeout(resolve, 100))
    expect([folder.includes('countersign-'), existsSync(folder)]).toEqual([true, false])
  })

  test('where no groups can be made there is none, and nothing is left', () => {
    const { path } = temporaryFolder()
    const place = join(path, 'pids')
    expect(processRoof(4, [place])).toBe(undefined)
    mkdirSync(place)
    if (process.getuid?.() !== 0) expect(processRoof(4, [place])).toBe(undefined)
  })
})
