import { expect, test } from 'vitest'
import { wireTool, writtenTool } from './wire-tool.ts'

const frozen = Object.freeze({ type: 'object', properties: Object.freeze({}) })

test('a tool is written as its JSON, however often and under whatever name', () => {
  for (const name of ['first', 'second', 'first'])
    for (const description of ['Reads …', 'Writes.', 'Writes.']) {
      const tool = { name, description, parameters: frozen }
      expect(writtenTool(tool)).toBe(JSON.stringify(wireTool(tool)))
    }
})

test('parameters that can still change are written as they are now', () => {
  const parameters = { type: 'object', required: ['one'] }
  const tool = { name: 'any', description: '', parameters }
  const before = writtenTool(tool)
  parameters.required.push('two')
  expect([before, writtenTool(tool)].map(text => JSON.parse(text).function.parameters.required)).toEqual([['one'], ['one', 'two']])
})
