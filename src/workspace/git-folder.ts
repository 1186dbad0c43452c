import { lstatSync } from 'node:fs'
import type { Folder } from './folder.ts'

const MARKS = ['HEAD', 'objects', 'refs'] as const // what git itself looks for

/** A folder that git would take for a repository, whatever its name: its hooks are programs and its config can start some. */
export function isGitFolder(folder: Folder): boolean {
  return MARKS.every(mark => lstatSync(folder.at(mark), { throwIfNoEntry: false }) !== undefined)
}
