import { execFileSync } from 'node:child_process'
import {
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { systemDisk } from './system-disk.ts'
import type { Disk } from './disk.ts'

type Place = {
  readonly disk: Disk
  readonly root: string
  readonly at: (path: string) => string
  readonly outside: string
}

function newPlace(): Place {
  const { path } = temporaryFolder()
  const root = join(path, '.control-room', 'audit')
  const outside = join(path, 'outside')
  mkdirSync(outside)
  return { disk: systemDisk(root), root, at: name => join(root, name), outside }
}

const bytes = (text: string): Uint8Array => Buffer.from(text)
const textIn = (value: Uint8Array): string => Buffer.from(value).toString()

describe('the disk of the ledger', () => {
  test('[RCPT-02] makes folders and files that only their owner can use', async () => {
    const { disk, root, at } = newPlace()
    disk.makeFolder('log')
    disk.append('log/a', 0, bytes('one'))
    disk.replace('secret.key', bytes('two'))
    await disk.sync('log/a')
    const modes = [join(root, '..'), root, at('log'), at('log/a'), at('secret.key')].map(
      path => lstatSync(path).mode & 0o777,
    )
    expect(modes).toEqual([0o700, 0o700, 0o700, 0o600, 0o600])
  })

  test('appends at the end and nowhere else', () => {
    const { disk, at } = newPlace()
    disk.makeFolder('')
    disk.append('a', 0, bytes('one'))
    disk.append('a', 3, bytes('two'))
    expect(() => disk.append('a', 3, bytes('x'))).toThrow('has 6 bytes where 3 were expected')
    expect(() => disk.append('a', 9, bytes('x'))).toThrow('has 6 bytes where 9 were expected')
    expect(readFileSync(at('a'), 'utf8')).toBe('onetwo')
  })

  test('writes to the file that has the name now, not to one that had it before', async () => {
    const { disk, at } = newPlace()
    disk.makeFolder('')
    disk.append('a', 0, bytes('old'))
    renameSync(at('a'), at('b'))
    disk.append('a', 0, bytes('new'))
    await disk.sync('a')
    expect([readFileSync(at('a'), 'utf8'), readFileSync(at('b'), 'utf8')]).toEqual(['new', 'old'])
  })

  test('where only the end counts, too, a file that was put aside gets nothing more', async () => {
    const { disk, at } = newPlace()
    disk.append('a', 'end', bytes('one'))
    writeFileSync(at('a'), 'two', { flag: 'a' })
    disk.append('a', 'end', bytes('three'))
    renameSync(at('a'), at('aside'))
    disk.append('a', 'end', bytes('four'))
    expect([readFileSync(at('a'), 'utf8'), readFileSync(at('aside'), 'utf8')]).toEqual(['four', 'onetwothree'])
  })

  test('keeps working with more files than it holds open', async () => {
    const { disk, at } = newPlace()
    disk.makeFolder('')
    const names = Array.from({ length: 200 }, (_, index) => `f${index}`)
    for (const name of names) disk.append(name, 0, bytes(name))
    for (const name of names) disk.append(name, name.length, bytes('!'))
    for (const name of names) await disk.sync(name)
    expect(names.filter(name => readFileSync(at(name), 'utf8') !== `${name}!`)).toEqual([])
    disk.close()
  })

  test('lists names in order, and nothing where there is nothing', () => {
    const { disk } = newPlace()
    disk.makeFolder('log')
    for (const name of ['b', 'a', 'c']) disk.append(`log/${name}`, 0, bytes('x'))
    expect(disk.list('log')).toEqual(['a', 'b', 'c'])
    expect(disk.list('absent')).toEqual([])
    expect(disk.size('absent')).toBeUndefined()
  })

  test('reads no further than there is', () => {
    const { disk } = newPlace()
    disk.makeFolder('')
    disk.append('a', 0, bytes('0123456789'))
    expect(textIn(disk.read('a', 2, 3))).toBe('234')
    expect(textIn(disk.read('a', 8, 100))).toBe('89')
    expect(() => disk.read('absent', 0, 1)).toThrow('ENOENT')
  })

  test('leaves no temporary file behind when it replaces one', () => {
    const { disk, root } = newPlace()
    disk.makeFolder('')
    disk.replace('a', bytes('one'))
    disk.replace('a', bytes('two'))
    expect(readdirSync(root)).toEqual(['a'])
    expect(textIn(disk.read('a', 0, 9))).toBe('two')
  })
})

describe('in a folder that somebody else has prepared', () => {
  test('no link is followed, neither to write nor to read', async () => {
    const { disk, at, outside } = newPlace()
    disk.makeFolder('')
    writeFileSync(join(outside, 'victim'), 'untouched')
    symlinkSync(join(outside, 'victim'), at('a'))
    symlinkSync(join(outside, 'absent'), at('b'))
    for (const name of ['a', 'b']) {
      expect(() => disk.append(name, 0, bytes('x'))).toThrow('ELOOP')
      expect(() => disk.append(name, 9, bytes('x'))).toThrow('ELOOP')
      expect(() => disk.read(name, 0, 1)).toThrow('ELOOP')
      expect(() => disk.size(name)).toThrow('not a plain file')
      expect(() => disk.truncate(name, 0)).toThrow('ELOOP')
      await expect(disk.sync(name)).rejects.toThrow('ELOOP')
    }
    expect(readdirSync(outside)).toEqual(['victim'])
    expect(readFileSync(join(outside, 'victim'), 'utf8')).toBe('untouched')
  })

  test('replacing a link replaces the link, not what it leads to', () => {
    const { disk, at, outside } = newPlace()
    disk.makeFolder('')
    writeFileSync(join(outside, 'victim'), 'untouched')
    symlinkSync(join(outside, 'victim'), at('a'))
    disk.replace('a', bytes('ours'))
    expect(lstatSync(at('a')).isFile()).toBe(true)
    expect(readFileSync(join(outside, 'victim'), 'utf8')).toBe('untouched')
  })

  test('a folder that is a link is not entered, on whatever level', () => {
    for (const level of ['.control-room', '.control-room/audit', '.control-room/audit/log']) {
      const { path } = temporaryFolder()
      mkdirSync(join(path, 'outside'))
      mkdirSync(join(path, level, '..'), { recursive: true })
      symlinkSync(join(path, 'outside'), join(path, level))
      const disk = systemDisk(join(path, '.control-room', 'audit'))
      expect(() => disk.makeFolder('log')).toThrow('is a link or a file, not a plain folder')
      expect(readdirSync(join(path, 'outside'))).toEqual([])
    }
  })

  test('a pipe or a folder in the place of a file stops nothing for ever', () => {
    const { disk, at } = newPlace()
    disk.makeFolder('')
    execFileSync('mkfifo', [at('pipe')])
    mkdirSync(at('folder'))
    for (const name of ['pipe', 'folder']) {
      expect(() => disk.size(name)).toThrow('not a plain file')
      expect(() => disk.read(name, 0, 1)).toThrow('not a plain file')
      expect(() => disk.append(name, 0, bytes('x'))).toThrow(/not a plain file|EISDIR/)
    }
    rmSync(at('pipe'))
    expect(() => disk.list('nothing')).not.toThrow()
  })
})
