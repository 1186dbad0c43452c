import { hasEnded } from '../../permissions/index.ts'
import type { AskPerson } from '../call/call-parts.ts'
import { wait } from '../call/wait.ts'
import type { Runtime } from '../runtime.ts'

const LOOK_MS = 250 // a person is slower

/** The question stands on the list; whoever decides it there, through whatever door, has answered. */
export const holdUntilDecided =
  ({ approvals, ledger, parts }: Pick<Runtime, 'approvals' | 'ledger' | 'parts'>): AskPerson =>
  async ({ id, ends }, _proposal, signal) => {
    while (!signal.aborted && !hasEnded(ends, ledger.now(), parts.clock)) {
      const approval = await approvals.get(id)
      if (!approval) return 'timeout'
      if (approval.state !== 'pending') return 'decided'
      await wait(LOOK_MS, signal)
    }
    return 'timeout'
  }
