import { expect, test } from 'vitest'
import { countingTool, openTestRuntime } from '../../test/open-test-runtime.ts'
import type { JsonObject } from '../core/index.ts'
import type { Runtime } from './index.ts'
import { createToolCaps } from './index.ts'

const capsOf = (runtime: Runtime, name: string): JsonObject => {
  const tool = runtime.catalog.get(name)
  if (!tool) throw new Error(`no tool ${name}`)
  return Object.fromEntries(createToolCaps(runtime)(tool).map(({ setting, limit }) => [setting, limit]))
}

test('a tool names the limits of its own and those of all tools, and none that is off', async () => {
  const runtime = await openTestRuntime({ settings: { 'tools.file.max_lines': 7, 'tools.timeout_secs': 9 } })
  expect(capsOf(runtime, 'file_read')).toEqual({
    'tools.file.max_lines': 7,
    'tools.file.max_line_characters': 2_000,
    'tools.file.max_file_bytes': 20_971_520,
    'tools.timeout_secs': 9,
    'tools.retry.budget_secs': 30,
    'tools.retry.max_attempts': 2,
    'tools.max_result_chars': 50_000,
    'turn.max_tool_bytes_per_step': 8_000,
    'turn.max_tool_bytes_per_turn': 16_000,
    'turn.max_tool_steps': 6,
    'guardrails.loop_repeat_threshold': 3,
  })
})

test('a command has its own time, so the time of other tools is not named; a tool that may not be repeated names no attempts', async () => {
  const runtime = await openTestRuntime({ settings: { 'tools.shell.timeout_secs': 5 } })
  const caps = capsOf(runtime, 'system_execute')
  expect(caps['tools.shell.timeout_secs']).toBe(5)
  expect(Object.keys(caps)).not.toContain('tools.timeout_secs')
  expect(Object.keys(caps)).not.toContain('tools.retry.max_attempts')
})

test('a quota is named for all, a rate only where calls are counted', async () => {
  const settings = {
    'tools.max_tool_calls_per_session': 40,
    'tools.rate_limit.per_session': 5,
    'tools.rate_limit.capabilities': ['FileWrite'],
  }
  const runtime = await openTestRuntime({
    settings,
    tools: [countingTool({ name: 'look', risk: 'read', capability: 'ScreenRead' })],
  })
  const [write, look] = [capsOf(runtime, 'file_write'), capsOf(runtime, 'look')]
  expect(write).toMatchObject({
    'tools.max_tool_calls_per_session': 40,
    'tools.rate_limit.per_session': 5,
    'tools.rate_limit.window_secs': 60,
  })
  expect(look).toMatchObject({ 'tools.max_tool_calls_per_session': 40, 'tools.max_result_chars': 50_000 })
  expect(Object.keys({ ...write, ...look })).not.toContain('tools.rate_limit.per_target')
  expect(Object.keys(look).filter(key => key.startsWith('tools.rate_limit'))).toEqual([])
})

test('every limit of every tool is a setting that there is, in its own words', async () => {
  const runtime = await openTestRuntime({ settings: { 'web.search_url': 'http://localhost:8888' } })
  const capsFor = createToolCaps(runtime)
  for (const tool of runtime.catalog.tools)
    for (const { setting, limit, about } of capsFor(tool)) {
      expect([tool.name, setting, runtime.config.values[setting]]).toEqual([tool.name, setting, limit])
      expect(about).toMatch(/\.$/)
    }
})
