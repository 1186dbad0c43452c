import { expect, test } from 'vitest'
import { isOff, switched } from './switched-off.ts'

const OTHERS = [
  { action: 'deny', tools: ['file_write'], paths: ['secret/**'] },
  { action: 'deny', tools: ['file_write', 'file_move'] },
  { action: 'ask', tools: ['file_write'] },
]

test('off and on again leaves the rules as they were, and no other rule means off', () => {
  expect(isOff(OTHERS, ['file_write'])).toBe(false)
  const off = switched(OTHERS, ['file_write'])
  expect(off[0]).toMatchObject({ action: 'deny', tools: ['file_write'] })
  expect(off.slice(1)).toEqual(OTHERS)
  expect(isOff(off, ['file_write'])).toBe(true)
  expect(isOff(off, ['file_move'])).toBe(false)
  expect(switched(off, ['file_write'])).toEqual(OTHERS)
})

test('a tool that was switched off under one of its names is off under the others, and goes on again from there', () => {
  const off = switched(OTHERS, ['bash', 'system_execute', 'bash'])
  expect(off[0]).toMatchObject({ action: 'deny', tools: ['bash'] })
  expect(isOff(off, ['system_execute', 'system_execute', 'bash'])).toBe(true)
  expect(switched(off, ['system_execute', 'system_execute', 'bash'])).toEqual(OTHERS)
})
