import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CountersignError, type Fault, type JsonObject, standardValues } from '../core/index.ts'
import { sampleCall, sampleProposal, sampleScope } from './conformance.ts'
import { guardrailsSection, loopGuard, signatureOf } from './loop-guard.ts'

const standard = standardValues(guardrailsSection)

/** Plays a turn: every call is counted, also one that was refused. */
async function play(letters: string, values = standard): Promise<readonly (Fault | 'ran')[]> {
  const gate = loopGuard(values)
  const signatures: string[] = []
  const answers: (Fault | 'ran')[] = []
  for (const letter of letters) {
    const proposal = sampleProposal({ args: { path: `${letter}.md` } })
    const verdict = await gate.check(
      proposal,
      sampleScope({ counters: { sessionCalls: signatures.length + 1, signatures: [...signatures] } }),
    )
    answers.push(verdict.kind === 'deny' ? verdict.fault : 'ran')
    signatures.push(proposal.signature)
  }
  return answers
}
const codes = async (letters: string, values = standard): Promise<readonly string[]> =>
  (await play(letters, values)).map(answer => (answer === 'ran' ? answer : answer.code))

describe('the signature of an action', () => {
  test('[GUARD-02] the order of arguments, at any depth, makes no difference', () => {
    const shuffled = (value: JsonObject): JsonObject => Object.fromEntries(Object.entries(value).toReversed())
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.string({ unit: 'grapheme-ascii' }),
          fc.dictionary(fc.string({ unit: 'grapheme-ascii' }), fc.integer()),
        ),
        args => {
          const { tool } = sampleCall()
          const other = shuffled(Object.fromEntries(Object.entries(args).map(([key, inner]) => [key, shuffled(inner)])))
          expect(signatureOf({ tool, args: other }, 'x')).toBe(signatureOf({ tool, args }, 'x'))
        },
      ),
    )
  })

  test('[GUARD-02] another target, tool or argument is another action', () => {
    const call = sampleCall()
    const all = [
      signatureOf(call),
      signatureOf(call, 'a.md'),
      signatureOf(call, 'b.md'),
      signatureOf({ ...call, args: { path: 'other.md' } }, 'a.md'),
      signatureOf({ ...call, tool: { ...call.tool, name: 'file_locator' } }, 'a.md'),
    ]
    expect(new Set(all).size).toBe(all.length)
  })

  test('what stands between tool, arguments and target cannot be moved from one to the other', () => {
    const { tool } = sampleCall()
    expect(signatureOf({ tool: { ...tool, name: 'ab' }, args: {} }, 'c')).not.toBe(
      signatureOf({ tool: { ...tool, name: 'a' }, args: {} }, 'bc'),
    )
  })
})

