import { type Json, type JsonObject, isJsonList, isJsonObject } from '../../../core/index.ts'
import type { PathChange } from './compare.ts'
import { type FileAttributes, decodeAttributes } from './file-attributes.ts'
import { deepestFirst, openTree } from './open-tree.ts'
import type { Snapshot } from './snapshot.ts'
import {
  ENTRY_KINDS,
  type EntryFacts,
  type EntryKind,
  type Surveyed,
  decodeFacts,
  inodeIdentity,
  isSameTime,
} from './surveyed.ts'

export type FileStep = EntryFacts & {
  readonly act: 'file'
  readonly path: string
  readonly copy: string
  readonly sha256: string
  readonly attributes?: FileAttributes
}

/** One step of a rollback. Each can be repeated without harm, so an interrupted plan is carried out from its start. */
export type Step =
  | {
      readonly act: 'remove'
      readonly path: string
      readonly kind: EntryKind
      readonly sha256: string | null
      /** With everything in it: there was more than could be listed. */
      readonly whole?: boolean
    }
  /** That it is a folder. What it was like is another step, because all that is done in it moves its time. */
  | { readonly act: 'folder'; readonly path: string }
  | FileStep
  | (EntryFacts & { readonly act: 'link'; readonly path: string; readonly target: string })
  | (EntryFacts & { readonly act: 'fifo'; readonly path: string })
  /** Another name of a file that stands under `of`. */
  | { readonly act: 'twin'; readonly path: string; readonly of: string }
  | (EntryFacts & { readonly act: 'facts'; readonly path: string; readonly attributes?: FileAttributes })

export type RollbackPlan = { readonly root: string; readonly steps: readonly Step[] }

/** What cannot be put back, because there is no copy of it. */
export type Planned = { readonly plan: RollbackPlan; readonly lost: readonly string[] }

/**
 * What came is removed from the deepest up, what went is made again from the top down, then come files, and last what
 * folders were like, from the deepest up.
 */
export function planRollback(changes: readonly PathChange[], snapshot: Snapshot): Planned {
  const removals = changes.filter(({ what }) => what === 'created').map(removalOf)
  const gone = changes.flatMap(change =>
    change.what === 'created' || !change.was ? [] : [{ ...change, was: change.was }],
  )
  const restored = gone.flatMap(change => stepFor(change, snapshot) ?? [])
  const folders = restored.filter(({ act }) => act === 'folder')
  const others = withTwins(
    restored.filter(({ act }) => act !== 'folder'),
    gone,
  )
  const planned = new Set(restored.map(({ path }) => path))
  const lost = gone.filter(({ path }) => !planned.has(path)).map(({ path }) => path)
  const steps = [
    ...removals.toReversed(),
    ...folders,
    ...others,
    ...folderFacts(snapshot, new Set(changes.map(folderOf))),
  ]
  return { plan: { root: snapshot.root, steps }, lost }
}

const removalOf = ({ path, kind, after, is }: PathChange): Step => ({
  act: 'remove',
  path,
  kind,
  sha256: after,
  ...(is?.unlisted === true && { whole: true }),
})

type Gone = PathChange & { readonly was: Surveyed }

function stepFor({ path, was, before }: Gone, snapshot: Snapshot): Step | undefined {
  const [copy, attributes] = [snapshot.copyOf(path), snapshot.attributes?.get(path)]
  if (was.kind === 'folder') return { act: 'folder', path }
  if (was.kind === 'link') return { act: 'link', path, target: was.link ?? '', ...factsOf(was) }
  if (was.kind === 'fifo') return { act: 'fifo', path, ...factsOf(was) }
  if (was.kind !== 'file' || copy === undefined || before === null) return undefined
  return { act: 'file', path, copy, sha256: before, ...factsOf(was), ...(attributes && { attributes }) }
}

export const factsOf = ({ mode, uid, gid, modified }: EntryFacts): EntryFacts => ({ mode, uid, gid, modified })

