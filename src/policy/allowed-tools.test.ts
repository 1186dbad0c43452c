import { describe, expect, test } from 'vitest'
import type { Capability, Risk, ToolDefinition } from '../core/index.ts'
import { FILE_TOOLS } from '../executors/index.ts'
import { allowedTools, decidePolicy, INTENTS, routeByRules, explainOffer } from './index.ts'

type Extra = { readonly risk?: Risk } & Pick<ToolDefinition['facts'], 'hidden' | 'names'>

const tool = (name: string, capability: Capability, { risk = 'read', ...facts }: Extra = {}): ToolDefinition => ({
  name,
  description: name,
  input: { type: 'object' },
  risk,
  capability,
  facts: {
    idempotent: true,
    cacheable: false,
    needsPlan: false,
    egress: false,
    acceptsRef: [],
    saysItRan: [],
    ...facts,
  },
})

const INSTALLED: readonly ToolDefinition[] = [
  tool('file_read', 'FileAccess'),
  tool('file_list', 'FileAccess'),
  tool('file_search', 'FileAccess'),
  tool('file_write', 'FileWrite', { risk: 'write' }),
  tool('file_edit', 'FileWrite', { risk: 'write' }),
  tool('read_result', 'FileAccess'),
  tool('web_search', 'BrowserControl'),
  tool('browser_navigate', 'BrowserControl'),
  tool('system_execute', 'SystemExecute', { risk: 'destroy' }),
  tool('memory_search', 'FileAccess'),
  tool('undo', 'FileWrite', { risk: 'write', hidden: true }),
  tool('github_issues', 'mcp.github'),
]

const offered = (intent: string, options?: Parameters<typeof allowedTools>[2], tools = INSTALLED): readonly string[] =>
  allowedTools(decidePolicy({ Intent: intent }), tools, options).tools.map(({ name }) => name)

test('[ROUTE-12] what a row forbids or does not name is not in the list', () => {
  expect(offered('lookup_search')).toEqual(['read_result', 'web_search'])
  expect(offered('browse_once')).toEqual(['read_result', 'browser_navigate'])
  expect(offered('one_shot_discovery')).toEqual(['read_result', 'web_search', 'browser_navigate'])
  expect(offered('file_task')).toEqual(['file_read', 'file_list', 'file_search', 'read_result'])
  expect(offered('file_edit')).toEqual([
    'file_read',
    'file_list',
    'file_search',
    'file_write',
    'file_edit',
    'read_result',
  ])
  expect(offered('system_task')).toEqual(['read_result', 'system_execute'])
})

test.each(['chat_only', 'memory_read', 'memory_write', 'nonsense'])(
  '[ROUTE-12] %s shows no tool at all, not even one that is always offered',
  intent => {
    expect(offered(intent, { always: ['memory_search', 'read_result'] })).toEqual([])
  },
)

test('a hidden tool is offered to nobody and told to nobody', () => {
  for (const intent of INTENTS) {
    const { tools, withheld } = allowedTools(decidePolicy({ Intent: intent }), INSTALLED, { always: ['undo'] })
    expect([...tools.map(({ name }) => name), ...withheld.map(each => each.tool)]).not.toContain('undo')
  }
})

test('every visible tool is either offered or withheld with a reason', () => {
  const visible = INSTALLED.filter(({ facts }) => facts.hidden !== true).map(({ name }) => name)
  for (const intent of INTENTS) {
    const { tools, withheld } = allowedTools(decidePolicy({ Intent: intent }), INSTALLED)
    expect([...tools.map(({ name }) => name), ...withheld.map(each => each.tool)].toSorted()).toEqual(
      visible.toSorted(),
    )
    expect(withheld.filter(({ because }) => because === '')).toEqual([])
  }
})

test('only what is installed is offered, so a row may name what is not there', () => {
  expect(offered('screen_observe')).toEqual([])
  expect(offered('file_task', {}, [])).toEqual([])
})

describe('policy, then the request, then what is always on', () => {
  test('a request can narrow and never widen', () => {
    expect(offered('file_edit', { only: ['file_read', 'system_execute'] })).toEqual(['file_read'])
    expect(offered('chat_only', { only: ['file_read'] })).toEqual([])
  })

  test('what is always on comes along, unless the row or the request leaves it out', () => {
    expect(offered('lookup_search', { always: ['memory_search'] })).toContain('memory_search')
    expect(offered('lookup_search', { always: ['file_read'] })).not.toContain('file_read')
    expect(offered('lookup_search', { always: ['memory_search'], only: ['web_search'] })).toEqual(['web_search'])
  })
})

