import { existsSync, readlinkSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { openTree } from '../../src/executors/shell/transaction/open-tree.ts'
import { undoCall } from '../../src/runtime/index.ts'
import { lacksSandbox } from '../system-needs.ts'
import { sayYes, shellWorld } from './shell-world.ts'

describe.skipIf(lacksSandbox)('[SHELL-14] work of a person', () => {
  test('that was written beside a build is kept, however much the build wrote; what is not kept is named', async () => {
    const { root, put, get, run } = await shellWorld()
    put('notes.md', 'old')
    put('a.txt', 'old')
    put('build.sh', 'echo x > started; truncate -s 300M big.out; echo new > a.txt; sleep 1')
    const running = run('bash build.sh')
    while (!existsSync(join(root, 'started'))) await sleep(5)
    put('notes.md', 'a day of work')
    const { text } = await running
    const kept = /\.control-room\/taken-back\/[0-9a-f]+/.exec(text)?.[0] ?? ''
    expect([get('notes.md'), get(`${kept}/notes.md`), get('big.out')]).toEqual(['old', 'a day of work', undefined])
    expect(text).toMatch(/no room to keep what stood in big\.out\./)
  })

  test.each(['rm file.txt', 'ln -s one made'])(
    'is no less a link: after "%s" undo leaves what was made since',
    async command => {
      const { root, put, run, runtime } = await shellWorld({ trust: 'Trusted', ask: sayYes })
      put('file.txt', 'old')
      const { receipt } = await run(command)
      const place = join(root, command.split(' ').at(-1) ?? '')
      rmSync(place, { force: true })
      symlinkSync('of-a-person', place)
      const undone = await undoCall(receipt?.receipt_id ?? '', runtime)
      expect([undone.ok && undone.value.fault?.code, readlinkSync(place)]).toEqual(['file_changed', 'of-a-person'])
    },
  )

  test('is kept with the repository that was begun beside a build', async () => {
    const { root, put, get, run } = await shellWorld({ trust: 'Trusted' })
    put('build.sh', 'echo x > started; sleep 1')
    symlinkSync('old', join(root, 'link'))
    const running = run('bash build.sh')
    while (!existsSync(join(root, 'started'))) await sleep(5)
    put('.git/config', 'of a person')
    put('mine.txt', 'of a person')
    rmSync(join(root, 'link'))
    symlinkSync('mine.txt', join(root, 'link'))
    const { text } = await running
    const kept = [...text.matchAll(/\.control-room\/taken-back\/[0-9a-f]+/g)].map(([folder]) => folder)
    const found = ['.git/config', 'mine.txt', 'link'].map(name => kept.map(folder => get(`${folder}/${name}`)).join(''))
    expect([get('.git/config'), get('mine.txt'), found]).toEqual([undefined, undefined, Array(3).fill('of a person')])
    expect(readlinkSync(join(root, 'link'))).toBe('old')
  })

  test('stays in a workspace that is too large to be looked through before an approved command', async () => {
    const { root, put, get, run } = await shellWorld({ trust: 'Trusted', ask: sayYes })
    const tree = openTree(root)
    const parts = ['one', 'two', 'three']
    for (const part of parts) tree.make(`${part}/deep/${`${'d'.repeat(200)}/`.repeat(90)}x`)
    tree.close()
    const names = parts.map(part => `${part}/own/.control-room/rules.toml`)
    for (const name of names) put(name, 'rules')
    put('old.txt', 'x')
    const { data, fault } = await run('rm old.txt')
    expect([fault, data]).toMatchObject([null, { effects: { undo: null } }])
    expect([get('old.txt'), names.map(get)]).toEqual([undefined, names.map(() => 'rules')])
    const whole = openTree(root)
    for (const part of parts) whole.remove(`${part}/deep`)
    whole.close()
  })
})
