import { dirname, join } from 'node:path'
import { type CommandEnd, type DiskRoom, isFilled } from '../../sandbox/index.ts'
import { showBytes } from '../../path-bytes.ts'
import type { ShellPolicy } from '../policy.ts'
import type { PathChange } from './compare.ts'
import { plantedHooks } from './planted-hooks.ts'
import type { Differences } from './put-back.ts'
import type { RecordedCommand } from './snapshot-record.ts'

type Judging = {
  readonly guarded: boolean
  readonly policy: ShellPolicy
  /** Of the workspace and of the copies, as they were before. */
  readonly disks: readonly DiskRoom[]
  readonly command: RecordedCommand
  readonly found: Differences
  readonly end: CommandEnd
}

/** Why it is taken back; without words if that is what its failure was to lead to. */
export type EffectRefusal = { readonly says?: string }

export function refuseEffects(judging: Judging): EffectRefusal | undefined {
  const { guarded, policy, command, found, disks, end } = judging
  const { changes, intruders } = found
  const { auto_rollback: automatic, transactional, auto_rollback_exit_codes: codes } = policy.settings
  if (guarded) {
    const hooks = plantedHooks(changes, command.before.fixed, command.snapshot.root)
    const trespass = [...changes.filter(({ what }) => what !== 'created'), ...plantedRepositories(changes), ...hooks]
    if (trespass.length > 0 || intruders.paths.length > 0 || intruders.astray.length > 0)
      return { says: `what existed was changed, which nobody had allowed: ${namesOf(trespass, intruders.paths)}` }
    if (changes.length > 0 && disks.some(isFilled)) return { says: 'it filled the disk' }
  }
  return transactional && automatic && codes.includes(end.exitCode) && changes.length > 0 ? {} : undefined
}

/** A folder with HEAD, objects and refs is a repository to git, whatever its name, and git obeys its settings. */
function plantedRepositories(changes: readonly PathChange[]): readonly PathChange[] {
  const created = new Set(changes.filter(({ what }) => what === 'created').map(({ path }) => path))
  return changes.filter(
    ({ path, what }) =>
      what === 'created' &&
      path.endsWith('/HEAD') &&
      ['objects', 'refs'].every(name => created.has(join(dirname(path), name))),
  )
}

const MAX_NAMED = 10

function namesOf(trespass: readonly PathChange[], intruders: readonly string[]): string {
  const named = trespass.slice(0, MAX_NAMED).map(({ path, what }) => `${showBytes(path)} (${what})`)
  const more = trespass.length > MAX_NAMED ? ` and ${trespass.length - MAX_NAMED} more` : ''
  return named.length > 0 ? named.join(', ') + more : intruders.join(', ')
}
