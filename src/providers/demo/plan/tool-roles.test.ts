import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { offered } from '../../../../test/demo-turn.ts'
import type { JsonObject, ModelTool } from '../../../core/index.ts'
import { offeredFrom } from '../prompt/offered-tool.ts'
import { type Kit, fitTools } from './tool-roles.ts'

const kitOf = (tools: readonly ModelTool[]): Kit => fitTools(tools.map(offeredFrom))
const namesIn = ({ others, ...roles }: Kit): unknown => ({
  ...Object.fromEntries(Object.entries(roles).map(([role, fitted]) => [role, fitted?.tool.name])),
  others: others.map(({ name }) => name),
})
const tool = (
  name: string,
  description: string,
  properties: Record<string, string>,
  required: readonly string[] = [],
): ModelTool => ({
  name,
  description,
  parameters: {
    type: 'object',
    properties: Object.fromEntries(Object.entries(properties).map(([key, type]) => [key, { type }])),
    required,
  },
})

test('the file tools of a workspace have their roles', () => {
  const kit = kitOf(offered.map(({ name, description, input }) => ({ name, description, parameters: input })))
  expect(namesIn(kit)).toEqual({
    search: 'file_search',
    read: 'file_read',
    list: 'file_list',
    write: 'file_write',
    edit: 'file_edit',
    others: ['read_result', 'web_fetch', 'system_execute', 'bash'],
  })
  expect(kit.edit?.slots).toMatchObject({ path: 'path', old: 'old_text', fresh: 'new_text', all: 'replace_all' })
  expect(kit.search?.slots).toMatchObject({ query: 'query', folder: 'path', glob: 'glob' })
})

test('tools with other names are known by what they say of themselves', () => {
  const kit = kitOf([
    tool('grep_docs', 'Look through all documents for some words.', { pattern: 'string', directory: 'string' }, [
      'pattern',
    ]),
    tool('cat', 'Show the text of one document.', { filename: 'string', startLine: 'integer' }, ['filename']),
    tool('tree', 'List what lies in a directory.', { dir: 'string' }),
    tool('save', 'Create a document.', { document: 'string', body: 'string' }, ['document', 'body']),
    tool('patch', 'Change a passage.', { file: 'string', before: 'string', after: 'string' }, [
      'file',
      'before',
      'after',
    ]),
    tool('get_weather', 'The weather in a city.', { city: 'string' }, ['city']),
  ])
  expect(namesIn(kit)).toEqual({
    search: 'grep_docs',
    read: 'cat',
    list: 'tree',
    write: 'save',
    edit: 'patch',
    others: ['get_weather'],
  })
  expect(kit.read?.slots).toMatchObject({ path: 'filename', start: 'startLine' })
})

test('what acts elsewhere, removes, or needs what nobody said is not taken for a file tool', () => {
  const kit = kitOf([
    tool('web_search', 'Search the web.', { query: 'string' }, ['query']),
    tool('memory_search', 'Find facts in memory.', { query: 'string' }, ['query']),
    tool('file_delete', 'Delete a file; the list is shown first.', { path: 'string' }, ['path']),
    tool('read_page', 'Read a file of a project.', { path: 'string', project_id: 'string' }, ['path', 'project_id']),
  ])
  expect(namesIn(kit)).toEqual({ others: ['web_search', 'memory_search', 'file_delete', 'read_page'] })
})

test('of the manuscript tools, those that read and find are used', () => {
  const file = new URL('../../../../examples/tools/manuscript-tools.json', import.meta.url)
  const tools: readonly { name: string; description: string; parameters: JsonObject }[] = JSON.parse(
    readFileSync(file, 'utf8'),
  )
  expect(namesIn(kitOf(tools))).toMatchObject({ search: 'file_locator', read: 'file_reader' })
})
