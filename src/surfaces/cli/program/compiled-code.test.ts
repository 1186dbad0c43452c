import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { assert, integer, nat, oneof, property, tuple, uint8Array } from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { temporaryFolder } from '../../../../test/temporary-folder.ts'
import { stateFolder } from '../../../runtime/index.ts'
import {
  type Source,
  compiledFolder,
  isOutsideWorkspaces,
  isPrivate,
  prepareFolder,
  readCompiled,
  writeCompiled,
} from './compiled-code.ts'

const TEXT = 'const answer = 42;\n'
const CODE = Buffer.from('what V8 made of it')
const MAKER = readFileSync(join(import.meta.dirname, 'compiled-code.ts'))

afterEach(() => vi.unstubAllEnvs())

type Place = { readonly source: Source; readonly folder: string; readonly chunks: string; readonly kept: string }

/** A file of the bundle, and the folder for what is compiled of it, in a state folder. */
function place(): Place {
  const chunks = temporaryFolder()
  const file = chunks.write('chunk.js', TEXT)
  const state = temporaryFolder().path
  vi.stubEnv('COUNTERSIGN_STATE', state)
  const folder = compiledFolder(chunks.path) ?? ''
  expect(prepareFolder(folder, chunks.path)).toBe(true)
  return {
    source: { file, bytes: readFileSync(file) },
    folder,
    chunks: chunks.path,
    kept: join(folder, basename(file)),
  }
}

describe('where code is kept', () => {
  const environments = [
    {},
    { COUNTERSIGN_STATE: '/somewhere/else' },
    { COUNTERSIGN_STATE: '', XDG_STATE_HOME: '/xdg' },
    { COUNTERSIGN_STATE: '/somewhere/else', XDG_STATE_HOME: '/xdg' },
    { XDG_STATE_HOME: 'relative' },
  ]
  test.each(environments)('is the state folder that the runtime uses: %j', environment => {
    for (const name of ['COUNTERSIGN_STATE', 'XDG_STATE_HOME']) vi.stubEnv(name, Reflect.get(environment, name))
    const folder = compiledFolder('/installed/dist/chunks') ?? ''
    expect(dirname(dirname(folder))).toBe(stateFolder({ cwd: '/work', home: homedir(), environment }))
  })

  test('is no place that depends on where we are, and another one for each installation', () => {
    vi.stubEnv('COUNTERSIGN_STATE', './state')
    expect(compiledFolder('/installed/dist/chunks')).toBeUndefined()
    vi.stubEnv('COUNTERSIGN_STATE', '')
    for (const name of ['HOME', 'XDG_STATE_HOME']) vi.stubEnv(name, undefined)
    expect(compiledFolder('/installed/dist/chunks')).toBeUndefined()
    vi.stubEnv('COUNTERSIGN_STATE', '/state')
    expect(compiledFolder('/installed/dist/chunks')).not.toBe(compiledFolder('/other/dist/chunks'))
  })

  test('must be ours alone, and so must be all above it, up to the state folder', () => {
    const { folder } = place()
    expect(isPrivate(folder)).toBe(true)
    for (const each of [folder, dirname(folder), dirname(dirname(folder))]) {
      for (const mode of [0o701, 0o710, 0o720, 0o702, 0o777]) {
        chmodSync(each, mode)
        expect(isPrivate(folder)).toBe(false)
      }
      chmodSync(each, 0o700)
    }
    const elsewhere = join(temporaryFolder().path, 'planted')
    renameSync(folder, elsewhere)
    expect(isPrivate(folder)).toBe(false)
    symlinkSync(elsewhere, folder)
    expect(isPrivate(folder)).toBe(false)
  })

  test('is no folder that may be the workspace, or lies in one', () => {
    const home = realpathSync(temporaryFolder().path)
    const folder = join(home, 'state', 'compiled', 'one')
    const [work, deep] = [join(home, 'work'), join(home, 'work', 'deep')]
    for (const each of [folder, deep]) mkdirSync(each, { recursive: true })
    const isOutside = (cwd: string, ...args: readonly string[]): boolean => isOutsideWorkspaces(folder, { cwd, args })
    expect([isOutside(work, 'ask', 'Hello'), isOutside(deep), isOutside('/')]).toEqual([true, true, false])
    expect([home, join(home, 'state'), folder].map(cwd => isOutside(cwd))).toEqual([false, false, true])
    expect([
      isOutside(work, '--workspace', home),
      isOutside(work, '--workspace=..'),
      isOutside(work, '--workspace', deep),
    ]).toEqual([false, false, true])
    symlinkSync(home, join(deep, 'link'))
    expect(isOutside(deep, '--workspace', 'link')).toBe(false)
    writeFileSync(join(home, 'countersign.toml'), '')
    expect([isOutside(work), isOutside(deep)]).toEqual([false, false])
  })

  test('is not made where there is no state folder, or one that is open to others', () => {
    const { folder, chunks } = place()
    const state = dirname(dirname(folder))
    rmSync(dirname(folder), { recursive: true })
    chmodSync(state, 0o755)
    expect(prepareFolder(folder, chunks)).toBe(false)
    rmSync(state, { recursive: true })
    expect([prepareFolder(folder, chunks), existsSync(state)]).toEqual([false, false])
    writeFileSync(state, 'a file')
    expect(prepareFolder(folder, chunks)).toBe(false)
  })

  test('loses what belongs to files that are gone, and what killed runs left half written', () => {
    const { folder, chunks, source } = place()
    writeCompiled(folder, source, CODE)
    for (const stray of ['older-build.js', 'chunk.js.4711']) writeFileSync(join(folder, stray), 'half')
    expect(prepareFolder(folder, chunks)).toBe(true)
    expect(readdirSync(folder)).toEqual(['chunk.js'])
    expect(readCompiled(folder, source)).toEqual(CODE)
  })
})

