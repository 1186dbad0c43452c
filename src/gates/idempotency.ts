import {
  type EarlierResult,
  type Fault,
  type Gate,
  type ToolCall,
  type Verdict,
  fault,
  hashJson,
  toolIdentity,
} from '../core/index.ts'
import { effectOf } from './effect.ts'

/** What the records know of an earlier call with the same key. */
export type EarlierOutcome =
  | ({ readonly kind: 'ended' } & EarlierResult)
  /** It began, and its end was not recorded. */
  | { readonly kind: 'unknown'; readonly call: string }
  /** It succeeded, and its stored result cannot be read any more. */
  | { readonly kind: 'lost'; readonly receipt: string }

export interface Outcomes {
  find(idempotencyKey: string): EarlierOutcome | undefined | Promise<EarlierOutcome | undefined>
}

/** The same tool with the same arguments for the same event; a new event is a new wish. */
export const idempotencyKeyOf = ({ tool, args }: Pick<ToolCall, 'tool' | 'args'>, event: string): string =>
  hashJson([toolIdentity(tool), args, event])

/** What changes something is done once per event, and asked for again it returns what came of it, be it a fault. */
export const idempotency = (outcomes: Outcomes): Gate => ({
  name: 'idempotency',
  check: proposal => (effectOf(proposal) === 'read' ? { kind: 'allow' } : onlyOnce(proposal.idempotencyKey, outcomes)),
})

async function onlyOnce(key: string, outcomes: Outcomes): Promise<Verdict> {
  const outcome = await outcomes.find(key)
  if (outcome === undefined) return { kind: 'allow', uses: [`idempotency:${key}`] }
  if (outcome.kind === 'ended') return { ...outcome, kind: 'replay' }
  return { kind: 'deny', fault: outcome.kind === 'lost' ? resultLost(outcome.receipt) : neverRecorded(outcome.call) }
}

const neverRecorded = (call: string): Fault =>
  fault(
    'outcome_unknown',
    `The same call (${call}) began before and its end was never recorded. It may have happened, so it is not ` +
      'repeated. countersign ledger verify shows what to look at.',
    { call },
  )

const resultLost = (receipt: string): Fault =>
  fault(
    'outcome_unknown',
    'The same call was made before, and its stored result can no longer be read. ' +
      `countersign receipts show ${receipt} shows what is left of it.`,
    { receipt },
  )
