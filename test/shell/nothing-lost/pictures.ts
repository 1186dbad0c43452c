import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** One entry as a person could find it; what a disk does by itself (access times, inode numbers) is no part of it. */
type Entry = {
  readonly kind: string
  readonly mode: string
  readonly owner: string
  readonly modified: string
  readonly tags: { readonly [name: string]: string }
  readonly size?: number
  readonly sha256?: string
  readonly target?: string
  readonly device?: number
  readonly inode?: string
}
/** By path, from the name of the folder down; bytes that are no text are lone surrogates. */
export type Picture = { readonly [path: string]: Entry }

const WALKER = fileURLToPath(new URL('picture.py', import.meta.url))

/** Taken by a walker that shares no code with the product. */
export const pictureOf = (...folders: readonly string[]): Picture =>
  JSON.parse(execFileSync('python3', [WALKER, ...folders], { encoding: 'utf8', maxBuffer: 1 << 30 }))

/** `facts` is what of an entry differs: "removed", "came", or names of facts. */
export type Difference = { readonly path: string; readonly facts: readonly string[] }

const FACTS = ['kind', 'mode', 'owner', 'modified', 'size', 'sha256', 'target', 'device'] as const

export function differencesOf(before: Picture, after: Picture): readonly Difference[] {
  const names = [partners(before, after), partners(after, before)]
  const found: Difference[] = []
  for (const path of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [was, is] = [before[path], after[path]]
    if (!was || !is) {
      found.push({ path, facts: [was ? 'removed' : 'came'] })
      continue
    }
    const facts: string[] = FACTS.filter(fact => was[fact] !== is[fact])
    if (JSON.stringify(was.tags) !== JSON.stringify(is.tags)) facts.push('tags')
    if (names[0]?.(path) !== names[1]?.(path)) facts.push('links')
    if (facts.length > 0) found.push({ path, facts })
  }
  return found
}

/** The other names of a file, among those that stand in both pictures. */
function partners(picture: Picture, other: Picture): (path: string) => string {
  const groups = new Map<string, string[]>()
  for (const [path, { inode }] of Object.entries(picture))
    if (inode !== undefined && other[path]) groups.set(inode, [...(groups.get(inode) ?? []), path])
  return path => (groups.get(picture[path]?.inode ?? '') ?? [path]).toSorted().join('\n')
}