test('what was kept is found again, in a file that only its owner can read and write', () => {
  const { folder, source, kept } = place()
  expect(readCompiled(folder, source)).toBeUndefined()
  writeCompiled(folder, source, CODE)
  expect(readCompiled(folder, source)).toEqual(CODE)
  expect(readdirSync(folder)).toEqual(['chunk.js'])
  expect(statSync(kept).mode & 0o777).toBe(0o600)
})

test('what was compiled of another text of the same length is not taken', () => {
  const { folder, source } = place()
  writeCompiled(folder, source, CODE)
  expect(readCompiled(folder, { ...source, bytes: Buffer.from(TEXT.replace('42', '43')) })).toBeUndefined()
})

test('what another version of node compiled is not taken, and gives way', () => {
  const { folder, source, kept } = place()
  for (const other of [`v20.19.0 ${process.arch} ${process.platform}`, `${process.version} mips ${process.platform}`]) {
    const digest = createHash('sha256').update(`${other}\n`).update(MAKER).update(source.bytes).update(CODE).digest()
    writeFileSync(kept, Buffer.concat([digest, CODE]))
    expect(readCompiled(folder, source)).toBeUndefined()
  }
  const own = createHash('sha256').update(`${process.version} ${process.arch} ${process.platform}\n`).update(MAKER)
  writeFileSync(kept, Buffer.concat([own.copy().update(source.bytes).update(CODE).digest(), CODE]))
  expect(readCompiled(folder, source)).toEqual(CODE)
})

test('what another loader made of the same file is not taken', () => {
  const { folder, source, kept } = place()
  const other = Buffer.from(MAKER.toString().replace('compiled', 'compelid'))
  const made = `${process.version} ${process.arch} ${process.platform}\n`
  const digest = createHash('sha256').update(made).update(other).update(source.bytes).update(CODE).digest()
  writeFileSync(kept, Buffer.concat([digest, CODE]))
  expect(readCompiled(folder, source)).toBeUndefined()
})

test('nothing that was damaged, cut or lengthened is taken', () => {
  const { folder, source, kept } = place()
  writeCompiled(folder, source, CODE)
  const whole = readFileSync(kept)
  const flipped = tuple(nat(whole.length - 1), integer({ min: 1, max: 255 })).map(([at, bits]) => {
    const copy = Buffer.from(whole)
    copy[at] = (copy[at] ?? 0) ^ bits
    return copy
  })
  const cut = nat(whole.length - 1).map(length => whole.subarray(0, length))
  const longer = uint8Array({ minLength: 1, maxLength: 40 }).map(more => Buffer.concat([whole, more]))
  assert(
    property(oneof(flipped, cut, longer, uint8Array()), damaged => {
      writeFileSync(kept, damaged)
      expect(readCompiled(folder, source)).toBeUndefined()
    }),
  )
  writeFileSync(kept, whole)
  expect(readCompiled(folder, source)).toEqual(CODE)
})

test('where nothing can be written nothing is left behind, and nobody hears of it', () => {
  const { folder, source, kept } = place()
  mkdirSync(kept) // in its way: it can be written beside, and not be put in place
  writeCompiled(folder, source, CODE)
  expect(readdirSync(folder)).toEqual(['chunk.js'])
  expect(readCompiled(folder, source)).toBeUndefined()
  writeCompiled(join(folder, 'gone'), source, CODE)
  expect(readdirSync(folder)).toEqual(['chunk.js'])
})

test('what already lies where a run writes is not written through', () => {
  const { folder, source, kept } = place()
  const other = temporaryFolder().write('other.txt', 'precious')
  symlinkSync(other, `${kept}.${process.pid}`)
  writeCompiled(folder, source, CODE)
  expect([readFileSync(other, 'utf8'), readCompiled(folder, source)]).toEqual(['precious', undefined])
  writeCompiled(folder, source, CODE)
  expect([readFileSync(other, 'utf8'), readCompiled(folder, source)]).toEqual(['precious', CODE])
})
