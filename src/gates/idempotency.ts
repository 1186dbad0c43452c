import {
  type Gate,
  type Receipt,
  type ToolCall,
  type ToolOutput,
  type Verdict,
  fault,
  hashJson,
  toolIdentity,
} from '../core/index.ts'
import { effectOf } from './effect.ts'

/** What the records know of an earlier call with the same key. */
export type EarlierOutcome =
  | { readonly kind: 'done'; readonly receipt: Receipt; readonly output: ToolOutput }
  /** It began, and its end was not recorded. */
  | { readonly kind: 'unknown'; readonly call: string }

export interface Outcomes {
  find(idempotencyKey: string): EarlierOutcome | undefined | Promise<EarlierOutcome | undefined>
}

/** The same tool with the same arguments for the same event; a new event is a new wish. */
export const idempotencyKeyOf = ({ tool, args }: Pick<ToolCall, 'tool' | 'args'>, event: string): string =>
  hashJson([toolIdentity(tool), args, event])

/** What changes something is done once per event, and asked for again it returns what came of it. */
export const idempotency = (outcomes: Outcomes): Gate => ({
  name: 'idempotency',
  check: proposal => (effectOf(proposal) === 'read' ? { kind: 'allow' } : onlyOnce(proposal.idempotencyKey, outcomes)),
})

async function onlyOnce(key: string, outcomes: Outcomes): Promise<Verdict> {
  const outcome = await outcomes.find(key)
  if (outcome === undefined) return { kind: 'allow', uses: [`idempotency:${key}`] }
  return outcome.kind === 'done'
    ? { kind: 'replay', receipt: outcome.receipt, output: outcome.output }
    : unclear(outcome.call)
}

const unclear = (call: string): Verdict => ({
  kind: 'deny',
  fault: fault(
    'outcome_unknown',
    `The same call (${call}) began before and its end was never recorded. It may have happened, so it is not repeated.`,
    {
      call,
    },
  ),
})
