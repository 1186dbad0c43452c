import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const COMMIT = /^[0-9a-f]{40,64}$/
const MAX_PACKED = 4 * 1024 * 1024

/** Whether a branch stands at the commit that is checked out, so that going there changes no file. */
export function isWhereHeadIs(root: string, branch: string): boolean {
  const git = join(root, '.git')
  const head = textOf(join(git, 'HEAD'))
  const ref = /^ref: (?<name>refs\/heads\/[\w./-]+)$/.exec(head)?.groups?.['name']
  const here = ref === undefined ? head : commitOf(git, ref)
  return COMMIT.test(here) && here === commitOf(git, `refs/heads/${branch}`)
}

/** A name that stands alone comes before one that is packed. */
function commitOf(git: string, ref: string): string {
  if (ref.includes('..')) return ''
  const loose = textOf(join(git, ref))
  if (loose !== '') return loose
  const packed = textOf(join(git, 'packed-refs'))
  const line = packed.length > MAX_PACKED ? undefined : packed.split('\n').find(each => each.endsWith(` ${ref}`))
  return line?.split(' ')[0] ?? ''
}

/** Empty if there is none, or if it is closed to us. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    return ''
  }
}
