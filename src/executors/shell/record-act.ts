import { lstatSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { type JsonObject, type Result, fail, succeed } from '../../core/index.ts'
import type { CommandEnd } from '../sandbox/index.ts'
import type { TransactionOutcome } from './transaction/run-in-transaction.ts'
import { lockWorkspace } from './transaction/store-place.ts'
import { GIT_ORDERS, type Survey } from './transaction/survey.ts'

/** What adding to the records never has to write: orders, what is packed, and names that are packed. */
const SETTLED: readonly string[] = ['objects/pack', 'objects/info', 'packed-refs']

const EFFECTS: JsonObject = {
  changes: [],
  undo: null,
  note: 'No file was changed. What git added to its own records can be taken back with git.',
}

export type Recording = {
  readonly root: string
  /** Where commands take their turns. */
  readonly place: string
  readonly survey: Survey
  readonly run: (survey: Survey) => Promise<Result<CommandEnd>>
}

/** The files are read-only; in git's own folder everything is that it need not write. */
export async function recordWithGit({ root, place, survey, run }: Recording): Promise<Result<TransactionOutcome>> {
  const leave = lockWorkspace(place)
  if (!leave) return fail('tool_busy', 'Another command changes this workspace right now.')
  try {
    const git = join(root, '.git')
    const orders = GIT_ORDERS.map(name => join(git, name))
    const absent = orders.filter(path => !exists(path))
    const fixed = [...orders, ...SETTLED.map(name => join(git, name))].filter(path => isPlain(path))
    const end = await run({ ...survey, anchored: [git], fixed })
    if (!end.ok) return end
    const strange = absent.filter(exists)
    for (const path of strange) rmSync(path, { recursive: true, force: true })
    return succeed({
      end: end.value,
      effects: { ...EFFECTS, ...(strange.length > 0 && { removed_orders: strange.map(path => relative(root, path)) }) },
    })
  } finally {
    leave()
  }
}

const exists = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined
const isPlain = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === false
