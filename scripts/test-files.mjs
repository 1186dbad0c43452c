import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const FOLDERS = ['src', 'test', 'bench', 'examples', 'web']

/** Every test file of a checkout, sorted. */
export function testFiles(root) {
  return FOLDERS.map(folder => join(root, folder))
    .filter(folder => existsSync(folder))
    .flatMap(walk)
    .filter(file => /\.test\.tsx?$/.test(file))
    .toSorted()
}

/** Every file below a folder. */
export function walk(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter(entry => entry.name !== 'node_modules')
    .flatMap(entry => (entry.isDirectory() ? walk(join(folder, entry.name)) : [join(folder, entry.name)]))
}
