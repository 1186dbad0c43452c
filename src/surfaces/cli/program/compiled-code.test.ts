import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, readFileSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { assert, integer, nat, oneof, property, tuple, uint8Array } from 'fast-check'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../../test/temporary-folder.ts'
import { type Source, compiledPath, readCompiled, writeCompiled } from './compiled-code.ts'

const TEXT = 'const answer = 42;\n'
const CODE = Buffer.from('what V8 made of it')

function sourceOf(text = TEXT): Source {
  const file = temporaryFolder().write('chunk.js', text)
  return { file, bytes: readFileSync(file) }
}

/** The files beside the source. */
const beside = ({ file }: Source): readonly string[] => readdirSync(dirname(file)).filter(name => name !== basename(file))

test('what was kept is found again, in a file that only its owner can write', () => {
  const source = sourceOf()
  expect(readCompiled(source)).toBeUndefined()
  writeCompiled(source, CODE)
  expect(readCompiled(source)).toEqual(CODE)
  expect(beside(source)).toEqual(['chunk.js.compiled'])
  expect(statSync(compiledPath(source.file)).mode & 0o022).toBe(0)
})

test('what was compiled of another text of the same length is not taken', () => {
  const source = sourceOf()
  writeCompiled(source, CODE)
  expect(readCompiled({ ...source, bytes: Buffer.from(TEXT.replace('42', '43')) })).toBeUndefined()
})

test('what another version of node compiled is not taken, and gives way', () => {
  const source = sourceOf()
  for (const other of [`v20.19.0 ${process.arch} ${process.platform}`, `${process.version} mips ${process.platform}`]) {
    const digest = createHash('sha256').update(`${other}\n`).update(source.bytes).update(CODE).digest()
    writeFileSync(compiledPath(source.file), Buffer.concat([digest, CODE]))
    expect(readCompiled(source)).toBeUndefined()
  }
  writeCompiled(source, CODE)
  expect(readCompiled(source)).toEqual(CODE)
})

test('nothing that was damaged, cut or lengthened is taken', () => {
  const source = sourceOf()
  writeCompiled(source, CODE)
  const path = compiledPath(source.file)
  const whole = readFileSync(path)
  const flipped = tuple(nat(whole.length - 1), integer({ min: 1, max: 255 })).map(([at, bits]) => {
    const copy = Buffer.from(whole)
    copy[at] = (copy[at] ?? 0) ^ bits
    return copy
  })
  const cut = nat(whole.length - 1).map(length => whole.subarray(0, length))
  const longer = uint8Array({ minLength: 1, maxLength: 40 }).map(more => Buffer.concat([whole, more]))
  assert(
    property(oneof(flipped, cut, longer, uint8Array()), damaged => {
      writeFileSync(path, damaged)
      expect(readCompiled(source)).toBeUndefined()
    }),
  )
  writeFileSync(path, whole)
  expect(readCompiled(source)).toEqual(CODE)
})

test.skipIf(process.platform === 'win32')('what others could have written is not taken, even if it fits', () => {
  const source = sourceOf()
  writeCompiled(source, CODE)
  for (const mode of [0o664, 0o646, 0o666]) {
    chmodSync(compiledPath(source.file), mode)
    expect(readCompiled(source)).toBeUndefined()
  }
  chmodSync(source.file, 0o666) // whoever may write it may write the program itself
  expect(readCompiled(source)).toEqual(CODE)
})

test('where nothing can be written nothing is left behind, and nobody hears of it', () => {
  const source = sourceOf()
  mkdirSync(compiledPath(source.file)) // a folder stands in the way: it can be written beside, and not be put in place
  writeCompiled(source, CODE)
  expect(beside(source)).toEqual(['chunk.js.compiled'])
  expect(readCompiled(source)).toBeUndefined()
  writeCompiled({ ...source, file: `${dirname(source.file)}/gone/chunk.js` }, CODE)
  expect(beside(source)).toEqual(['chunk.js.compiled'])
})

test('what a killed run left half written is never taken, and is not written through', () => {
  const source = sourceOf()
  const half = `${compiledPath(source.file)}.${process.pid}`
  const other = temporaryFolder().write('other.txt', 'precious')
  symlinkSync(other, half)
  writeCompiled(source, CODE)
  expect(readFileSync(other, 'utf8')).toBe('precious')
  expect(readCompiled(source)).toBeUndefined()
  writeCompiled(source, CODE)
  expect(readCompiled(source)).toEqual(CODE)
})
