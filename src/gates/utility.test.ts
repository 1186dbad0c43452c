import { describe, expect, test } from 'vitest'
import { type Gate, type Scope, standardValues } from '../core/index.ts'
import { examineGate, fileReader, sampleProposal, sampleScope, writer } from './conformance.ts'
import { utility, utilitySection } from './utility.ts'

const standard = { ...standardValues(utilitySection), enabled: true }
const never = { ...standard, threshold: 100 }
const gateOf = (values: Partial<typeof standard> = {}, spent = 0) =>
  utility({ ...standard, ...values }, { spent: () => spent }) as Gate
const saying = (message: string): Scope =>
  sampleScope({ conversation: { userMessages: ['Use the file_reader tool!', message], mentions: () => true } })
const after = (...signatures: readonly string[]): Scope => sampleScope({ counters: { sessionCalls: 1, signatures } })
const score = async (gate: Gate, scope: Scope) => {
  const verdict = await gate.check(sampleProposal(), scope)
  return verdict.kind === 'allow' || verdict.kind === 'deny' ? verdict.notes?.[0]?.value : undefined
}

describe('the score of a call', () => {
  test('[GATE-16] it is off by default, with a threshold of 0', () => {
    expect(standardValues(utilitySection)).toMatchObject({ enabled: false, threshold: 0 })
    expect(utility(standardValues(utilitySection), { spent: () => 0 })).toBeUndefined()
  })

  test('[GATE-16] gain, cost, redundancy and exploration make it up', async () => {
    const { signature } = sampleProposal()
    expect(await score(gateOf(), after())).toBe('0.70')
    expect(await score(gateOf({}, 0.4), after())).toBe('0.50')
    expect(await score(gateOf(), after('x', 'y', 'z', 'w', 'v'))).toBe('0.60')
    expect(await score(gateOf(), after(signature))).toBe('0.38')
    expect(await score(gateOf({}, 1), after(...Array.from({ length: 20 }, () => signature)))).toBe('-0.30')
  })

  test('[GATE-16] below the threshold the call is skipped, and says so', async () => {
    expect(await gateOf({ threshold: 0.71 }).check(sampleProposal(), after())).toEqual({
      kind: 'deny',
      fault: {
        code: 'utility_below_threshold',
        message: 'The call was skipped. Its score is 0.70, and 0.71 is needed.',
      },
      notes: [{ name: 'utility_score', value: '0.70' }],
    })
    expect((await gateOf({ threshold: 0.7 }).check(sampleProposal(), after())).kind).toBe('allow')
  })

  test.each([['Please use file_reader on it'], ['Use the file-reader.'], ['run File Reader now'], ['`file_reader`']])(
    '[GATE-17] asked for in "%s", it runs whatever its score',
    async message => {
      expect((await gateOf(never).check(sampleProposal(), saying(message))).kind).toBe('allow')
    },
  )

  test.each([['Read the file'], ['file readers are great'], [''], ['the profile_reader'], ['my file, reader!x']])(
    '"%s" asks for nothing by name',
    async message => {
      const expected = message.startsWith('my') ? 'allow' : 'deny'
      expect((await gateOf(never).check(sampleProposal(), saying(message))).kind).toBe(expected)
    },
  )

  test('a name that is an everyday word must be spoken of as a tool', async () => {
    const search = { tool: { ...fileReader, name: 'search' } }
    for (const message of ['use search', 'Run the search', 'try your search tool'])
      expect((await gateOf(never).check(sampleProposal(search), saying(message))).kind).toBe('allow')
    for (const message of ['search for ships', 'my search failed'])
      expect((await gateOf(never).check(sampleProposal(search), saying(message))).kind).toBe('deny')
  })

  test.each([
    [{ gain_weight: Number.NaN }, 0],
    [{ threshold: Number.NaN }, 0],
    [{ cost_weight: Number.POSITIVE_INFINITY }, 1],
    [{}, Number.NaN],
  ])('[GATE-18] a score that is no number runs nothing (%j, spent %d)', async (values, spent) => {
    expect(await gateOf(values, spent).check(sampleProposal(), after())).toMatchObject({
      kind: 'deny',
      notes: [{ name: 'utility_score', value: 'error:no finite number' }],
    })
  })

  test('[GATE-19] what changes something is never skipped, not even when the score is no number', async () => {
    for (const values of [never, { gain_weight: Number.NaN }])
      for (const tool of [writer, { ...writer, risk: 'destroy' as const }, { ...fileReader, facts: { egress: true } }])
        expect(await gateOf(values).check(sampleProposal({ tool }), after())).toEqual({ kind: 'allow' })
  })

  test('[GATE-20] the skill tools are exempt by default, and whatever the configuration says', async () => {
    expect(standard.exempt_tools).toEqual(expect.arrayContaining(['invoke_skill', 'load_skill']))
    for (const name of ['invoke_skill', 'load_skill'])
      expect(
        (await gateOf({ ...never, exempt_tools: [] }).check(sampleProposal({ tool: { ...fileReader, name } }), after()))
          .kind,
      ).toBe('allow')
    expect((await gateOf({ ...never, exempt_tools: ['file_reader'] }).check(sampleProposal(), after())).kind).toBe(
      'allow',
    )
  })

  test('it judges models only, and passes the exam', async () => {
    expect(gateOf().forModelsOnly).toBe(true)
    expect(await examineGate(gateOf(never), sampleProposal(), sampleScope())).toEqual([])
  })
})
