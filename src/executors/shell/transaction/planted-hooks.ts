import { execFileSync } from 'node:child_process'
import { basename, dirname, relative, resolve } from 'node:path'
import { textOfBytes } from '../../path-bytes.ts'
import type { PathChange } from './compare.ts'
import { type Tree, openTree } from './open-tree.ts'

const MAX_REPOSITORIES = 20

/** New files in a folder of the workspace that git takes hooks from: the person's next commit would run them. */
export function plantedHooks(
  changes: readonly PathChange[],
  fixed: readonly string[],
  root: string,
): readonly PathChange[] {
  const created = changes.filter(({ what }) => what === 'created')
  if (created.length === 0) return []
  const repositories = fixed.filter(path => basename(path) === '.git').slice(0, MAX_REPOSITORIES)
  const tree = openTree(root)
  try {
    const around = repositories.map(git => relative(root, dirname(git)) || '.')
    const folders = new Set(around.flatMap(folder => hookFolder(tree, folder) ?? []).flatMap(withFolderAround))
    return created.filter(({ path }) => folders.has(dirname(path)))
  } finally {
    tree.close()
  }
}

/** Hooks in a folder such as `.husky/_` start those of the same name beside it. */
const withFolderAround = (folder: string): readonly string[] =>
  dirname(folder) === '.' ? [folder] : [folder, dirname(folder)]

/**
 * `core.hooksPath` of the repository in a folder, from its own settings or from the person's. Git is started in that
 * folder, because its path may be none that a program can be given.
 */
function hookFolder(tree: Tree, folder: string): string | undefined {
  try {
    const value = execFileSync('git', ['--git-dir=.git', 'config', '--type=path', '--get', 'core.hooksPath'], {
      cwd: String(tree.folder(folder)),
      encoding: 'buffer',
      timeout: 2_000,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const path = textOfBytes(value).replace(/\n$/, '')
    return path === '' ? undefined : relative(tree.root, resolve(tree.root, folder, path)) || '.'
  } catch {
    return undefined // it is not set, or there is no git that would obey it
  }
}
