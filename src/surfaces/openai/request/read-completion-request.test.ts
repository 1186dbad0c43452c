import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { readCompletionRequest } from './read-completion-request.ts'

const loose = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom('function', 'auto', 'none', 'tool', 'user', 'text', null, -1, [], {}, '__proto__'),
)
const shaped = fc.record(
  {
    model: fc.oneof(fc.string(), loose),
    messages: fc.oneof(
      fc.array(
        fc.record(
          {
            role: fc.constantFrom('user', 'system', 'assistant', 'tool', 'developer'),
            content: loose,
            tool_calls: loose,
            tool_call_id: loose,
          },
          { requiredKeys: ['role'] },
        ),
      ),
      loose,
    ),
    tools: fc.oneof(
      fc.array(
        fc.record({
          type: fc.constantFrom('function', 'custom'),
          function: fc.oneof(fc.record({ name: loose, parameters: loose }), loose),
        }),
      ),
      loose,
    ),
    tool_choice: fc.oneof(
      loose,
      fc.record({ type: fc.constantFrom('function', 'allowed_tools'), function: loose, allowed_tools: loose }),
    ),
    response_format: fc.oneof(
      loose,
      fc.record({ type: fc.constantFrom('text', 'json_object', 'json_schema'), json_schema: loose }),
    ),
    stream: loose,
    stream_options: loose,
    temperature: loose,
    stop: loose,
    n: loose,
    modalities: loose,
  },
  { requiredKeys: [] },
)

test('whatever a client sends, it is read or refused with the place that is wrong, and never a crash', () => {
  fc.assert(
    fc.property(fc.oneof(shaped, fc.jsonValue()), value => {
      const read = readCompletionRequest(JSON.stringify(value))
      if (!read.ok) expect(read.error).toMatchObject({ code: 'usage_invalid', detail: { param: expect.any(String) } })
      else expect(read.value.messages.length).toBeGreaterThan(0)
    }),
  )
})

test('bytes that are no JSON are refused', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), text => {
      expect(readCompletionRequest(`{${text}`).ok && text.trim() !== '}').toBe(false)
    }),
  )
})
