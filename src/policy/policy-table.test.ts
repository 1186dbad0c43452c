import { describe, expect, test } from 'vitest'
import { INTENTS, decidePolicy } from './index.ts'

const decide = (Intent: string): ReturnType<typeof decidePolicy> => decidePolicy({ Intent })

describe('[ROUTE-03] every intent allows exactly its tools', () => {
  test.each([
    ['chat_only', []],
    ['lookup_search', ['web_search']],
    ['browse_once', ['browser_navigate']],
    ['one_shot_discovery', ['web_search', 'browser_navigate']],
    ['screen_observe', ['screen_capture', 'get_active_window']],
    ['file_task', ['file_read', 'file_list']],
    ['system_task', ['system_execute']],
    ['memory_read', []],
    ['memory_write', []],
    ['file_edit', ['file_read', 'file_list', 'file_search', 'file_write', 'file_edit']],
  ])('%s', (intent, tools) => {
    expect(decide(intent).AllowedTools).toEqual(tools)
  })

  test('story_task has the nine tools of the writer', () => {
    expect(decide('story_task').AllowedTools).toHaveLength(9)
  })
})

test('[ROUTE-08] the same intent gives the same decision, whatever else the output says', () => {
  for (const Intent of INTENTS) {
    const noisy = { Intent, NeedsSystemExecute: true, RiskLevel: 'high' }
    expect(decidePolicy(noisy)).toEqual(decidePolicy({ Intent }))
  }
})

test('[ROUTE-09] talk allows nothing, forbids everything and asks for no permission', () => {
  expect(decide('chat_only')).toEqual({ AllowedTools: [], ForbiddenTools: ['*'], RequiredPermissions: [] })
})

test('[ROUTE-10] the row of lookup_search', () => {
  expect(decide('lookup_search')).toEqual({
    AllowedTools: ['web_search'],
    ForbiddenTools: ['screen_capture', 'system_execute', 'file_read', 'memory_store_facts'],
    RequiredPermissions: ['BrowserControl'],
  })
})

test('[ROUTE-11] the row of screen_observe', () => {
  expect(decide('screen_observe')).toEqual({
    AllowedTools: ['screen_capture', 'get_active_window'],
    ForbiddenTools: ['web_search', 'system_execute', 'file_read', 'memory_store_facts'],
    RequiredPermissions: ['ScreenRead'],
  })
})

test.each(['', 'unknown', 'constructor', '__proto__', 'System_Task', 'toString'])(
  'the unknown intent %j gets nothing',
  intent => {
    expect(decide(intent)).toEqual(decide('chat_only'))
  },
)

test('no row allows what it forbids', () => {
  for (const intent of INTENTS) {
    const { AllowedTools, ForbiddenTools } = decide(intent)
    expect(AllowedTools.filter(tool => ForbiddenTools.includes(tool) || ForbiddenTools.includes('*'))).toEqual([])
  }
})

test('[ROUTE-24] nothing can change the table while the program runs', () => {
  const before = structuredClone(INTENTS.map(decide))
  for (const row of INTENTS.map(decide)) {
    expect(() => (row.AllowedTools as string[]).push('system_execute')).toThrow(TypeError)
    expect(() => (row.ForbiddenTools as string[]).splice(0)).toThrow(TypeError)
    expect(() => (row.RequiredPermissions as string[]).push('SystemExecute')).toThrow(TypeError)
    expect(() => Object.assign(row, { AllowedTools: ['system_execute'] })).toThrow(TypeError)
  }
  expect(INTENTS.map(decide)).toEqual(before)
})
