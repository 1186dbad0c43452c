import { isJsonObject } from '../../../src/core/index.ts'
import type { OpenDoor, Order } from '../door.ts'
import { type ForbiddenCase, forbidden, inSession } from '../forbidden-case.ts'
import { NOTE } from '../kit.ts'
import { OTHER_SESSION, SESSION, type World, approve, grant, runs } from '../world.ts'

const INVALID = { code: 'plan_invalid', needs: ['own tools', 'plans'] } as const

const committing = (planId: string, groupId = 'g1'): Order =>
  inSession({ tool: 'tidy', args: { plan_id: planId, group_id: groupId } })

async function planned(
  world: World,
  session: string = SESSION,
): Promise<{ readonly at: OpenDoor; readonly planId: string }> {
  world.put(NOTE, 'old\n')
  const at = await world.open()
  await grant(at, { session: null })
  const { data } = await runs(at, { tool: 'plan_tidy', args: {}, session })
  const planId = isJsonObject(data) ? data['plan_id'] : undefined
  if (typeof planId !== 'string') throw new Error('no plan was made')
  return { at, planId }
}

/** Approved before the obstacle appears, so that only the obstacle can stop it. */
async function approvedPlan(world: World): Promise<{ readonly at: OpenDoor; readonly planId: string }> {
  const { at, planId } = await planned(world)
  await approve(at, committing(planId))
  return { at, planId }
}

/** What destroys is done as it was planned, or not at all. */
export const PLAN_CASES: readonly ForbiddenCase[] = [
  forbidden('a commit without a plan', INVALID, async (world, stands) => {
    const { at, planId } = await approvedPlan(world)
    return { at, order: stands ? inSession({ tool: 'tidy', args: {} }) : committing(planId) }
  }),
  forbidden('a plan that nobody made', INVALID, async (world, stands) => {
    const { at, planId } = await approvedPlan(world)
    return { at, order: committing(stands ? 'plan_made_up' : planId) }
  }),
  forbidden('a plan whose id was tampered with', INVALID, async (world, stands) => {
    const { at, planId } = await approvedPlan(world)
    const last = planId.endsWith('0') ? '1' : '0'
    return { at, order: committing(stands ? planId.slice(0, -1) + last : planId) }
  }),
  forbidden('a group that the plan does not have', INVALID, async (world, stands) => {
    const { at, planId } = await approvedPlan(world)
    return { at, order: committing(planId, stands ? 'g2' : 'g1') }
  }),
  forbidden("another session's plan", INVALID, async (world, stands) => {
    const { at, planId } = await planned(world, stands ? OTHER_SESSION : SESSION)
    if (!stands) await approve(at, committing(planId))
    return { at, order: committing(planId) }
  }),
  forbidden('a group that has changed since it was planned', INVALID, async (world, stands) => {
    const { at, planId } = await approvedPlan(world)
    if (stands) world.put(NOTE, 'new\n')
    return { at, order: committing(planId) }
  }),
  forbidden('a group that was committed already', INVALID, async (world, stands) => {
    const { at, planId } = await approvedPlan(world)
    if (stands) await runs(at, committing(planId))
    return { at, order: committing(planId) }
  }),
  forbidden(
    'a plan that nobody has confirmed',
    { ...INVALID, code: 'confirmation_required' },
    async (world, stands) => {
      const { at, planId } = await planned(world)
      if (!stands) await approve(at, committing(planId))
      return { at, order: committing(planId) }
    },
  ),
]
