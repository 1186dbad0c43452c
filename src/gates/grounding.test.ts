import { describe, expect, test } from 'vitest'
import { type Gate, standardValues } from '../core/index.ts'
import { examineGate, sampleProposal, sampleScope, writer } from './conformance.ts'
import { agentSection, grounding } from './grounding.ts'

const on = { hallucination_detection: true, reasoning_models: ['ollama:deepseek-r1*', 'o3'] }
const parts = (model: string | undefined, existing: readonly string[] = []) => ({
  modelOf: () => model,
  pathExists: (path: string) => Promise.resolve(existing.includes(path)),
})
const context = (text: string) =>
  sampleScope({ conversation: { userMessages: [], mentions: part => text.includes(part) } })
const gateOf = (existing: readonly string[] = [], model = 'o3') => grounding(on, parts(model, existing)) as Gate
const noted = (value: string) => [{ name: 'HallucinationSuspect', value }]
const suspects = async (gate: Gate, proposal: Parameters<typeof sampleProposal>[0], text = '') => {
  const verdict = await gate.check(sampleProposal(proposal), context(text))
  return verdict.kind === 'allow' ? verdict.notes : verdict.kind
}

describe('what a model may have made up', () => {
  test('[HALL-01] it is off by default, and then only for models that the configuration names', async () => {
    expect(standardValues(agentSection)).toEqual({ hallucination_detection: false, reasoning_models: [] })
    expect(grounding(standardValues(agentSection), parts('o3'))).toBeUndefined()
    expect(grounding({ ...on, hallucination_detection: false }, parts('o3'))).toBeUndefined()
    expect(await suspects(gateOf([], 'o3'), { args: { path: 'made/up.md' } })).toHaveLength(1)
    expect(await suspects(gateOf([], 'ollama:deepseek-r1:7b'), { args: { path: 'made/up.md' } })).toHaveLength(1)
    expect(await suspects(gateOf([], 'o3-mini'), { args: { path: 'made/up.md' } })).toBeUndefined()
  })

  test('[HALL-02] a path that is not there and was never spoken of is noted', async () => {
    const args = { path: 'made/up.md' }
    expect(await suspects(gateOf(), { args })).toEqual(noted('path made/up.md'))
    expect(await suspects(gateOf(['made/up.md']), { args })).toBeUndefined()
    expect(await suspects(gateOf(), { args }, 'have a look at made/up.md')).toBeUndefined()
    expect(await suspects(gateOf(), { args: { path: './made/up.md' } }, 'have a look at up.md')).toBeUndefined()
  })

  test('a call that creates something may name a new path', async () => {
    expect(
      await suspects(gateOf(), { tool: writer, args: { path: 'new/file.md' }, assessment: { routine: true } }),
    ).toBeUndefined()
    expect(await suspects(gateOf(), { tool: writer, args: { path: 'new/file.md' } })).toHaveLength(1)
  })

  test('[HALL-03] a name that stands nowhere else is noted', async () => {
    const args = { query: 'what did Zelda Quimby-O’Hara say to jan@nowhere.example in Élise Łukasz' }
    expect(await suspects(gateOf(), { args })).toEqual(
      noted('name Zelda Quimby-O’Hara; name jan@nowhere.example; name Élise Łukasz'),
    )
    expect(await suspects(gateOf(), { args: { query: 'Zelda Quimby' } }, 'Mr Quimby came in')).toBeUndefined()
    expect(await suspects(gateOf(), { args: { query: 'the old harbour In Paris' } }, 'Paris')).toBeUndefined()
  })

  test('[HALL-04] suspicion never blocks', async () => {
    const verdict = await gateOf().check(
      sampleProposal({ args: { path: 'made/up.md', who: 'Zelda Quimby' } }),
      context(''),
    )
    expect(verdict.kind).toBe('allow')
  })

  test('however long the arguments are, the notes are few and come soon', async () => {
    const content = `${'a'.repeat(5_000)} ${'Aa '.repeat(100_000)}${'x.'.repeat(100_000)}`
    const paths = Array.from({ length: 5_000 }, (_, index) => `p/${index}`)
    const started = performance.now()
    const notes = await suspects(gateOf(), { args: { content, paths } })
    expect(performance.now() - started).toBeLessThan(1_000)
    expect(JSON.stringify(notes).length).toBeLessThan(1_200)
  })

  test('it judges models only, and passes the exam', async () => {
    expect(gateOf().forModelsOnly).toBe(true)
    expect(await examineGate(gateOf(), sampleProposal(), context(''))).toEqual([])
  })
})
