import { expect, test } from 'vitest'
import { examineGate, sampleProposal, sampleScope } from './conformance.ts'
import { type GrantAnswer, type GrantQuery, permissionToken } from './permission-token.ts'

const answering = (answer: GrantAnswer) => permissionToken({ findGrant: () => Promise.resolve(answer) })

test('without a token the call is refused in the agreed words', async () => {
  expect(await answering({ missing: true }).check(sampleProposal(), sampleScope())).toEqual({
    kind: 'deny',
    fault: {
      code: 'permission_denied',
      message: 'Permission denied: no active token for FileAccess.',
      detail: { capability: 'FileAccess' },
    },
  })
})

test('a token that does not hold is refused with its reason', async () => {
  expect(await answering({ invalid: 'the token has expired.' }).check(sampleProposal(), sampleScope())).toMatchObject({
    kind: 'deny',
    fault: { code: 'permission_denied', message: 'Permission denied: the token has expired.' },
  })
})

test('a token that holds lets the call pass and says which it is and who decided', async () => {
  const verdict = await answering({ id: 'grant_1', decidedBy: 'opened' }).check(sampleProposal(), sampleScope())
  expect(verdict).toEqual({ kind: 'allow', decidedBy: 'opened', notes: [{ name: 'grant_id', value: 'grant_1' }] })
})

test('it asks for the capability of the tool, on this target, in this session, for this person', async () => {
  const asked: GrantQuery[] = []
  const gate = permissionToken({
    findGrant(request) {
      asked.push(request)
      return { missing: true }
    },
  })
  const proposal = sampleProposal()
  await gate.check(
    sampleProposal({ assessment: { target: { name: 'a.md' } } }),
    sampleScope({ session: 'sess_9', principal: 'user:x' }),
  )
  await gate.check(proposal, sampleScope())
  const tool = { name: proposal.call.tool.name, definition: proposal.definitionHash }
  expect(asked).toEqual([
    { capability: 'FileAccess', target: 'a.md', session: 'sess_9', turn: 'turn_1', principal: 'user:x', tool },
    { capability: 'FileAccess', session: 'sess_1', turn: 'turn_1', principal: 'user:local', tool },
  ])
})

test('an autonomous call without a token is refused as any other', async () => {
  const verdict = await answering({ missing: true }).check(sampleProposal({ phase: 'Autonomous' }), sampleScope())
  expect(verdict.kind).toBe('deny')
})

test('the gate passes the exam', async () => {
  expect(await examineGate(answering({ missing: true }), sampleProposal(), sampleScope())).toEqual([])
})
