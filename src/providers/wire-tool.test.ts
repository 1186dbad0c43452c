import { expect, test } from 'vitest'
import { wireTool, writtenTool } from './wire-tool.ts'

const frozen = Object.freeze({ type: 'object', properties: Object.freeze({}) })

test('a tool is written as its JSON in ASCII, however often and under whatever name', () => {
  for (const name of ['first', 'second', 'first'])
    for (const description of ['Reads … and 🙂 \u00fc\u0080\ud800', 'Writes.', 'Writes.']) {
      const tool = { name, description, parameters: frozen }
      const text = writtenTool(tool)
      expect([JSON.parse(text), /^[ -~]*$/.test(text)]).toEqual([wireTool(tool), true])
    }
})

test('parameters that can still change are written as they are now', () => {
  const parameters = { type: 'object', required: ['one'] }
  const tool = { name: 'any', description: '', parameters }
  const before = writtenTool(tool)
  parameters.required.push('two')
  expect([before, writtenTool(tool)].map(text => JSON.parse(text).function.parameters.required)).toEqual([
    ['one'],
    ['one', 'two'],
  ])
})
