import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { temporaryFolder } from '../../../test/temporary-folder.ts'
import { stateFolder } from '../../runtime/index.ts'
import { compileCacheFolder } from './compile-cache.ts'

/** A state folder, a place to work beside it, and the folder that is chosen when a program starts there. */
function place(): { readonly state: string; readonly work: string; readonly chosen: Chosen } {
  const home = realpathSync(temporaryFolder().path)
  const [state, work] = [join(home, 'state'), join(home, 'work')]
  for (const folder of [state, work]) mkdirSync(folder, { mode: 0o700 })
  const environment = { COUNTERSIGN_STATE: state }
  return { state, work, chosen: (cwd = work, ...args) => compileCacheFolder({ args, environment, cwd }) }
}

type Chosen = (cwd?: string, ...args: readonly string[]) => string | undefined

test('compiled code lies in a folder of the state folder that nobody else may enter', () => {
  const { state, chosen } = place()
  const folder = join(state, 'compile-cache')
  expect([chosen(), chosen(), statSync(folder).mode & 0o777]).toEqual([folder, folder, 0o700])
})

test('it is named by its real path, without the links above it', () => {
  const { state, work } = place()
  const link = join(dirname(state), 'link')
  symlinkSync(dirname(state), link)
  const environment = { COUNTERSIGN_STATE: join(link, 'state') }
  expect(compileCacheFolder({ args: [], environment, cwd: work })).toBe(join(state, 'compile-cache'))
})

const environments = [
  {},
  { COUNTERSIGN_STATE: '' },
  { COUNTERSIGN_STATE: '', XDG_STATE_HOME: '' },
  { XDG_STATE_HOME: 'relative' },
]
test.each(environments)('the state folder is the one that the runtime uses: %j', changes => {
  const home = realpathSync(temporaryFolder().path)
  const given = { COUNTERSIGN_STATE: join(home, 'a'), XDG_STATE_HOME: join(home, 'b'), HOME: home, ...changes }
  const state = stateFolder({ cwd: '/work', home, environment: given })
  mkdirSync(state, { recursive: true, mode: 0o700 })
  expect(compileCacheFolder({ args: [], environment: given, cwd: '/work' })).toBe(join(state, 'compile-cache'))
})

test.each([{ COUNTERSIGN_STATE: './state' }, {}])('a place that depends on the current folder is none: %j', given => {
  const { work } = place()
  mkdirSync(join(work, 'state'), { mode: 0o700 })
  expect(compileCacheFolder({ args: [], environment: given, cwd: work })).toBeUndefined()
})

describe('no compiled code is kept or executed', () => {
  test('where the folder, or the state folder, is open to others', () => {
    const { state, chosen } = place()
    const folder = chosen() ?? ''
    for (const open of [folder, state]) {
      for (const mode of [0o701, 0o710, 0o720, 0o702, 0o755, 0o777]) {
        chmodSync(open, mode)
        expect(chosen()).toBeUndefined()
      }
      chmodSync(open, 0o700)
    }
    expect(chosen()).toBe(folder)
  })

  test('where the folder, or the state folder, is a link or a file', () => {
    const { state, work, chosen } = place()
    const folder = chosen() ?? ''
    for (const planted of [folder, state]) {
      const moved = join(work, 'planted')
      renameSync(planted, moved)
      symlinkSync(moved, planted)
      expect(chosen()).toBeUndefined()
      rmSync(planted)
      writeFileSync(planted, 'in the way')
      expect(chosen()).toBeUndefined()
      rmSync(planted)
      renameSync(moved, planted)
    }
    expect(chosen()).toBe(folder)
  })

  test('in a folder of another user', () => {
    const { chosen } = place()
    expect(chosen()).toBeDefined()
    const own = process.getuid?.() ?? 0
    const who = vi.spyOn(process, 'getuid').mockReturnValue(own + 1)
    expect(chosen()).toBeUndefined()
    who.mockRestore()
  })

  test.skipIf(process.getuid?.() !== 0)("by root in another user's home, though the state folder is root's", () => {
    const { state, chosen } = place()
    chownSync(dirname(state), 1_000, 1_000)
    expect(chosen()).toBeUndefined()
    chownSync(dirname(state), 0, 0)
    expect(chosen()).toBeDefined()
  })

  test('where others may write to a folder above, unless only owners may move what is in it', () => {
    const { state, chosen } = place()
    const above = dirname(state)
    for (const [mode, isSafe] of [
      [0o720, false],
      [0o702, false],
      [0o777, false],
      [0o755, true],
      [0o1777, true],
    ] as const) {
      chmodSync(above, mode)
      expect([mode, chosen() !== undefined]).toEqual([mode, isSafe])
    }
  })

  test('where there are no users to tell apart, as on Windows', () => {
    const { chosen } = place()
    const { getuid } = process
    Reflect.set(process, 'getuid', undefined)
    expect(chosen()).toBeUndefined()
    Reflect.set(process, 'getuid', getuid)
    expect(chosen()).toBeDefined()
  })

  test('where there is no state folder yet, and none is made', () => {
    const { state, chosen } = place()
    rmSync(state, { recursive: true })
    expect([chosen(), existsSync(state)]).toEqual([undefined, false])
  })

  test('where the current folder is gone', () => {
    const { state } = place()
    expect(compileCacheFolder({ args: [], environment: { COUNTERSIGN_STATE: state }, cwd: undefined })).toBeUndefined()
  })

  test('in a folder that may be the workspace, or lies in one', () => {
    const { state, work, chosen } = place()
    const [home, deep] = [dirname(state), join(work, 'deep')]
    mkdirSync(deep)
    const isSafe = (cwd: string, ...args: readonly string[]): boolean => chosen(cwd, ...args) !== undefined
    expect([isSafe(work, 'ask', 'Hello'), isSafe(deep), isSafe('/'), isSafe(home), isSafe(state)]).toEqual([
      true,
      true,
      false,
      false,
      false,
    ])
    expect([
      isSafe(work, '--workspace', home),
      isSafe(work, '--workspace=..'),
      isSafe(work, '--workspace', deep),
    ]).toEqual([false, false, true])
    symlinkSync(home, join(deep, 'link'))
    expect(isSafe(deep, '--workspace', 'link')).toBe(false)
    for (const mark of ['countersign.toml', '.control-room']) {
      writeFileSync(join(home, mark), '')
      expect([isSafe(work), isSafe(deep)]).toEqual([false, false])
      rmSync(join(home, mark))
    }
    expect(isSafe(work)).toBe(true)
  })
})
