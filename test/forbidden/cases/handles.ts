import type { OpenDoor, Order } from '../door.ts'
import { type ForbiddenCase, forbidden, inSession } from '../forbidden-case.ts'
import { CANARY } from '../kit.ts'
import { OTHER_SESSION, PERSON, SESSION, grant } from '../world.ts'

const UNKNOWN = { code: 'handle_unknown', recorded: 'outcome', needs: ['built-in tools'] } as const
const REJECTED = { code: 'handle_unknown', recorded: 'attempt', needs: ['reading', 'built-in tools'] } as const

async function kept(
  at: OpenDoor,
  { session = SESSION, principal = PERSON }: { session?: string; principal?: string },
): Promise<string> {
  const handle = await at.runtime().turns.handles.keep(`${CANARY}\n`, { session, principal })
  if (!handle.ok) throw new Error(handle.error.message)
  return handle.value
}

const reading = (handle: string): Order => inSession({ tool: 'read_result', args: { handle } })
const using = (handle: string): Order =>
  inSession({ tool: 'file_write', args: { path: 'copy.md', content: { $ref: handle } } })

/** A stored result belongs to the session and the person that it was given to. */
export const HANDLE_CASES: readonly ForbiddenCase[] = [
  forbidden("reading another session's result", UNKNOWN, async (world, stands) => {
    const at = await world.open()
    await grant(at, { capability: 'FileAccess' })
    return { at, order: reading(await kept(at, { session: stands ? OTHER_SESSION : SESSION })) }
  }),
  forbidden("reading another person's result", UNKNOWN, async (world, stands) => {
    const at = await world.open()
    await grant(at, { capability: 'FileAccess' })
    return { at, order: reading(await kept(at, { principal: stands ? 'user:other' : PERSON })) }
  }),
  forbidden("reading another workspace's result", UNKNOWN, async (world, stands) => {
    const elsewhere = await world.besides().open()
    const at = await world.open()
    await grant(at, { capability: 'FileAccess' })
    return { at, order: reading(await kept(stands ? elsewhere : at, {})) }
  }),
  ...['res_made_up', '../../kept.md', 'kept.md', ''].map(handle =>
    forbidden(
      `reading a result by the name "${handle}"`,
      { ...UNKNOWN, sharesCounterpart: true },
      async (world, stands) => {
        const at = await world.open()
        await grant(at, { capability: 'FileAccess' })
        return { at, order: reading(stands ? handle : await kept(at, {})) }
      },
    ),
  ),
  forbidden("using another session's result as an argument", REJECTED, async (world, stands) => {
    const at = await world.open()
    await grant(at)
    return { at, order: using(await kept(at, { session: stands ? OTHER_SESSION : SESSION })) }
  }),
  forbidden("using another person's result as an argument", REJECTED, async (world, stands) => {
    const at = await world.open()
    await grant(at)
    return { at, order: using(await kept(at, { principal: stands ? 'user:other' : PERSON })) }
  }),
  forbidden('using a handle that nobody gave out', REJECTED, async (world, stands) => {
    const at = await world.open()
    await grant(at)
    return { at, order: using(stands ? 'res_made_up' : await kept(at, {})) }
  }),
  forbidden(
    'a handle in the place of a path',
    { ...REJECTED, code: 'tool_call_invalid_args' },
    async (world, stands) => {
      const at = await world.open()
      await grant(at)
      const path = stands ? { $ref: await kept(at, {}) } : 'copy.md'
      return { at, order: inSession({ tool: 'file_write', args: { path, content: 'x' } }) }
    },
  ),
]