describe('repeating an action', () => {
  test('[GUARD-03] the third time in a row is forbidden, with another action in between it is not', async () => {
    expect(await codes('AAA')).toEqual(['ran', 'ran', 'loop_override'])
    expect(await codes('ABA')).toEqual(['ran', 'ran', 'ran'])
    expect(await codes('AABA')).toEqual(['ran', 'ran', 'ran', 'ran'])
  })

  test('[GUARD-04] what is forbidden is typed: signature, tool and arguments', async () => {
    const [, , override] = await play('AAA')
    const { signature } = sampleProposal({ args: { path: 'A.md' } })
    expect(override).toEqual({
      code: 'loop_override',
      message: expect.stringContaining('3 times in a row'),
      detail: {
        override: {
          signature,
          tool: 'file_reader',
          forbidden_arguments: { path: 'A.md' },
          reason: '"file_reader" was called 3 times in a row with the same arguments.',
        },
      },
    })
  })

  test('[GUARD-05] the fourth time stops the run and names the signature', async () => {
    expect(await codes('AAAA')).toEqual(['ran', 'ran', 'loop_override', 'system_error'])
    const stopped = (await play('AAAA')).at(-1)
    expect(stopped).toMatchObject({ detail: { signature: sampleProposal({ args: { path: 'A.md' } }).signature } })
  })

  test('another action after the override starts the count anew', async () => {
    expect(await codes('AAABAAA')).toEqual(['ran', 'ran', 'loop_override', 'ran', 'ran', 'ran', 'loop_override'])
  })

  test('[GUARD-06] threshold and number of overrides are those of the configuration', async () => {
    const values = { repeat_window: 4, loop_repeat_threshold: 2, loop_override_max_retries: 2 }
    expect(await codes('AAAA', values)).toEqual(['ran', 'loop_override', 'loop_override', 'system_error'])
    expect(await codes('AAA', { ...standard, loop_override_max_retries: 0 })).toEqual(['ran', 'ran', 'system_error'])
    expect(await codes('AAAA', { ...standard, repeat_window: 4, loop_repeat_threshold: 4 })).toEqual([
      'ran',
      'ran',
      'ran',
      'loop_override',
    ])
  })

  test('[GUARD-03] [GUARD-06] repeats are counted within the window, also with other actions in between', async () => {
    expect(await codes('ABABA', { ...standard, repeat_window: 5 })).toEqual([
      'ran',
      'ran',
      'ran',
      'ran',
      'loop_override',
    ])
    expect(await codes('ABABA', { ...standard, repeat_window: 4 })).toEqual(['ran', 'ran', 'ran', 'ran', 'ran'])
    expect(await codes('ABCABCA', { ...standard, repeat_window: 7 })).toEqual([
      'ran',
      'ran',
      'ran',
      'ran',
      'ran',
      'ran',
      'loop_override',
    ])
    expect(await codes('AABA', { ...standard, repeat_window: 4 })).toEqual(['ran', 'ran', 'ran', 'loop_override'])
    const [, , , override] = await play('AABA', { ...standard, repeat_window: 4 })
    expect(override).toMatchObject({ message: expect.stringContaining('3 times within 4 calls') })
  })

  test('[GUARD-05] within a wider window another action in between does not forgive: the next repeat stops the run', async () => {
    expect(await codes('AAABA', { ...standard, repeat_window: 6 })).toEqual([
      'ran',
      'ran',
      'loop_override',
      'ran',
      'system_error',
    ])
    expect(await codes('AAABBBBBA', { ...standard, repeat_window: 6 }).then(all => all.at(-1))).toBe('ran')
  })

  test('[GUARD-06] whatever the limits, an action runs, is forbidden or stops the run as its definition says', async () => {
    const limits = fc.record({
      loop_repeat_threshold: fc.integer({ min: 2, max: 4 }),
      wider: fc.integer({ min: 0, max: 4 }),
      loop_override_max_retries: fc.integer({ min: 0, max: 3 }),
    })
    const turns = fc.array(fc.constantFrom('A', 'B', 'C'), { maxLength: 24 })
    await fc.assert(
      fc.asyncProperty(limits, turns, async ({ wider, ...rest }, letters) => {
        const values = { ...rest, repeat_window: rest.loop_repeat_threshold + wider }
        const forbidden = new Map<string, number>()
        const expected = letters.map((letter, step) => {
          const seen = letters
            .slice(Math.max(0, step - values.repeat_window + 1), step + 1)
            .filter(each => each === letter).length
          const times = seen < values.loop_repeat_threshold ? 0 : (forbidden.get(letter) ?? 0) + 1
          forbidden.set(letter, times)
          return times === 0 ? 'ran' : times <= values.loop_override_max_retries ? 'loop_override' : 'system_error'
        })
        expect(await codes(letters.join(''), values)).toEqual(expected)
      }),
      { numRuns: 300 },
    )
  })

  test('a window in which no loop would fit is a wrong configuration', () => {
    expect(() => loopGuard({ ...standard, repeat_window: 2 })).toThrow(CountersignError)
    expect(() => loopGuard({ ...standard, repeat_window: 2 })).toThrow(/repeat_window to 3/)
  })

  test('the defaults are three steps, three times, one override', () => {
    expect(standard).toEqual({ repeat_window: 3, loop_repeat_threshold: 3, loop_override_max_retries: 1 })
  })

  test('the costs do not grow with the length of the turn', async () => {
    const signatures = Array.from({ length: 200_000 }, () => 'same')
    const scope = sampleScope({ counters: { sessionCalls: 1, signatures } })
    const gate = loopGuard(standard)
    const started = performance.now()
    for (let i = 0; i < 1_000; i++)
      await gate.check({ ...sampleProposal({ call: sampleCall() }), signature: 'same' }, scope)
    expect(performance.now() - started).toBeLessThan(2_000)
  })
})
