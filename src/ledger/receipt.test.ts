import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createMac } from './keys.ts'
import { expectedSignature, signReceipt } from './receipt.ts'

const mac = createMac(Buffer.alloc(32, 1))

test('the signature that a receipt carries is the one that checking it expects, whatever stands in it', () => {
  const words = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom(',"task_id":', '","signature":"', '\\'))
  fc.assert(
    fc.property(words, fc.dictionary(words, words, { maxKeys: 3 }), fc.option(words), (word, inputs, task) => {
      const receipt = signReceipt(
        {
          agent_id: word,
          conference_id: task,
          decided_by: word,
          file_refs: [],
          inputs: { task_id: word, inputs },
          key_id: word,
          outputs: { text: word, truncated: false, error: { task_id: task } },
          receipt_id: word,
          seq: 1,
          session_id: word,
          task_id: task,
          timestamp: word,
          tool_id: word,
          turn_id: word,
        },
        mac,
      )
      expect(receipt.signature).toBe(expectedSignature({ ...receipt }, mac))
      expect(expectedSignature({ ...receipt, tool_id: `${word}.` }, mac)).not.toBe(receipt.signature)
    }),
    { seed: 5, numRuns: 300 },
  )
})
