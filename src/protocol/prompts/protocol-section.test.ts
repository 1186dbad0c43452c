import { describe, expect, test } from 'vitest'
import { decisionSection } from './decision-section.ts'
import { finalSection } from './final-section.ts'
import { protocolSection } from './protocol-section.ts'

describe('strict', () => {
  test('[STRICT-15] the section has its title, the nonce, and says that a call is required only when it is', () => {
    const required = protocolSection({ profile: 'strict', required: true, nonce: 'n_1' }).text.split('\n')
    expect(required[0]).toBe('Tool Call Protocol (STRICT JSON ONLY)')
    expect(required).toContain('TOOL_NONCE: n_1')
    expect(required).toContain('TOOL_CALL_REQUIRED: true')
    const free = protocolSection({ profile: 'strict', required: false, nonce: 'n_1' }).text
    expect(free).toContain('TOOL_NONCE: n_1')
    expect(free).not.toContain('TOOL_CALL_REQUIRED')
  })

  test('plain text is offered as a way out only when no call is required', () => {
    expect(protocolSection({ profile: 'strict', required: false, nonce: 'n_1' }).text).toContain(
      'To answer without a tool',
    )
    expect(protocolSection({ profile: 'strict', required: true, nonce: 'n_1' }).text).not.toContain(
      'To answer without a tool',
    )
  })

  test('the nonce stands at the end, so that the start of the prompt stays the same from step to step', () => {
    const [one = '', two = ''] = ['n_1', 'n_2'].map(
      nonce => protocolSection({ profile: 'strict', required: true, nonce }).text,
    )
    expect(one.split('n_1')).toHaveLength(2)
    expect(one.split('n_1')[0]).toBe(two.split('n_2')[0])
    expect(one.indexOf('n_1')).toBeGreaterThan(one.length * 0.9)
  })
})

test.each(['lenient', 'run'] as const)(
  '%s: one JSON object or a plain message, and only the object when a call is required',
  profile => {
    const free = protocolSection({ profile, required: false }).text
    expect(free).toContain('{"type":"tool_call","name":"<tool>"')
    expect(free).toContain('B) Otherwise: a plain message without JSON.')
    expect(protocolSection({ profile, required: true }).text).not.toContain('plain message')
  },
)

describe('after a tool result', () => {
  test('both decisions stand there as JSON with the nonce of this step, and how many steps remain', () => {
    const { text } = decisionSection({ nonce: 'n_1', stepsRemaining: 2 })
    const shown = text.split('\n').filter(line => line.startsWith('{'))
    expect(shown.map(line => JSON.parse(line))).toEqual([
      { action: 'tool', tool: '<tool>', args: { '<argument>': '<value>' }, nonce: 'n_1' },
      { action: 'final', nonce: 'n_1' },
    ])
    expect(text).toContain('Tool steps remaining: 2')
    expect(text).toContain('TOOL_NONCE: n_1')
    expect(text).not.toContain('Allowed tools')
  })

  test('allowed tools are listed by the names that calls use', () => {
    const { text } = decisionSection({
      nonce: 'n_1',
      stepsRemaining: 2,
      allowedTools: ['file_reader', 'memory.gc_plan'],
    })
    expect(text).toContain('Allowed tools: file_reader, memory.gc_plan')
  })
})

test('the final request asks for prose, and says why no tool is left when it was forced', () => {
  const [asked, forced] = [finalSection({ forced: false }), finalSection({ forced: true })]
  expect(asked.text).toContain('Write the answer to the user now, as plain text.')
  expect(asked.text).not.toContain('No tool steps remain')
  expect(forced.text).toBe(`No tool steps remain, so no tool can be called any more.\n${asked.text}`)
  expect(forced.hash).not.toBe(asked.hash)
})
