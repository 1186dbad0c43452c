import { describe, expect, test } from 'vitest'
import type { Assessment, Scope, Trust } from '../core/index.ts'
import { type ConfirmationParts, confirmation } from './confirmation.ts'
import { committer, examineGate, fileReader, sampleProposal, sampleScope, writer } from './conformance.ts'

const nobody: ConfirmationParts = { plans: { find: () => undefined }, standing: () => undefined }
const check = async (
  parts: Partial<ConfirmationParts>,
  proposal: Parameters<typeof sampleProposal>[0],
  scope: Partial<Scope> = {},
) => confirmation({ ...nobody, ...parts }).check(sampleProposal(proposal), sampleScope(scope))
const flag = { standing: () => 'flag' }
const fetcher = { ...fileReader, name: 'web_fetch', facts: { egress: true } }
const deleter = { ...writer, name: 'delete', risk: 'destroy' } as const
const commit = { tool: committer, args: { plan_id: 'p', group_id: 'g' } }
const confirmedPlan = {
  plans: { find: () => ({ id: 'p', groups: [{ id: 'g', hash: 'h', summary: 's', confirmedBy: 'tty' }] }) },
}

describe('who is asked about what', () => {
  const kinds: Record<string, Parameters<typeof sampleProposal>[0]> = {
    read: { tool: fileReader },
    routine: { tool: writer, assessment: { routine: true } },
    write: { tool: writer },
    egress: { tool: fetcher },
    requested: { tool: fetcher, assessment: { requested: true } },
    destroy: { tool: deleter, assessment: { routine: true } },
  }
  test.each<[Trust, string[]]>([
    ['Untrusted', ['read', 'routine', 'write', 'egress', 'requested', 'destroy']],
    ['Provisional', ['routine', 'write', 'egress', 'destroy']],
    ['Trusted', ['write', 'egress', 'destroy']],
  ])('in a workspace that is %s, a person is asked about %j', async (trust, expected) => {
    const asked = []
    for (const [kind, proposal] of Object.entries(kinds))
      if ((await check({}, proposal, { trust })).kind === 'ask') asked.push(kind)
    expect(asked).toEqual(expected)
  })

  test('the question says why, and what would happen', async () => {
    expect(
      await check(
        {},
        { tool: writer, assessment: { summary: 'writes 12 lines to notes.md', question: 'It is large.' } },
      ),
    ).toEqual({
      kind: 'ask',
      question: { reason: 'It changes something. It is large.', summary: 'writes 12 lines to notes.md' },
    })
  })

  test('of what is only unknown, the question does not say that it destroys', async () => {
    expect(await check({}, { tool: writer, assessment: { risk: 'destroy', summary: 'runs x' } })).toEqual({
      kind: 'ask',
      question: { reason: 'It may destroy something.', summary: 'runs x' },
    })
  })

  test('a doubt about this very call asks, whatever its risk and the trust', async () => {
    const doubt: Partial<Assessment> = { question: 'The file looks like a key.' }
    for (const trust of ['Provisional', 'Trusted'] as const)
      expect((await check({}, { assessment: doubt }, { trust })).kind).toBe('ask')
    expect((await check(flag, { tool: writer, assessment: doubt })).kind).toBe('ask')
  })

  test('what a risk lowered by its own assessment does is decided by that risk', async () => {
    expect((await check({}, { tool: deleter, assessment: { risk: 'read' } })).kind).toBe('allow')
    expect((await check({}, { tool: fileReader, assessment: { risk: 'destroy' } })).kind).toBe('ask')
  })
})

describe('answers', () => {
  test('a confirmation in advance covers what changes or sends, never what destroys', async () => {
    expect(await check(flag, { tool: writer })).toEqual({ kind: 'allow', decidedBy: 'flag' })
    expect(await check(flag, { tool: fetcher })).toEqual({ kind: 'allow', decidedBy: 'flag' })
    expect((await check(flag, { tool: deleter })).kind).toBe('ask')
    expect((await check(flag, { tool: writer, assessment: { risk: 'destroy' } })).kind).toBe('ask')
    expect((await check(flag, commit)).kind).toBe('ask')
  })

  test('a group of a plan that a person has confirmed may be destroyed', async () => {
    expect(await check(confirmedPlan, commit)).toEqual({ kind: 'allow', decidedBy: 'tty' })
    expect(
      (await check({ plans: { find: () => ({ id: 'p', groups: [{ id: 'g', hash: 'h', summary: 's' }] }) } }, commit))
        .kind,
    ).toBe('ask')
    expect((await check(confirmedPlan, { ...commit, args: { plan_id: 'p', group_id: 'other' } })).kind).toBe('ask')
  })

  test('naming a confirmed plan helps no tool that does not work by plans', async () => {
    expect((await check(confirmedPlan, { tool: deleter, args: { plan_id: 'p', group_id: 'g' } })).kind).toBe('ask')
  })
})

describe('a call that had to be repaired', () => {
  const repaired = { tool: writer, fixups: ['single_quotes'] } as const
  test('it is asked about, even with a confirmation in advance or in a trusted workspace', async () => {
    expect(await check(flag, repaired)).toMatchObject({
      kind: 'ask',
      question: { reason: expect.stringContaining('repaired') },
    })
    expect((await check({}, { ...repaired, assessment: { routine: true } }, { trust: 'Trusted' })).kind).toBe('ask')
    expect((await check({ ...confirmedPlan }, { ...commit, fixups: ['single_quotes'] })).kind).toBe('ask')
  })

  test('it is not if the model wrote the same call twice, if it only reads, or if a person typed it', async () => {
    expect((await check({ ...flag, readTwice: () => true }, repaired)).kind).toBe('allow')
    expect((await check({}, { tool: fileReader, fixups: ['single_quotes'] })).kind).toBe('allow')
    expect((await check(flag, { tool: writer, fixups: ['string_to_number'] }, { ownAct: true })).kind).toBe('allow')
  })
})

test('[GATE-15] an autonomous call asks nobody, in any case', async () => {
  for (const tool of [fileReader, writer, deleter, fetcher])
    for (const trust of ['Untrusted', 'Provisional', 'Trusted'] as const)
      expect(
        await check(
          {},
          { tool, phase: 'Autonomous', fixups: ['single_quotes'], assessment: { question: 'x' } },
          { trust },
        ),
      ).toEqual({
        kind: 'allow',
      })
})

test('the gate passes the exam', async () => {
  expect(await examineGate(confirmation(nobody), sampleProposal({ tool: writer }), sampleScope())).toEqual([])
})
