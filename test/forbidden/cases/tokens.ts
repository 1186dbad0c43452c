import { type ForbiddenCase, forbidden, inSession } from '../forbidden-case.ts'
import { OTHER_SESSION, SESSION, grant, runs, testClock } from '../world.ts'

const DENIED = { code: 'permission_denied' } as const

/** Nobody has the right, or not this one, or not any more. */
export const TOKEN_CASES: readonly ForbiddenCase[] = [
  forbidden('a write without a token', DENIED, async (world, stands) => {
    const at = await world.open()
    if (!stands) await grant(at)
    return { at, order: inSession(world.kit.write()) }
  }),
  forbidden('a read without a token', DENIED, async (world, stands) => {
    const at = await world.open()
    if (!stands) await grant(at, { capability: 'FileAccess' })
    return { at, order: inSession(world.kit.read()) }
  }),
  forbidden('a token for another capability', DENIED, async (world, stands) => {
    const at = await world.open()
    await grant(at, { capability: stands ? 'FileAccess' : 'FileWrite' })
    return { at, order: inSession(world.kit.write()) }
  }),
  forbidden('a token that the clock on the wall has ended', { ...DENIED, needs: ['clock'] }, async (world, stands) => {
    const clock = testClock()
    const at = await world.open({ clock })
    await grant(at, { milliseconds: 60_000 })
    clock.move({ wall: stands ? 60_000 : 59_999 })
    return { at, order: inSession(world.kit.write()) }
  }),
  forbidden(
    'a token that has ended while the clock on the wall was set back',
    { ...DENIED, needs: ['clock'] },
    async (world, stands) => {
      const clock = testClock()
      const at = await world.open({ clock })
      await grant(at, { milliseconds: 60_000 })
      clock.move({ wall: -3_600_000, monotonic: stands ? 60_000 : 59_999 })
      return { at, order: inSession(world.kit.write()) }
    },
  ),
  forbidden(
    'a token that had ended, after a restart with the clock set back',
    { ...DENIED, needs: ['clock', 'own tools'] },
    async (world, stands) => {
      const clock = testClock()
      const before = await world.open({ clock })
      await grant(before, { milliseconds: 60_000 })
      await grant(before, { capability: 'FileAccess' })
      clock.move({ wall: stands ? 61_000 : 1_000 })
      await runs(before, inSession(world.kit.read())) // the log remembers that it was that late
      const after = { ...testClock(), boot: 'the second start' }
      const at = await world.open({ clock: after })
      return { at, order: inSession(world.kit.write()) }
    },
  ),
  forbidden('a token that was revoked', DENIED, async (world, stands) => {
    const at = await world.open()
    const id = await grant(at)
    if (stands) await at.runtime().broker.revoke(id)
    return { at, order: inSession(world.kit.write()) }
  }),
  forbidden('a token that ended with its session', DENIED, async (world, stands) => {
    const at = await world.open()
    await grant(at)
    await at.runtime().broker.revokeSession(stands ? SESSION : OTHER_SESSION)
    return { at, order: inSession(world.kit.write()) }
  }),
  forbidden("another session's token", DENIED, async (world, stands) => {
    const at = await world.open()
    await grant(at, { session: stands ? OTHER_SESSION : SESSION })
    return { at, order: inSession(world.kit.write()) }
  }),
  forbidden("another turn's token", { ...DENIED, needs: ['turns'] }, async (world, stands) => {
    const at = await world.open()
    await grant(at, { turn: stands ? 'turn_other' : 'turn_this' })
    return { at, order: { ...inSession(world.kit.write()), turn: 'turn_this' } }
  }),
  forbidden("another person's token", DENIED, async (world, stands) => {
    const at = await world.open()
    await grant(at, { principal: stands ? 'user:other' : 'user:local' })
    return { at, order: inSession(world.kit.write()) }
  }),
  forbidden(
    "the person's token in the hands of somebody else",
    { ...DENIED, needs: ['principal'] },
    async (world, stands) => {
      const at = await world.open()
      await grant(at)
      return { at, order: { ...inSession(world.kit.write()), principal: stands ? 'user:other' : 'user:local' } }
    },
  ),
  forbidden('a token for other paths', { ...DENIED, needs: ['assessments'] }, async (world, stands) => {
    const at = await world.open()
    await grant(at, { paths: [stands ? 'drafts/**' : '*.md'] })
    return { at, order: inSession(world.kit.write()) }
  }),
  forbidden("another workspace's token", DENIED, async (world, stands) => {
    const elsewhere = world.besides()
    await grant(await elsewhere.open())
    const at = await world.open()
    if (!stands) await grant(at)
    return { at, order: inSession(world.kit.write()) }
  }),
]
