import { realpathSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import {
  type Clock,
  CountersignError,
  type FileContent,
  type JsonObject,
  type Result,
  type Workspace,
  fail,
  processSpace,
  processTag,
  succeed,
  systemClock,
  thisProcess,
} from '../core/index.ts'
import { hasDescriptorPaths, openDescriptorRoot } from './descriptor-folder.ts'
import type { Folder } from './folder.ts'
import { listFolder, lookAt, walkFiles, walkFolder } from './list-folder.ts'
import { openNamedRoot } from './named-folder.ts'
import { type PathRules, compileRules } from './path-rules.ts'
import { showPath } from './path-words.ts'
import { createPrivatePlace } from './private-place.ts'
import { MAX_BYTES, type OpenedFile, readFile } from './read-file.ts'
import { createRelativise } from './relativise.ts'
import { removeFile, writeFile } from './write-file.ts'
import { type WorkspaceRoot, type PathRequest, type Spot, atPath, canonicalPath, refuseWords } from './resolve.ts'
import { createSweep, removeLeft } from './temporary-file.ts'

export type WorkspaceOptions = {
  readonly root: string
  readonly rules: PathRules
  readonly clock?: Clock
  /** How folders are held: by descriptors where the system can (Linux), else by their names. */
  readonly hold?: 'descriptors' | 'names'
}

/** For the start of a program: removes the unfinished file that a process that is gone left beside this one. */
type Sweeps = { readonly removeLeft: (path: string, writer: JsonObject) => void }

/** An open workspace whose rules can be exchanged: what begins afterwards obeys the new ones. */
export type RuledWorkspace = Workspace &
  Sweeps & {
    /** Checks other rules; what comes back lets them count. */
    readonly prepareRules: (rules: PathRules) => () => void
  }

export function openWorkspace(options: WorkspaceOptions): RuledWorkspace {
  const { clock = systemClock } = options
  const workspace = prepareRoot(options)
  const { ours, roots } = workspace
  const sweep = createSweep(() => clock.now())
  const owner = processTag(thisProcess(clock, processSpace()))
  const at = <T>(path: string, use: PathRequest['use'], work: Parameters<typeof atPath<T>>[2]): Result<T> =>
    atPath(workspace, { path, use }, work)
  return {
    root: roots[0] ?? '',
    get closesSome() {
      return workspace.rules.closesSome
    },
    prepareRules(rules) {
      const next = compileRules(rules, roots)
      return () => void (workspace.rules = next)
    },
    refuse: (path, use) => refuseWords(workspace, { path, use }),
    locate: (path, use) =>
      at(path, use, spot =>
        use === 'read' && spot.kind === 'absent'
          ? fail('file_not_found', `There is no file or folder ${showPath(path)}.`)
          : succeed(canonicalPath(spot)),
      ),
    look: path => lookAt(workspace, path),
    read: (path, { maxBytes } = { maxBytes: MAX_BYTES }) =>
      at(path, 'read', spot => contentOf(readFile(spot, { maxBytes, ours }))),
    list: path => listFolder(workspace, path),
    walk: (path, walking = {}) => walkFolder(workspace, path, walking),
    files: (path, walking = {}) => walkFiles(workspace, path, walking),
    write: (path, bytes, { expect }) =>
      at(path, 'write', spot =>
        isCanonical(spot)
          ? writeFile(spot, { bytes, expect, ours, maxBytes: MAX_BYTES, sweep, owner })
          : elsewhere(path),
      ),
    remove: (path, { sha256 }) =>
      at(path, 'write', spot =>
        isCanonical(spot) ? removeFile(spot, { sha256, ours, maxBytes: MAX_BYTES }) : elsewhere(path),
      ),
    removeLeft: (path, writer) =>
      void at(path, 'write', ({ trail }) => succeed(removeLeft(trail.top(), processTag(writer)))),
    relativise: createRelativise(roots),
    close: () => workspace.root.close(),
  }
}

function prepareRoot({ root, rules, hold }: WorkspaceOptions): WorkspaceRoot {
  const roots = findRoots(root)
  const compiled = compileRules(rules, roots)
  const folder = openRoot(roots[0] ?? '', hold ?? (hasDescriptorPaths() ? 'descriptors' : 'names'))
  return { root: folder, roots, rules: compiled, ours: createPrivatePlace(folder) }
}

const openRoot = (root: string, hold: 'descriptors' | 'names'): Folder =>
  hold === 'descriptors' ? openDescriptorRoot(root) : openNamedRoot(root)

/** The canonical path first; then as it was given, because people and models repeat what they saw. */
function findRoots(given: string): readonly string[] {
  const absolute = resolve(given)
  const canonical = canonicalFolder(absolute)
  if (canonical === undefined)
    throw new CountersignError('config_invalid', `The workspace "${given}" is not a folder that can be opened.`)
  if (dirname(canonical) === canonical)
    throw new CountersignError('config_invalid', 'A whole disk cannot be a workspace. Choose a folder.')
  return [...new Set([canonical, absolute])]
}

function canonicalFolder(path: string): string | undefined {
  try {
    const canonical = realpathSync.native(path)
    return statSync(canonical).isDirectory() ? canonical : undefined
  } catch {
    return undefined
  }
}

/** An approved write must not end up elsewhere because a folder became a link meanwhile. */
const isCanonical = (spot: Spot): boolean => spot.request.path === canonicalPath(spot)
const elsewhere = (path: string): ReturnType<typeof fail> =>
  fail('file_changed', `${showPath(path)} leads to another place by now.`)

function contentOf(opened: Result<OpenedFile>): Result<FileContent> {
  if (!opened.ok) return opened
  const { path, bytes, sha256, modifiedMs } = opened.value
  return succeed({ path, bytes, sha256, modifiedMs })
}
