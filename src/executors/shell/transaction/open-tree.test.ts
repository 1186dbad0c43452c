import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../../../test/temporary-folder.ts'
import { type Tree, openTree } from './open-tree.ts'

const DEEP = 100
const LONG = 'd'.repeat(200)
/** More folders than are held open at a time, and a path that is far too long for the system. */
const BOTTOM = Array.from({ length: DEEP }, () => LONG).join('/')

function treeAt(root: string, options = {}): Tree {
  const tree = openTree(root, options)
  onTestFinished(tree.close)
  return tree
}

function place(): { readonly root: string; readonly tree: Tree } {
  const { path } = temporaryFolder()
  const root = join(path, 'root')
  mkdirSync(root)
  onTestFinished(() => {
    const around = openTree(path)
    around.remove('root')
    around.close()
  })
  return { root, tree: treeAt(root) }
}

const openDescriptors = (): number => readdirSync('/proc/self/fd').length

describe('a tree', () => {
  test('reaches what lies deeper than any path, in any order, and holds few folders open', () => {
    const { root, tree } = place()
    writeFileSync(tree.make(`${BOTTOM}/bottom.txt`), 'deep')
    writeFileSync(tree.make('a/b/c.txt'), 'near')
    const before = openDescriptors()
    for (const path of [`${BOTTOM}/bottom.txt`, 'a/b/c.txt', BOTTOM, `${LONG}/${LONG}`, 'a/b/c.txt', '.'])
      expect([path.slice(0, 20), tree.find(path) !== undefined]).toEqual([path.slice(0, 20), true])
    expect(readFileSync(tree.at(`${BOTTOM}/bottom.txt`), 'utf8')).toBe('deep')
    expect(openDescriptors() - before).toBeLessThan(DEEP / 2)
    expect(tree.list(BOTTOM).map(({ name }) => name)).toEqual(['bottom.txt'])
    tree.remove(LONG)
    expect(readdirSync(root)).toEqual(['a'])
  })

  test('closes every descriptor', () => {
    const { root } = place()
    const before = openDescriptors()
    const tree = openTree(root)
    tree.make(`${BOTTOM}/x`)
    expect(() => tree.at('nowhere/x')).toThrow('ENOENT')
    tree.close()
    expect(openDescriptors()).toBe(before)
  })

  test('never goes through a link, neither to look nor to remove', () => {
    const { root, tree } = place()
    const outside = temporaryFolder().path
    writeFileSync(join(outside, 'mine.txt'), 'mine')
    mkdirSync(join(root, 'in'))
    symlinkSync(outside, join(root, 'in/out'))
    expect(tree.find('in/out/mine.txt')).toBeUndefined()
    expect(() => tree.at('in/out/mine.txt')).toThrow(/ENOTDIR|ELOOP/)
    tree.remove('in')
    expect([existsSync(join(root, 'in')), readFileSync(join(outside, 'mine.txt'), 'utf8')]).toEqual([false, 'mine'])
  })

  test('held by names, goes through no link either, and says which path is too long', () => {
    const { root } = place()
    const tree = treeAt(root, { hold: 'names' })
    writeFileSync(tree.make('a/b/c.txt'), 'near')
    symlinkSync('a', join(root, 'to-a'))
    expect([readFileSync(tree.at('a/b/c.txt'), 'utf8'), tree.find('to-a/b')]).toEqual(['near', undefined])
    expect(tree.list('a').map(({ name }) => name)).toEqual(['b'])
    expect(() => tree.make(`${BOTTOM}/x`)).toThrow('ENAMETOOLONG')
    for (const path of ['a', LONG]) tree.remove(path)
    expect(readdirSync(root)).toEqual(['to-a'])
  })

  test('does not take another folder for the one that it came from', () => {
    const { root, tree } = place()
    tree.make(`${BOTTOM}/x`)
    tree.folder(BOTTOM)
    const deepest = treeAt(root)
    // While the way down is remembered, what was deep is moved to the top.
    renameSync(deepest.at(Array.from({ length: 60 }, () => LONG).join('/')), treeAt(root).at('moved'))
    expect(() => tree.find(Array.from({ length: 50 }, () => LONG).join('/'))).toThrow('moved to another place')
    expect(tree.find('moved')).toBeDefined()
  })

  test('opens what was closed to its own user only if asked to, and closes it again', () => {
    const { root } = place()
    mkdirSync(join(root, 'closed/in'), { recursive: true })
    chmodSync(join(root, 'closed'), 0o055)
    const modeOf = (): number => lstatSync(join(root, 'closed')).mode & 0o777
    treeAt(root).find('closed/in/x')
    expect(modeOf()).toBe(0o055)
    const tree = treeAt(root, { unlock: true })
    tree.find('closed/in/x')
    expect(modeOf()).toBe(0o755)
    tree.lock()
    expect(modeOf()).toBe(0o055)
  })
})
