import type { Order } from '../door.ts'
import { type ForbiddenCase, forbidden, inSession } from '../forbidden-case.ts'
import { NOTE } from '../kit.ts'
import {
  OTHER_SESSION,
  SESSION,
  type World,
  approve,
  askFor,
  grant,
  grantWithoutYes,
  runs,
  testClock,
} from '../world.ts'

const ASKS = { code: 'confirmation_required' } as const
const order = ({ kit }: World, text?: string): Order => inSession(kit.write(text))

/** A person's yes holds for one call, once, here and now. */
export const APPROVAL_CASES: readonly ForbiddenCase[] = [
  forbidden('a write that nobody approved', ASKS, async (world, stands) => {
    const at = await world.open()
    await grantWithoutYes(at)
    if (!stands) await approve(at, order(world))
    return { at, order: order(world) }
  }),
  forbidden('arguments that were changed after the approval', ASKS, async (world, stands) => {
    const at = await world.open()
    await grantWithoutYes(at)
    await approve(at, order(world, 'what the person saw'))
    return { at, order: order(world, stands ? 'what the person did not see' : 'what the person saw') }
  }),
  forbidden('an approval that was used already', ASKS, async (world, stands) => {
    const at = await world.open()
    await grantWithoutYes(at)
    await approve(at, order(world))
    if (stands) await runs(at, order(world))
    return { at, order: order(world) }
  }),
  forbidden('an approval that has expired', { ...ASKS, needs: ['clock'] }, async (world, stands) => {
    const clock = testClock()
    const at = await world.open({ clock, settings: { 'permissions.approval_secs': 60 } })
    await grantWithoutYes(at)
    await approve(at, order(world))
    clock.move({ wall: stands ? 60_000 : 59_999 })
    return { at, order: order(world) }
  }),
  forbidden(
    'an approval that has expired while the clock was set back',
    { ...ASKS, needs: ['clock'] },
    async (world, stands) => {
      const clock = testClock()
      const at = await world.open({ clock, settings: { 'permissions.approval_secs': 60 } })
      await grantWithoutYes(at)
      await approve(at, order(world))
      clock.move({ wall: -3_600_000, monotonic: stands ? 60_000 : 59_999 })
      return { at, order: order(world) }
    },
  ),
  forbidden("another session's approval", ASKS, async (world, stands) => {
    const at = await world.open()
    await grantWithoutYes(at, { session: null })
    await approve(at, { ...order(world), session: stands ? OTHER_SESSION : SESSION })
    return { at, order: order(world) }
  }),
  forbidden("another person's approval", { ...ASKS, needs: ['principal'] }, async (world, stands) => {
    const at = await world.open()
    await grantWithoutYes(at)
    await grantWithoutYes(at, { principal: 'user:other' })
    await approve(at, { ...order(world), principal: stands ? 'user:other' : 'user:local' })
    return { at, order: order(world) }
  }),
  forbidden("another workspace's approval", ASKS, async (world, stands) => {
    const elsewhere = await world.besides().open()
    const at = await world.open()
    for (const door of [at, elsewhere]) await grantWithoutYes(door)
    await approve(stands ? elsewhere : at, order(world))
    return { at, order: order(world) }
  }),
  forbidden(
    'an approval of a tool that was defined otherwise then',
    { ...ASKS, needs: ['own tools'] },
    async (world, stands) => {
      const before = await world.open()
      await grantWithoutYes(before)
      await approve(before, order(world))
      const tools = world.kit.tools.map(tool =>
        stands ? { ...tool, description: `${tool.name}, now with telemetry` } : tool,
      )
      return { at: await world.open({ tools }), order: order(world) }
    },
  ),
  forbidden(
    'an approval of a target that has changed since',
    { ...ASKS, needs: ['assessments'] },
    async (world, stands) => {
      world.put(NOTE, 'as it was\n')
      const at = await world.open()
      await grantWithoutYes(at)
      await approve(at, order(world))
      if (stands) world.put(NOTE, 'as it is\n')
      return { at, order: order(world) }
    },
  ),
  forbidden('an approval by the door that asked', ASKS, async (world, stands) => {
    const at = await world.open()
    await grantWithoutYes(at)
    const id = await askFor(at, order(world))
    const { approvals } = at.runtime()
    const asked = await approvals.get(id)
    await approvals.decide(id, {
      state: 'approved',
      decidedBy: 'tty',
      credential: stands ? (asked?.askedBy ?? '') : 'another door',
    })
    return { at, order: order(world) }
  }),
  forbidden('a call that was refused when it was asked about', ASKS, async (world, stands) => {
    const at = await world.open()
    await grantWithoutYes(at)
    const id = await askFor(at, order(world))
    await at
      .runtime()
      .approvals.decide(id, { state: stands ? 'denied' : 'approved', decidedBy: 'tty', credential: 'another door' })
    return { at, order: order(world) }
  }),
  forbidden('a no that somebody wants to turn into a yes', ASKS, async (world, stands) => {
    const at = await world.open()
    await grantWithoutYes(at)
    const id = await askFor(at, order(world))
    const { approvals } = at.runtime()
    if (stands) await approvals.decide(id, { state: 'denied', decidedBy: 'tty', credential: 'another door' })
    await approvals.decide(id, { state: 'approved', decidedBy: 'tty', credential: 'a third door' })
    return { at, order: order(world) }
  }),
  forbidden('an approval without the right that it goes with', { code: 'permission_denied' }, async (world, stands) => {
    const at = await world.open()
    const id = await grantWithoutYes(at)
    await approve(at, order(world))
    if (stands) await at.runtime().broker.revoke(id)
    return { at, order: order(world) }
  }),
  forbidden(
    'a write to which a person says no',
    { code: 'permission_denied', needs: ['a person'] },
    async (world, stands) => {
      const state = stands ? 'denied' : 'approved'
      const at = await world.open({ ask: async () => ({ state, decidedBy: 'tty', credential: 'the person' }) })
      await grantWithoutYes(at)
      return { at, order: order(world) }
    },
  ),
  forbidden(
    'a write about which nobody answers',
    { code: 'approval_timeout', needs: ['a person'] },
    async (world, stands) => {
      const yes = { state: 'approved', decidedBy: 'tty', credential: 'the person' } as const
      const at = await world.open({ ask: async () => (stands ? 'timeout' : yes) })
      await grantWithoutYes(at)
      return { at, order: order(world) }
    },
  ),
  forbidden(
    'a yes from the very door that asked',
    { code: 'approval_invalid', needs: ['a person'] },
    async (world, stands) => {
      const at = await world.open({
        ask: async ({ askedBy }) => ({
          state: 'approved',
          decidedBy: 'tty',
          credential: stands ? askedBy : 'the person',
        }),
      })
      await grantWithoutYes(at)
      return { at, order: order(world) }
    },
  ),
  forbidden(
    'something that is sent out, with nobody to ask',
    { ...ASKS, needs: ['own tools'] },
    async (world, stands) => {
      const at = await world.open()
      const sending = inSession({ tool: 'send_out', args: { text: 'hello' } })
      await grantWithoutYes(at, { capability: 'MessageSend' })
      if (!stands) await approve(at, sending)
      return { at, order: sending }
    },
  ),
  forbidden('something that destroys, with a flag only', { ...ASKS, needs: ['own tools'] }, async (world, stands) => {
    const at = await world.open()
    const wiping = inSession({ tool: 'wipe', args: { what: 'everything' } })
    await grant(at, { decidedBy: 'flag' })
    if (!stands) await approve(at, wiping)
    return { at, order: wiping }
  }),
  forbidden(
    'something that destroys and says that it only reads',
    { ...ASKS, needs: ['own tools'] },
    async (world, stands) => {
      const at = await world.open()
      const belittled = inSession({ tool: 'belittled', args: {} })
      await grant(at)
      if (!stands) await approve(at, belittled)
      return { at, order: belittled }
    },
  ),
  forbidden(
    'a write that had to be mended to be read',
    { ...ASKS, needs: ['a model calls'] },
    async (world, stands) => {
      const at = await world.open()
      await grant(at)
      return { at, order: { ...order(world), ...(stands && { fixups: ['trailing_comma'] }) } }
    },
  ),
  forbidden('a read in a workspace that nobody trusts', { ...ASKS, needs: ['trust'] }, async (world, stands) => {
    const at = await world.open({ trust: stands ? 'Untrusted' : 'Provisional' })
    await grantWithoutYes(at, { capability: 'FileAccess' })
    return { at, order: inSession(world.kit.read()) }
  }),
]
