import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Fault, fault } from '../../../core/index.ts'
import { leftFolders } from './left-folders.ts'
import { PLAN_FILE, carryOut } from './roll-back.ts'
import { decodePlan } from './rollback-plan.ts'
import { isAlive, ownerIn, readWhole } from './store-place.ts'

/**
 * What an earlier process left behind: a rollback that had begun is finished; copies of a command that never came to
 * its end are dropped, because nobody knows what was changed on purpose since then. What cannot be finished is told,
 * and stays for a person to look at.
 */
export function recoverTransactions(place: string): Fault | undefined {
  const troubles = leftFolders(place).flatMap(folder => recoverOne(join(place, folder)) ?? [])
  const [first] = troubles
  if (!first) return undefined
  const where =
    'Look at these files; when they are right, remove the folder "changes" of this workspace in the state folder.'
  return fault(
    'rollback_incomplete',
    `An earlier rollback could not be finished. ${first.message} ${where}`,
    first.detail ?? {},
  )
}

function recoverOne(folder: string): Fault | undefined {
  const owner = readWhole(join(folder, 'owner.json'))
  if (owner && isAlive(ownerIn(owner))) return undefined
  const stored = readWhole(join(folder, PLAN_FILE))
  if (stored === undefined) {
    rmSync(folder, { recursive: true, force: true })
    return undefined
  }
  const plan = decodePlan(stored)
  if (!plan) return fault('rollback_incomplete', 'Its plan is damaged.')
  const done = carryOut(plan)
  if (!done.ok) return done.error
  rmSync(folder, { recursive: true, force: true })
  return undefined
}
