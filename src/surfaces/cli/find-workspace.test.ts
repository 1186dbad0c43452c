import { chownSync, mkdirSync, realpathSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../../test/temporary-folder.ts'
import { type Surroundings, findWorkspace, isWithin, stateFolder, userConfigFile } from './find-workspace.ts'

const US = process.getuid?.() ?? 0

function folders(...paths: readonly string[]): string {
  const root = realpathSync(temporaryFolder().path)
  for (const path of paths) mkdirSync(join(root, path), { recursive: true })
  return root
}
const from = (cwd: string, more: Partial<Surroundings> = {}): Surroundings => ({
  cwd,
  home: '/home/someone',
  environment: {},
  userId: US,
  ...more,
})

describe('the workspace', () => {
  test.each(['.control-room', 'countersign.toml'])('is the nearest folder upward with %s', mark => {
    const root = folders(`a/${mark}`, 'a/b/c', mark)
    expect(findWorkspace(undefined, from(join(root, 'a/b/c')))).toEqual({ folder: join(root, 'a'), passedOver: [] })
  })

  test('is the current folder where none has a mark', () => {
    const root = folders('a/b')
    expect(findWorkspace(undefined, from(join(root, 'a/b'))).folder).toBe(join(root, 'a/b'))
  })

  test('--workspace wins, marked or not, and is relative to the current folder', () => {
    const root = folders('a/.control-room', 'a/b')
    expect(findWorkspace('b', from(join(root, 'a'))).folder).toBe(join(root, 'a/b'))
  })

  test('is named as it really is, not by a link to it', () => {
    const root = folders('a/.control-room')
    symlinkSync(join(root, 'a'), join(root, 'link'))
    expect(findWorkspace(undefined, from(join(root, 'link'))).folder).toBe(join(root, 'a'))
  })

  test("somebody else's folder further up is passed over and told", () => {
    const root = folders('.control-room', 'a/b')
    const found = findWorkspace(undefined, from(join(root, 'a/b'), { userId: US + 1 }))
    expect(found).toEqual({ folder: join(root, 'a/b'), passedOver: [root] })
  })

  test.runIf(US === 0)('a mark that somebody else put into our folder is passed over, too', () => {
    const root = folders('.control-room', 'a')
    chownSync(join(root, '.control-room'), 12_345, 12_345)
    expect(findWorkspace(undefined, from(join(root, 'a')))).toEqual({ folder: join(root, 'a'), passedOver: [root] })
  })

  test('where one starts is taken whoever owns it: one went there oneself', () => {
    const root = folders('a/.control-room')
    expect(findWorkspace(undefined, from(join(root, 'a'), { userId: US + 1 }))).toEqual({
      folder: join(root, 'a'),
      passedOver: [],
    })
  })
})

describe('places of the person', () => {
  test.each<[string, Surroundings['environment'], string]>([
    ['without anything', {}, '/home/someone/.config/countersign/countersign.toml'],
    ['XDG_CONFIG_HOME', { XDG_CONFIG_HOME: '/x' }, '/x/countersign/countersign.toml'],
    [
      'a relative XDG_CONFIG_HOME, which counts as not set',
      { XDG_CONFIG_HOME: 'x' },
      '/home/someone/.config/countersign/countersign.toml',
    ],
  ])('the config file: %s', (_name, environment, expected) => {
    expect(userConfigFile(undefined, from('/somewhere', { environment }))).toBe(expected)
  })

  test('--config replaces it', () => {
    expect(userConfigFile('my.toml', from('/somewhere'))).toBe('/somewhere/my.toml')
  })

  test.each<[string, Surroundings['environment'], string]>([
    ['without anything', {}, '/home/someone/.local/state/countersign'],
    ['XDG_STATE_HOME', { XDG_STATE_HOME: '/s' }, '/s/countersign'],
    ['COUNTERSIGN_STATE before it', { XDG_STATE_HOME: '/s', COUNTERSIGN_STATE: '/mine' }, '/mine'],
    [
      'an empty COUNTERSIGN_STATE, which counts as not set',
      { COUNTERSIGN_STATE: '' },
      '/home/someone/.local/state/countersign',
    ],
  ])('the state folder: %s', (_name, environment, expected) => {
    expect(stateFolder(from('/somewhere', { environment }))).toBe(expected)
  })
})

describe('within a folder', () => {
  test('by what the paths really are', () => {
    const root = folders('a/b', 'ab')
    symlinkSync(join(root, 'a'), join(root, 'link'))
    const within = (path: string): boolean => isWithin(join(root, 'a'), join(root, path))
    expect([
      within('a'),
      within('a/b'),
      within('link/b'),
      within('link/not/yet'),
      within('ab'),
      within('.'),
      within('..x'),
    ]).toEqual([true, true, true, true, false, false, false])
  })
})
