import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { ToolCall } from '../../../src/core/index.ts'
import { type ForbiddenCase, forbidden, inSession } from '../forbidden-case.ts'
import { KEPT } from '../kit.ts'
import { grant } from '../world.ts'

const UNKNOWN = { code: 'tool_call_unknown_tool', recorded: 'attempt' } as const
const pathBlocked = (index: number): Pick<ForbiddenCase, 'code' | 'needs' | 'sharesCounterpart'> => ({
  needs: ['built-in tools'],
  code: 'path_blocked',
  ...(index > 0 && { sharesCounterpart: true }),
})
const INVALID = { code: 'tool_call_invalid_args', recorded: 'attempt', needs: ['reading'] } as const

/** What was never on offer, and what is no call at all. */
export const EXPOSURE_CASES: readonly ForbiddenCase[] = [
  forbidden('a tool that is not offered', { ...UNKNOWN, needs: ['offer'] }, async (world, stands) => {
    const at = await world.open()
    await grant(at)
    const order = inSession(world.kit.write())
    return { at, order: { ...order, offered: stands ? ['file_read'] : [order.tool] } }
  }),
  forbidden('a copy of a call that the catalog made', { ...UNKNOWN, needs: ['made calls'] }, async (world, stands) => {
    const at = await world.open()
    await grant(at)
    return { at, order: { ...inSession(world.kit.write()), ...(stands && { exchange: call => ({ ...call }) }) } }
  }),
  forbidden(
    "a call that another workspace's catalog made",
    { ...UNKNOWN, needs: ['made calls'] },
    async (world, stands) => {
      const at = await world.open()
      const elsewhere = await world.besides().open()
      await grant(at)
      const exchange = ({ tool, args, origin }: ToolCall): ToolCall => {
        const request = { name: tool.name, named: args, positional: [], dialect: 'json', fixups: [] }
        const foreign = elsewhere
          .runtime()
          .catalog.resolve(request, { profile: 'lenient', rawSha256: '', origin, coerce: true })
        if (!foreign.ok) throw new Error(foreign.error.message)
        return foreign.value
      }
      return { at, order: { ...inSession(world.kit.write()), ...(stands && { exchange }) } }
    },
  ),
  forbidden(
    'a call of an offered tool with the definition exchanged',
    { ...UNKNOWN, needs: ['made calls'] },
    async (world, stands) => {
      const at = await world.open()
      await grant(at, { capability: 'FileAccess' })
      const exchange = (call: ToolCall): ToolCall =>
        Object.create(call, { tool: { value: { ...call.tool, capability: 'FileAccess' } } })
      return { at, order: { ...inSession(stands ? world.kit.write() : world.kit.read()), ...(stands && { exchange }) } }
    },
  ),
  forbidden('a name that stands for no tool', { ...UNKNOWN, needs: ['reading'] }, async (world, stands) => {
    const at = await world.open()
    await grant(at)
    const order = inSession(world.kit.write())
    return { at, order: { ...order, tool: stands ? 'no_such_tool' : order.tool } }
  }),
  forbidden(
    'no tool, with an argument that has no written form',
    { ...UNKNOWN, needs: ['reading'] },
    async (world, stands) => {
      const at = await world.open()
      await grant(at)
      const order = inSession(world.kit.write())
      return {
        at,
        order: stands ? { ...order, tool: 'no_such_tool', args: { text: 'half a character: \ud800' } } : order,
      }
    },
  ),
  forbidden('an argument that is half a character', INVALID, async (world, stands) => {
    const at = await world.open()
    await grant(at)
    return { at, order: inSession(world.kit.write(stands ? 'half a character: \ud800' : 'whole')) }
  }),
  forbidden('an argument that the schema does not know', INVALID, async (world, stands) => {
    const at = await world.open()
    await grant(at)
    const order = inSession(world.kit.write())
    return { at, order: stands ? { ...order, args: { ...order.args, sudo: true } } : order }
  }),
  forbidden('an argument of the wrong type', INVALID, async (world, stands) => {
    const at = await world.open()
    await grant(at)
    const order = inSession(world.kit.write())
    const args = Object.fromEntries(Object.keys(order.args).map(key => [key, { not: 'a text' }]))
    return { at, order: stands ? { ...order, args } : order }
  }),
  forbidden('a call without its arguments', INVALID, async (world, stands) => {
    const at = await world.open()
    await grant(at)
    const order = inSession(world.kit.write())
    return { at, order: stands ? { ...order, args: {} } : order }
  }),
  forbidden(
    'a tool that nothing runs',
    { code: 'tool_call_unknown_tool', needs: ['own tools', 'straight'] },
    async (world, stands) => {
      const at = await world.open()
      await grant(at, { capability: 'FileAccess' })
      return { at, order: inSession(stands ? { tool: 'bodiless', args: {} } : world.kit.read()) }
    },
  ),
  forbidden(
    'a call that its tool cannot assess',
    { code: 'tool_failed', needs: ['own tools', 'assessments'] },
    async (world, stands) => {
      const at = await world.open()
      await grant(at, { capability: 'FileAccess' })
      return { at, order: inSession({ tool: 'moody', args: { fails: stands } }) }
    },
  ),
  ...[
    '.control-room/audit/secret.key',
    '.Control-Room/audit/audit.jsonl',
    '../outside.md',
    '/etc/hostname',
    '~/.profile',
  ].map((path, index) =>
    forbidden(`reading ${path}`, pathBlocked(index), async (world, stands) => {
      const at = await world.open()
      await grant(at, { capability: 'FileAccess' })
      return { at, order: inSession({ tool: 'file_read', args: { path: stands ? path : KEPT } }) }
    }),
  ),
  ...['way-out/outside.md', 'notes/../../outside.md'].map((path, index) =>
    // Only the disk knows where these lead, so it is the tool itself that answers.
    forbidden(
      `reading ${path}, which leads out`,
      { ...pathBlocked(index), recorded: 'outcome' },
      async (world, stands) => {
        world.put('notes/one.md', 'one')
        symlinkSync('..', join(world.root, 'way-out'))
        const at = await world.open()
        await grant(at, { capability: 'FileAccess' })
        return { at, order: inSession({ tool: 'file_read', args: { path: stands ? path : KEPT } }) }
      },
    ),
  ),
  ...['way-out/outside.md', 'notes/../../outside.md'].map((path, index) =>
    forbidden(
      `writing ${path}, which leads out`,
      { ...pathBlocked(index), recorded: 'intent and outcome' },
      async (world, stands) => {
        world.put('notes/one.md', 'one')
        symlinkSync('..', join(world.root, 'way-out'))
        const at = await world.open()
        await grant(at)
        return {
          at,
          order: inSession({ tool: 'file_write', args: { path: stands ? path : 'free.md', content: 'mine now' } }),
        }
      },
    ),
  ),
  ...[
    '.control-room/grants.json',
    '.git/hooks/pre-commit',
    '.git/config',
    'countersign.toml',
    '../outside.md',
    '/tmp/outside.md',
  ].map((path, index) =>
    forbidden(`writing ${path}`, pathBlocked(index), async (world, stands) => {
      const at = await world.open()
      await grant(at)
      return {
        at,
        order: inSession({ tool: 'file_write', args: { path: stands ? path : 'free.md', content: 'mine now' } }),
      }
    }),
  ),
]
