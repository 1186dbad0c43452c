import { chmodSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { moveState, openStateFolder, ownFolder, placeIdOf } from './index.ts'

type State = {
  readonly path: string
  readonly idAt: (root: string) => string
  readonly move: (from: string, to: string) => void
}

function newState(): State {
  const path = join(temporaryFolder().path, 'state')
  return {
    path,
    idAt(root) {
      const opened = openStateFolder({ path, workspaceRoot: root })
      if (!opened.ok) throw new Error(`${opened.error.code}: ${opened.error.message}`)
      expect(opened.value.own).toBe(ownFolder(path, root))
      expect(basename(opened.value.own)).toBe(opened.value.workspaceId)
      return opened.value.workspaceId
    },
    move: (from, to) => expect(moveState({ path, from, to })).toEqual({ ok: true, value: undefined }),
  }
}

describe('a workspace that was moved', () => {
  test('is the same one at its new place, and its old place is free for another one', () => {
    const { idAt, move } = newState()
    const old = idAt('/a')
    expect(old).toBe(placeIdOf('/a'))
    move('/a', '/b')
    expect(idAt('/b')).toBe(old)
    expect(idAt('/a')).not.toBe(old)
    expect(idAt('/a')).toBe(idAt('/a'))
  })

  test('and then again is never looked up over two places', () => {
    const { idAt, move } = newState()
    const old = idAt('/a')
    move('/a', '/b')
    move('/b', '/c')
    expect([idAt('/c'), idAt('/b')]).toEqual([old, placeIdOf('/b')])
    expect([idAt('/a'), idAt('/b')]).not.toContain(old)
  })

  test('can come back, also after another one began there', () => {
    const { idAt, move } = newState()
    const old = idAt('/a')
    move('/a', '/b')
    const second = idAt('/a')
    move('/a', '/c')
    move('/b', '/a')
    expect([idAt('/a'), idAt('/c'), idAt('/b')]).toEqual([old, second, placeIdOf('/b')])
  })

  test('however often they move, no two places have the same one, and each goes with its folder', () => {
    const places = ['/a', '/b', '/c', '/d']
    const moves = fc.array(fc.tuple(fc.constantFrom(...places), fc.constantFrom(...places)), { maxLength: 12 })
    fc.assert(
      fc.property(moves, steps => {
        const { idAt, move } = newState()
        // What a person sees: which folder lies where. An empty place may be moved to.
        const at = new Map<string, string>([
          ['/a', idAt('/a')],
          ['/b', idAt('/b')],
        ])
        for (const [from, to] of steps) {
          const id = at.get(from)
          if (id === undefined || at.has(to)) continue
          move(from, to)
          at.delete(from)
          at.set(to, id)
        }
        for (const [place, id] of at) expect(idAt(place)).toBe(id)
        const all = places.map(idAt)
        expect(new Set(all).size).toBe(all.length)
      }),
      { numRuns: 150 },
    )
  })
})

describe('what says where it was moved', () => {
  const noteAt = (state: string, name: string): string => join(state, 'workspaces', placeIdOf('/b'), name)

  test.each([
    ['no id', 'elsewhere\n'],
    ['a way out of the folder', '../../../tmp/evil0\n'],
    ['two ids', `${'0'.repeat(16)}\n${'1'.repeat(16)}\n`],
    ['nothing', ''],
    ['far too much', `${'0'.repeat(16)}\n`.repeat(100_000)],
    ['an id in capitals', `${'A'.repeat(16)}\n`],
  ])('with %s in it is a fault, in both directions', (_what, content) => {
    for (const name of ['moved-from', 'moved-to']) {
      const { path, idAt } = newState()
      idAt('/b')
      writeFileSync(noteAt(path, name), content, { mode: 0o600 })
      expect(openStateFolder({ path, workspaceRoot: '/b' })).toMatchObject({
        ok: false,
        error: { code: 'state_unsafe' },
      })
      expect(() => ownFolder(path, '/b')).toThrow('cannot be used')
    }
  })

  test('counts only if it is a file of the user alone, and no link', () => {
    for (const spoil of [
      (file: string) => {
        writeFileSync(file, `${placeIdOf('/a')}\n`)
        chmodSync(file, 0o644)
      },
      (file: string) => mkdirSync(file),
      (file: string) => symlinkSync(join(file, '..', 'other'), file),
    ]) {
      const { path, idAt } = newState()
      idAt('/b')
      writeFileSync(noteAt(path, 'other'), `${placeIdOf('/a')}\n`, { mode: 0o600 })
      spoil(noteAt(path, 'moved-from'))
      expect(openStateFolder({ path, workspaceRoot: '/b' })).toMatchObject({
        ok: false,
        error: { code: 'state_unsafe' },
      })
    }
  })

  test('does not count if the workspace that it names says nothing of it', () => {
    const { path, idAt } = newState()
    const [a, b] = [idAt('/a'), idAt('/b')]
    writeFileSync(noteAt(path, 'moved-from'), `${a}\n`, { mode: 0o600 })
    expect([idAt('/b'), idAt('/a')]).toEqual([b, a])
    writeFileSync(noteAt(path, 'moved-from'), `${'0'.repeat(16)}\n`, { mode: 0o600 })
    expect(idAt('/b')).toBe(b)
    expect(existsSync(join(path, 'workspaces', '0'.repeat(16)))).toBe(false)
  })

  test('is not read from a folder that others can write to', () => {
    const { path, idAt, move } = newState()
    idAt('/a')
    move('/a', '/b')
    chmodSync(join(path, 'workspaces', placeIdOf('/b')), 0o777)
    expect(openStateFolder({ path, workspaceRoot: '/b' })).toMatchObject({ ok: false, error: { code: 'state_unsafe' } })
  })
})
