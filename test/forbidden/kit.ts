import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type JsonObject, sha256 } from '../../src/core/index.ts'
import type { OwnTool } from '../../src/runtime/index.ts'
import { countingTool } from '../open-test-runtime.ts'
import type { Order } from './door.ts'

/** What a tool that must not run would have told. */
export const CANARY = 'CANARY-that-nobody-may-hear'
/** What the writing tool acts on, in either kit. */
export const NOTE = 'note.md'
/** Holds the canary. */
export const KEPT = 'kept.md'

/** The tools that a case tries to reach, whether they are ours or built in. */
export type Kit = {
  readonly tools: readonly OwnTool[]
  /** Everything that the program's own tools were run with. */
  readonly ran: readonly JsonObject[]
  readonly write: (text?: string) => Order
  readonly read: () => Order
}

const takes = (properties: JsonObject, required: readonly string[]): JsonObject => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
})
const TEXT = { type: 'string' }

/** Tools of a program: each remembers what it was run with. */
export function ownKit(root: string): Kit {
  const ran: JsonObject[] = []
  const note = (): string | undefined =>
    existsSync(join(root, NOTE)) ? sha256(readFileSync(join(root, NOTE))) : undefined
  const make = (tool: Parameters<typeof countingTool>[0]): OwnTool =>
    countingTool({
      ...tool,
      execute(args, context) {
        ran.push({ tool: tool.name, args })
        return tool.execute?.(args, context) ?? CANARY
      },
    })
  const target = (): JsonObject & { name: string } => {
    const hash = note()
    return { name: NOTE, ...(hash !== undefined && { sha256: hash }) }
  }
  const tools = [
    make({
      name: 'keep_note',
      input: takes({ text: TEXT }, ['text']),
      risk: 'write',
      capability: 'FileWrite',
      facts: { acceptsRef: ['text'], saysItRan: [] },
      assess: () => ({ target: target() }),
    }),
    make({ name: 'look_up', input: takes({ topic: TEXT }, ['topic']), risk: 'read', capability: 'FileAccess' }),
    make({
      name: 'send_out',
      input: takes({ text: TEXT }, ['text']),
      risk: 'read',
      capability: 'MessageSend',
      facts: { egress: true },
    }),
    make({ name: 'wipe', input: takes({ what: TEXT }, ['what']), risk: 'destroy', capability: 'FileWrite' }),
    make({
      name: 'plan_tidy',
      input: takes({}, []),
      risk: 'read',
      capability: 'FileWrite',
      execute: () => ({ text: 'a plan', plan: [{ id: 'g1', hash: note() ?? 'none', summary: 'removes what is old' }] }),
    }),
    make({
      name: 'tidy',
      input: takes({ plan_id: TEXT, group_id: TEXT }, []),
      risk: 'destroy',
      capability: 'FileWrite',
      facts: { needsPlan: true },
      groupHash: () => note() ?? 'none',
    }),
    make({
      name: 'belittled',
      input: takes({}, []),
      risk: 'destroy',
      capability: 'FileWrite',
      assess: () => ({ risk: 'read' }),
    }),
    make({
      name: 'moody',
      input: takes({ fails: { type: 'boolean' } }, []),
      risk: 'read',
      capability: 'FileAccess',
      assess(args) {
        if (args['fails'] === true) throw new Error('cannot say what it would do')
        return {}
      },
    }),
    { name: 'bodiless', input: takes({}, []), risk: 'read', capability: 'FileAccess' } as const,
  ]
  return {
    tools,
    ran,
    write: (text = 'a note') => ({ tool: 'keep_note', args: { text } }),
    read: () => ({ tool: 'look_up', args: { topic: 'everything' } }),
  }
}

/** The built-in file tools, for doors that have no others. */
export const fileKit: Kit = {
  tools: [],
  ran: [],
  write: (text = 'a note') => ({ tool: 'file_write', args: { path: NOTE, content: text, overwrite: true } }),
  read: () => ({ tool: 'file_read', args: { path: KEPT } }),
}
