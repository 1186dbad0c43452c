import { existsSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { compileGlob } from '../../src/core/index.ts'
import { runs } from '../soak-scale.ts'
import { furnish } from './attacks.ts'
import { type World, createWorld } from './world.ts'

/** Names that exist, names of links, names that mean something, and names that nobody thought of. */
const NAMES = [
  '..',
  '.',
  '',
  'notes',
  'plan.md',
  'src',
  'deep',
  'to-inside',
  'to-plan',
  'out',
  'up',
  'loop',
  'abs',
  'back',
  'mid',
  '.control-room',
]
const MORE_NAMES = [
  '.git',
  'audit',
  'secret.key',
  'outside',
  'canary.txt',
  'ws',
  '~',
  'new',
  'É',
  'e\u0301',
  'CON',
  '.CONTROL-ROOM ',
  'a\0b',
  'x:y',
]

const name = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...NAMES) },
  { weight: 2, arbitrary: fc.constantFrom(...MORE_NAMES) },
  { weight: 1, arbitrary: fc.string({ maxLength: 6, unit: 'binary' }) },
)
const wildPath = (root: string): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.constantFrom('', '', '', '', '/', './', `${root}/`, `${root}/../`, '//'),
      fc.array(name, { maxLength: 8 }),
    )
    .map(([start, names]) => start + names.join('/'))

function createMaze(): World {
  const world = createWorld()
  furnish(world)
  world.link('out', '../outside')
  world.link('up', '..')
  world.link('loop', 'loop')
  world.link('abs', join(world.root, 'notes'))
  world.link('notes/back', '../src/deep')
  world.link('src/deep/mid', '../../to-inside/back')
  return world
}

/** We do not mind a slash behind a file, the system does. */
const withoutEnd = (path: string): string => path.replace(/(?:\/\.?)+$/, '')

const PRIVATE = compileGlob('{.control-room,.control-room/**}')

test('whatever is located to be read lies inside, is canonical, and is what the system finds there', () => {
  const { workspace, root } = createMaze()
  let allowed = 0
  fc.assert(
    fc.property(wildPath(root), path => {
      const found = workspace.locate(path, 'read')
      if (!found.ok) expect(found.error.message).not.toContain(root)
      if (!found.ok) return
      allowed++
      expect(realpathSync(join(root, found.value))).toBe(join(root, found.value))
      expect(PRIVATE(found.value)).toBe(false)
      expect(realpathSync.native(withoutEnd(path.startsWith('/') ? path : `${root}/${path}`))).toBe(
        join(root, found.value),
      )
    }),
    { numRuns: runs(3_000, 300_000) },
  )
  expect(allowed).toBeGreaterThan(100)
})

test('whatever is located to be written would come to lie inside', () => {
  const { workspace, root } = createMaze()
  let allowed = 0
  fc.assert(
    fc.property(wildPath(root), path => {
      const found = workspace.locate(path, 'write')
      if (!found.ok) return
      allowed++
      let standing = join(root, found.value)
      while (!existsSync(standing)) standing = dirname(standing)
      expect(`${realpathSync(standing)}/`).toMatch(new RegExp(`^${root}/`))
      if (found.value !== '.') expect(found.value).not.toMatch(/(^|\/)(\.\.?|\.git|\.control-room)(\/|$)/i)
    }),
    { numRuns: runs(3_000, 300_000) },
  )
  expect(allowed).toBeGreaterThan(100)
})

test('what may be written may be read, and what is refused by its words is never located', () => {
  const { workspace, root } = createMaze()
  fc.assert(
    fc.property(wildPath(root), path => {
      if (workspace.refuse(path, 'read')) expect(workspace.locate(path, 'read').ok).toBe(false)
      if (workspace.refuse(path, 'write')) expect(workspace.locate(path, 'write').ok).toBe(false)
      const written = workspace.locate(path, 'write')
      const read = workspace.locate(path, 'read')
      if (written.ok && !read.ok) expect(read.error.code).toBe('file_not_found')
      if (written.ok && read.ok) expect(read.value).toBe(written.value)
    }),
    { numRuns: runs(2_000, 100_000) },
  )
})
