import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { testClock } from '../../test/test-clock.ts'
import type { CallRequest, ToolDefinition } from '../core/index.ts'
import { createMemoryStore, createVault } from '../storage/index.ts'
import { expandRefs } from './expand-refs.ts'
import { type Handles, createHandles } from './handles.ts'

const OWNER = { session: 's1', principal: 'user:local' }
const TOOL: ToolDefinition = {
  name: 'file_write',
  description: '',
  input: {},
  risk: 'write',
  capability: 'FileWrite',
  facts: {
    idempotent: false,
    cacheable: false,
    needsPlan: false,
    egress: false,
    acceptsRef: ['content'],
    saysItRan: [],
  },
}
const request = (named: CallRequest['named']): CallRequest => ({
  name: 'file_write',
  named,
  positional: [],
  dialect: 'test',
  fixups: [],
})

async function setUp(): Promise<{ handles: Handles; handle: string }> {
  const handles = createHandles(createMemoryStore({ clock: testClock() }), createVault(temporaryFolder().path))
  const kept = await handles.keep('the whole result', OWNER)
  return { handles, handle: kept.ok ? kept.value : '' }
}

describe('a handle', () => {
  test('gives back what was kept, to whom it was given', async () => {
    const { handles, handle } = await setUp()
    expect(handle).toMatch(/^res_[0-9a-f]{24}$/)
    expect(await handles.read(handle, OWNER)).toEqual({ ok: true, value: 'the whole result' })
  })

  test.each([
    ['another session', { ...OWNER, session: 's2' }],
    ['another person', { ...OWNER, principal: 'user:eve' }],
  ])('is unknown to %s', async (_who, owner) => {
    const { handles, handle } = await setUp()
    const read = await handles.read(handle, owner)
    expect(read.ok ? '' : read.error.code).toBe('handle_unknown')
  })

  test('that nobody gave out is unknown', async () => {
    const { handles } = await setUp()
    const read = await handles.read('res_000000000000000000000000', OWNER)
    expect(read.ok ? '' : read.error.code).toBe('handle_unknown')
  })
})

describe('$ref', () => {
  test('is replaced by the bytes before anybody looks at the call', async () => {
    const { handles, handle } = await setUp()
    const expanded = await expandRefs(request({ path: 'a.md', content: { $ref: handle } }), {
      tool: TOOL,
      owner: OWNER,
      handles,
    })
    expect(expanded.ok && expanded.value.named).toEqual({ path: 'a.md', content: 'the whole result' })
  })

  test('is taken by no parameter that the tool does not open to it', async () => {
    const { handles, handle } = await setUp()
    const expanded = await expandRefs(request({ path: { $ref: handle }, content: 'x' }), {
      tool: TOOL,
      owner: OWNER,
      handles,
    })
    expect(expanded.ok ? '' : expanded.error).toEqual({
      code: 'tool_call_invalid_args',
      message: '"path" of file_write takes no handle. Only content may.',
    })
  })

  test('beside other keys is data, not a handle', async () => {
    const { handles, handle } = await setUp()
    const named = { content: { $ref: handle, note: 1 } }
    const expanded = await expandRefs(request(named), { tool: TOOL, owner: OWNER, handles })
    expect(expanded.ok && expanded.value.named).toEqual(named)
  })
})
