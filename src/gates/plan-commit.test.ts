import { describe, expect, test } from 'vitest'
import { committer, examineGate, sampleProposal, sampleScope } from './conformance.ts'
import { type KnownGroup, type KnownPlan, planCommit } from './plan-commit.ts'

const group: KnownGroup = { id: 'g_1', hash: 'h_1', summary: 'twelve notes' }
const plan = (...groups: readonly KnownGroup[]): KnownPlan => ({ id: 'plan_1', groups })
const commit = { tool: committer, args: { plan_id: 'plan_1', group_id: 'g_1' } }

const gateOf = (known: KnownPlan, hash: string | undefined = 'h_1') =>
  planCommit({
    plans: { find: (id, session) => (id === known.id && session === 'sess_1' ? known : undefined) },
    currentHash: () => Promise.resolve(hash),
  })

describe('committing a plan', () => {
  test('an open group that is as it was planned may be committed, once', async () => {
    expect(await gateOf(plan(group)).check(sampleProposal(commit), sampleScope())).toEqual({
      kind: 'allow',
      uses: ['plan:plan_1/g_1'],
    })
  })

  test.each([
    ['no ids', {}],
    ['no group', { plan_id: 'plan_1' }],
    ['a number for an id', { plan_id: 1, group_id: 'g_1' }],
    ['an unknown plan', { plan_id: 'plan_2', group_id: 'g_1' }],
    ['an unknown group', { plan_id: 'plan_1', group_id: 'g_2' }],
  ])('[GATE-06] %s is refused', async (_what, args) => {
    const verdict = await gateOf(plan(group)).check(sampleProposal({ ...commit, args }), sampleScope())
    expect(verdict).toMatchObject({ kind: 'deny', fault: { code: 'plan_invalid' } })
  })

  test('[GATE-06] the plan of another session is unknown', async () => {
    const verdict = await gateOf(plan(group)).check(sampleProposal(commit), sampleScope({ session: 'sess_2' }))
    expect(verdict).toMatchObject({ kind: 'deny', fault: { code: 'plan_invalid' } })
  })

  test.each([['h_2'], [undefined], ['']])(
    '[GATE-07] when its hash is now %s, it is refused and asks to re-plan',
    async hash => {
      const gate = planCommit({ plans: { find: () => plan(group) }, currentHash: () => hash })
      expect(await gate.check(sampleProposal(commit), sampleScope())).toEqual({
        kind: 'deny',
        fault: {
          code: 'plan_invalid',
          message: 'Group "g_1" has changed since plan "plan_1" was made. Nothing was changed; re-plan first.',
        },
      })
    },
  )

  test('a committed group is refused, but the same event again goes on to its stored result', async () => {
    const proposal = sampleProposal(commit)
    const committed = (key: string) =>
      gateOf(plan({ ...group, committedAs: key }), undefined).check(proposal, sampleScope())
    expect(await committed('another key')).toMatchObject({
      kind: 'deny',
      fault: { message: expect.stringContaining('committed already') },
    })
    expect(await committed(proposal.idempotencyKey)).toEqual({ kind: 'allow', uses: ['plan:plan_1/g_1'] })
  })

  test('a tool that needs no plan is none of its business', async () => {
    expect(await gateOf(plan()).check(sampleProposal(), sampleScope())).toEqual({ kind: 'allow' })
  })

  test('the gate passes the exam', async () => {
    expect(await examineGate(gateOf(plan()), sampleProposal(commit), sampleScope())).toEqual([])
  })
})
