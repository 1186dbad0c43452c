import { expect, test } from 'vitest'
import { testClock } from '../../../test/test-clock.ts'
import type { Approval } from '../../permissions/index.ts'
import type { Runtime } from '../runtime.ts'
import { holdUntilDecided } from './hold-until-decided.ts'

test('a held call ends with its question, even if the clock on the wall was set back meanwhile', async () => {
  const clock = testClock()
  const ends = { at: clock.now() + 1_000, boot: clock.boot, monotonic: clock.monotonic() + 1_000 }
  const pending = { id: 'a', state: 'pending', ends } as unknown as Approval
  let looks = 0
  const approvals = {
    get: async () => {
      looks += 1
      clock.pass(1_000)
      clock.setWall(0)
      return pending
    },
  } as unknown as Runtime['approvals']
  const ledger = { now: () => clock.now() } as Runtime['ledger']
  const hold = holdUntilDecided({ approvals, ledger, parts: { clock } as unknown as Runtime['parts'] })
  expect(await hold(pending, {} as Parameters<typeof hold>[1], new AbortController().signal)).toBe('timeout')
  expect(looks).toBe(1)
})
