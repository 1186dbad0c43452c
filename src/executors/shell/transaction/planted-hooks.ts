import { execFileSync } from 'node:child_process'
import { basename, dirname, join, relative, resolve } from 'node:path'
import type { PathChange } from './compare.ts'

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
  const folders = new Set(
    repositories
      .flatMap(git => hookFolder(git) ?? [])
      .flatMap(folder => withFolderAround(relative(root, folder) || '.')),
  )
  return created.filter(({ path }) => folders.has(dirname(path)))
}

/** Hooks in a folder such as `.husky/_` start those of the same name beside it. */
const withFolderAround = (folder: string): readonly string[] =>
  dirname(folder) === '.' ? [folder] : [folder, dirname(folder)]

/** `core.hooksPath` of a repository, from its own settings or from the person's. */
function hookFolder(git: string): string | undefined {
  try {
    const value = execFileSync('git', [`--git-dir=${git}`, 'config', '--type=path', '--get', 'core.hooksPath'], {
      cwd: dirname(git),
      encoding: 'utf8',
      timeout: 2_000,
      stdio: ['ignore', 'pipe', 'ignore'],
    }).replace(/\n$/, '')
    return value === '' ? undefined : resolve(join(dirname(git)), value)
  } catch {
    return undefined // it is not set, or there is no git that would obey it
  }
}
