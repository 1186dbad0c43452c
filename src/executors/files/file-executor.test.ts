import { expect, test } from 'vitest'
import { createScope, createWorld, dataOf } from '../../../test/paths/world.ts'
import { FAULTS, createPermitOffice, standardValues } from '../../core/index.ts'
import { createFileExecutor } from './file-executor.ts'
import { fileSettings } from './settings.ts'
import { FILE_TOOLS } from './tools.ts'

test('nothing happens with a permit of somebody else, for another call, or that was used', async () => {
  const { workspace, vault, makeCall, put, get } = createWorld()
  put('a.md', 'old')
  const office = createPermitOffice()
  const executor = createFileExecutor({
    workspace,
    vault,
    settings: standardValues(fileSettings),
    redeem: office.redeem,
  })
  const call = makeCall('file_write', { path: 'a.md', content: 'new', overwrite: true })
  const used = office.mint(call)
  office.redeem(used, call)
  for (const permit of [createPermitOffice().mint(call), office.mint(makeCall('file_list', {})), used]) {
    expect(await executor.execute(call, permit, createScope())).toMatchObject({
      ok: false,
      error: { code: 'permit_invalid' },
    })
    expect(get('a.md')).toBe('old')
  }
  expect(await executor.execute(call, office.mint(call), createScope())).toMatchObject({ ok: true })
})

test.each(['file_read', 'file_reader', 'read_file', 'read'])('%s is one and the same tool', async name => {
  const { call, makeCall, put } = createWorld()
  put('a.md', 'x\n')
  expect(makeCall(name, { path: 'a.md' }).tool.name).toBe('file_read')
  expect(dataOf(await call(name, { file_path: 'a.md' }))).toMatchObject({ path: 'a.md', lines_shown: 1 })
})

test('[CACHE-07] every file tool that changes something is neither cacheable nor idempotent, and needs its own right', () => {
  for (const { name, risk, facts, capability } of FILE_TOOLS) {
    expect([name, facts.idempotent]).toEqual([name, risk === 'read'])
    expect([name, facts.cacheable && risk !== 'read']).toEqual([name, false])
    expect([name, capability]).toEqual([name, risk === 'read' ? 'FileAccess' : 'FileWrite'])
  }
})

test('only the content of a file may be a handle, never a path or a passage', () => {
  expect(FILE_TOOLS.map(({ name, facts }) => [name, facts.acceptsRef]).filter(([, refs]) => refs?.length)).toEqual([
    ['file_write', ['content']],
  ])
})

test('a call that was cancelled before it began does nothing', async () => {
  const { call, put, get } = createWorld()
  put('a.md', 'old')
  const answer = await call('file_write', { path: 'a.md', content: 'new', overwrite: true }, AbortSignal.abort())
  expect(answer).toMatchObject({ ok: false, error: { code: 'tool_cancelled' } })
  expect(get('a.md')).toBe('old')
})

test('a tool that is not ours is told apart from one that fails', async () => {
  const world = createWorld()
  const call = { ...world.makeCall('file_read', { path: 'a.md' }), tool: { ...FILE_TOOLS[0]!, name: 'file_burn' } }
  expect(await world.execute(call)).toMatchObject({ ok: false, error: { code: 'tool_call_unknown_tool' } })
  expect(FAULTS.tool_call_unknown_tool.category).toBe('ToolNotFound')
})

test('a workspace that nobody trusts may only close more and show less', () => {
  const may = Object.fromEntries(
    Object.entries(fileSettings.settings).map(([key, { workspaceMay }]) => [key, workspaceMay]),
  )
  expect(may).toEqual({
    deny_read: 'extend',
    allow_read: 'when_trusted',
    deny_write: 'extend',
    max_lines: 'lower',
    max_line_characters: 'lower',
    max_file_bytes: 'lower',
    max_entries: 'lower',
    max_results: 'lower',
    skip_folders: 'extend',
  })
  expect(standardValues(fileSettings)).toMatchObject({ deny_read: [], allow_read: [], max_lines: 500 })
})