describe('[ROUTE-21] a new tool with a known capability needs no new row', () => {
  const news = tool('word_count', 'FileAccess')
  const writer = tool('changelog_append', 'FileWrite', { risk: 'write' })
  const odd = tool('touch_files', 'FileAccess', { risk: 'write' })

  test('it is offered where its capability is asked for', () => {
    expect(offered('file_task', {}, [news])).toEqual(['word_count'])
    expect(offered('file_edit', {}, [news, writer])).toEqual(['word_count', 'changelog_append'])
    expect(offered('lookup_search', {}, [tool('news_feed', 'BrowserControl')])).toEqual(['news_feed'])
    expect(offered('system_task', {}, [tool('bash', 'SystemExecute', { risk: 'destroy' })])).toEqual(['bash'])
  })

  test('one that changes something is not offered where somebody only looks', () => {
    expect(offered('file_task', {}, [writer, odd])).toEqual([])
    expect(offered('file_edit', {}, [odd])).toEqual(['touch_files'])
  })

  test('a capability that no row asks for is never offered by itself', () => {
    for (const intent of INTENTS) expect(offered(intent)).not.toContain('github_issues')
  })

  test('tools that the table knows stay where it names them', () => {
    expect(offered('lookup_search')).not.toContain('browser_navigate')
    expect(offered('browse_once')).not.toContain('web_search')
    expect(offered('file_task', {}, [tool('canon_checker', 'FileAccess')])).toEqual([])
    expect(offered('story_task', {}, [tool('canon_checker', 'FileAccess'), ...INSTALLED])).toContain('canon_checker')
  })
})

test('the same tool under another name is the same tool', () => {
  expect(offered('browse_once', {}, [tool('web_fetch', 'BrowserControl')])).toEqual(['web_fetch'])
  expect(offered('lookup_search', {}, [tool('web_fetch', 'BrowserControl')])).toEqual([])
  expect(offered('file_task', {}, [tool('file_reader', 'FileAccess')])).toEqual(['file_reader'])
  expect(offered('lookup_search', {}, [tool('file_reader', 'FileAccess')])).toEqual([])
})

test('the file tools of this package have the names of the table', () => {
  expect(
    offered(
      'file_edit',
      {},
      FILE_TOOLS.map(each => tool(each.name, each.capability, { risk: each.risk })),
    ),
  ).toEqual(FILE_TOOLS.map(({ name }) => name))
})

test('missing names each capability once, and not those of tools that only come along', () => {
  const missing = (intent: string): readonly Capability[] =>
    allowedTools(decidePolicy({ Intent: intent }), INSTALLED).missing
  expect(missing('file_edit')).toEqual(['FileAccess', 'FileWrite'])
  expect(missing('lookup_search')).toEqual(['BrowserControl'])
  expect(missing('chat_only')).toEqual([])
})

describe('why a tool is offered or withheld', () => {
  test.each([
    ['read notes.md', 'file_read', true, 'file_task: messages of this kind use it'],
    ['read notes.md', 'file_search', true, 'file_task: messages of this kind may use tools for FileAccess'],
    ['read notes.md', 'read_result', true, 'file_task: messages of this kind may use tools for FileAccess'],
    ['what is the weather', 'read_result', true, 'lookup_search: it goes with every tool'],
    ['read notes.md', 'file_write', false, 'file_task: messages of this kind need no FileWrite'],
    ['read notes.md', 'system_execute', false, 'file_task: messages of this kind may never use it'],
    ['what is the weather', 'browser_navigate', false, 'lookup_search: it is meant for messages of another kind'],
    ['hello', 'file_read', false, 'chat_only: what was asked needs no tool'],
    ['hello', 'undo', false, 'only the runtime itself calls it'],
    ['hello', 'nothing', false, 'no tool "nothing" is installed'],
  ])('"%s": %s', (message, name, isOffered, rule) => {
    expect(explainOffer(name, routeByRules(message), INSTALLED)).toEqual({ offered: isOffered, rule })
  })
})

test('a tool with two names is offered once, under the name that the table knows', () => {
  const names = ['system_execute', 'bash']
  const both = names.map(name => tool(name, 'SystemExecute', { risk: 'destroy', names }))
  expect(offered('system_task', {}, both)).toEqual(['system_execute'])
  expect(offered('system_task', { only: ['bash'] }, both)).toEqual(['bash'])
  expect(offered('system_task', {}, both.slice(1))).toEqual(['bash'])
  expect(offered('file_task', { always: names }, both)).toEqual([])
})