/** Names of one file come back as names of one file: of the one that still is that file, if any is. */
export function withTwins(steps: readonly Step[], gone: readonly Pick<Gone, 'path' | 'was' | 'is'>[]): readonly Step[] {
  const first = new Map<string, string>()
  const groups = new Map(gone.filter(({ was }) => was.links > 1 && was.kind === 'file').map(each => [each.path, each]))
  const isStill = ({ was, is }: Pick<Gone, 'was' | 'is'>): boolean =>
    is !== undefined && inodeIdentity(is) === inodeIdentity(was)
  for (const each of [...groups.values()].toSorted((a, b) => Number(isStill(b)) - Number(isStill(a)))) {
    const identity = inodeIdentity(each.was)
    if (!first.has(identity)) first.set(identity, each.path)
  }
  const twins: Step[] = []
  const others = steps.filter(({ path }) => {
    const was = groups.get(path)?.was
    const of = was && first.get(inodeIdentity(was))
    if (of === undefined || of === path) return true
    twins.push({ act: 'twin', path, of })
    return false
  })
  return [...others, ...twins]
}

const folderOf = ({ path }: PathChange): string => {
  const slash = path.lastIndexOf('/')
  return slash < 0 ? '.' : path.slice(0, slash)
}

/** Of every folder that is not as it was, or will not be when something was done in it. */
function folderFacts({ root, entries, attributes }: Snapshot, touched: ReadonlySet<string>): readonly Step[] {
  const tree = openTree(root)
  try {
    return [...entries]
      .filter(([path, was]) => was.kind === 'folder' && (touched.has(path) || !isAsItWas(tree.find, path, was)))
      .toSorted(([one], [other]) => deepestFirst(one, other))
      .map(([path, was]) => {
        const own = attributes?.get(path)
        return { act: 'facts', path, ...factsOf(was), ...(own && { attributes: own }) }
      })
  } finally {
    tree.close()
  }
}

function isAsItWas(find: ReturnType<typeof openTree>['find'], path: string, was: Surveyed): boolean {
  try {
    const found = find(path)
    return (
      found !== undefined &&
      isSameTime(String(found.mtimeNs), was.modified) &&
      Number(found.mode & 0o7777n) === was.mode
    )
  } catch {
    return false // it is closed to us by now
  }
}

export const encodePlan = ({ root, steps }: RollbackPlan): JsonObject => ({
  root,
  steps: steps.map(step => ({ ...step })),
})

/** Undefined for anything but a whole and sound plan: nothing is put back by guessing. */
export function decodePlan(value: JsonObject): RollbackPlan | undefined {
  const { root, steps } = value
  if (typeof root !== 'string' || steps === undefined || !isJsonList(steps)) return undefined
  const read = steps.map(decodeStep)
  const sound = read.filter(step => step !== undefined)
  return sound.length === read.length ? { root, steps: sound } : undefined
}

function decodeStep(step: Json): Step | undefined {
  if (!isJsonObject(step) || typeof step['path'] !== 'string') return undefined
  const { act, path, target, copy, sha256, whole, of } = step
  const kind = ENTRY_KINDS.find(each => each === step['kind'])
  const [facts, attributes] = [decodeFacts(step), decodeAttributes(step['attributes'])]
  if (act === 'remove' && kind && (sha256 === null || typeof sha256 === 'string'))
    return { act, path, kind, sha256, ...(whole === true && { whole }) }
  if (act === 'folder') return { act, path }
  if (act === 'twin' && typeof of === 'string') return { act, path, of }
  if (!facts) return undefined
  if (act === 'link' && typeof target === 'string') return { act, path, target, ...facts }
  if (act === 'fifo') return { act, path, ...facts }
  if (act === 'facts') return { act, path, ...facts, ...(attributes && { attributes }) }
  const isFile = act === 'file' && typeof copy === 'string' && typeof sha256 === 'string'
  return isFile ? { act, path, copy, sha256, ...facts, ...(attributes && { attributes }) } : undefined
}
