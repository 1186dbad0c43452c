import { describe, expect, test } from 'vitest'
import { createCatalog } from './registry.ts'

const tools = createCatalog(
  ['file_locator', 'memory.gc_plan', 'Web Fetch', 'functions.reload', 'search'].map(name => ({
    name,
    input: { type: 'object' },
    risk: 'read' as const,
    capability: 'FileAccess' as const,
  })),
  { aliases: { read_file: 'file_locator', 'find.files': 'file_locator', 'tools.lookup': 'search' } },
)

describe('names beyond the exact one', () => {
  test('an exact name is found and nothing is recorded', () => {
    expect(tools.find('memory.gc_plan')).toEqual({ tool: tools.get('memory.gc_plan'), aliases: [], shortened: false })
  })

  test.each([
    ['File_Locator', 'file_locator'],
    ['file-locator', 'file_locator'],
    ['file locator', 'file_locator'],
    ['file.locator', 'file_locator'],
    [' file_locator\n', 'file_locator'],
    ['memory_gc_plan', 'memory.gc_plan'],
    ['web_fetch', 'Web Fetch'],
    ['functions.file_locator', 'file_locator'],
    ['functions:file_locator', 'file_locator'],
    ['functions::memory.gc_plan', 'memory.gc_plan'],
    ['Tools/search', 'search'],
    ['tool.search', 'search'],
    ['default_api.search', 'search'],
    ['mcp__files__search', 'search'],
    ['functions.reload', 'functions.reload'],
    ['read_file', 'file_locator'],
    ['READ-FILE', 'file_locator'],
    ['tools.read_file', 'file_locator'],
    ['find_files', 'file_locator'],
    ['Tools.Lookup', 'search'],
  ])('%j is %j', (name, expected) => {
    const found = tools.find(name)
    expect(found?.tool.name).toBe(expected)
    expect(found?.aliases).toEqual(name === expected ? [] : [`${name}→${expected}`])
  })

  test.each([
    '',
    'file',
    'locator',
    'filelocator',
    'fileLocator',
    'file_locators',
    'plan',
    'gc',
    'functions',
    'functions.',
    'functions.tools.search',
    'my.search',
    'file\\_locator',
    '__proto__',
    'constructor',
    'toString',
    `${'_'.repeat(300)}search`,
  ])('%j is nobody: never partial, never fuzzy', name => {
    expect(tools.find(name)).toBeUndefined()
  })

  test('a tool answers to its name without the namespace, if no other tool ends the same way', () => {
    expect(tools.find('gc_plan')).toMatchObject({
      tool: { name: 'memory.gc_plan' },
      aliases: ['gc_plan→memory.gc_plan'],
      shortened: true,
    })
    const two = createCatalog(
      ['a.get', 'b.get'].map(name => ({ name, risk: 'read', capability: 'FileAccess', input: { type: 'object' } })),
    )
    expect(two.find('get')).toBeUndefined()
    expect(two.find('a.get')).toMatchObject({ shortened: false })
  })

  test.each([
    'search()',
    'functions.search:0',
    'search ( )',
    'search<|channel|>commentary',
    'functions.search<｜end｜>',
  ])('what was left behind a name is no part of it, but not in strict: %j', name => {
    expect(tools.find(name)).toMatchObject({ tool: { name: 'search' }, aliases: [`${name}→search`], shortened: true })
  })

  test('a lookup among ten thousand tools costs no more than among ten', () => {
    const many = createCatalog(
      Array.from({ length: 10_000 }, (_, index) => ({
        name: `tool_${index}`,
        input: {},
        risk: 'read' as const,
        capability: 'FileAccess' as const,
      })),
    )
    const started = performance.now()
    for (let index = 0; index < 10_000; index += 1) many.find(`Tool-${index}`)
    expect(performance.now() - started).toBeLessThan(500)
  })
})
