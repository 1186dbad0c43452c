import { describe, expect, test } from 'vitest'
import { CountersignError } from '../core/index.ts'
import { repairRequest } from '../protocol/index.ts'
import { assemble, decoderFor } from './index.ts'

const PLAN = {
  type: 'object',
  properties: { steps: { type: 'array', items: { type: 'string' }, minItems: 1 } },
  required: ['steps'],
  additionalProperties: false,
}

describe('a plan is checked before anyone uses it', () => {
  const decode = decoderFor(PLAN)

  test('[REPAIR-05] a plan that fits is handed on, out of prose and with what was put right', () => {
    expect(decode("Here is my plan: {'steps': ['look', 'write'],}")).toEqual({
      ok: true,
      value: { value: { steps: ['look', 'write'] }, fixups: ['single_quotes', 'trailing_comma'] },
    })
  })

  test.each([
    ['{"steps":[]}', 'steps'],
    ['{"steps":["look",7]}', 'steps[1]'],
    ['{"step":["look"]}', 'steps'],
  ])('[REPAIR-05] %s is not used, and the complaint names the place', (raw, place) => {
    const decoded = decode(raw)
    expect(decoded).toMatchObject({
      ok: false,
      error: { code: 'output_invalid', message: expect.stringContaining(`"${place}"`) },
    })
  })

  test.each(['Sorry, no plan.', '{"steps":["look"', '{"steps":["a"],"steps":["b"]}', ''])(
    '[REPAIR-05] %j holds no plan at all',
    raw => {
      expect(decode(raw)).toMatchObject({ ok: false, error: { code: 'output_invalid' } })
    },
  )

  test('a hostile schema is refused before any reply is read', () => {
    expect(() => decoderFor({ type: 'object', properties: { x: { type: 'string', pattern: '(a)\\1' } } })).toThrow(
      CountersignError,
    )
  })
})

describe('an assembly', () => {
  const tools = [
    {
      name: 'f',
      risk: 'read' as const,
      capability: 'FileAccess' as const,
      input: { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] },
    },
  ]

  test('[REPAIR-06] what was wrong with a reply reaches the model as the validator put it', () => {
    const { read, catalog } = assemble({ tools })
    const content = '{"type":"tool_call","name":"f","args":{"n":"ten"}}'
    const { move, requests } = read({ content }, { profile: 'lenient' })
    if (move.kind !== 'rejected') throw new Error('expected a rejection')
    const messages = repairRequest({
      profile: 'lenient',
      tools: catalog.list(),
      rejection: move.rejection,
      invalidOutput: content,
      attempt: 1,
      requested: requests[0]?.name ?? '',
    })
    expect(messages.system.text + messages.user.text).toContain('"n" must be a whole number, got "ten"')
  })

  test('a wrong tool is refused while assembling', () => {
    expect(() => assemble({ tools: [...tools, ...tools] })).toThrow(CountersignError)
  })
})
