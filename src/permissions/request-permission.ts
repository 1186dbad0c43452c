import { type Capability, type Result, succeed } from '../core/index.ts'
import type { Broker } from './broker.ts'
import type { DecidedBy, Grant } from './grant.ts'

/** What a person is shown before a capability is granted. */
export type PermissionQuestion = {
  readonly capability: Capability
  /** Which tool wants it, and what for. */
  readonly tool: string
  readonly intent: string
  readonly seconds: number
  readonly scope: readonly string[]
}

export type PermissionAnswer =
  /** `turn`: for the turn that asks, where there is one; `once` is for the time that the question names. */
  | {
      readonly kind: 'turn' | 'once' | 'session' | 'always'
      readonly decidedBy: DecidedBy
      /** The person wants no further question about changes that it allows; deleting is asked about all the same. */
      readonly confirmsWrites?: boolean
    }
  /** The answer came with a grant; a second one for the same yes would only confuse. */
  | { readonly kind: 'given'; readonly grant: Grant }
  | { readonly kind: 'deny'; readonly decidedBy: DecidedBy }

/** Shows the question and waits. Without it there is nobody to ask, and that is a no. */
export type AskPermission = (question: PermissionQuestion, signal: AbortSignal) => Promise<PermissionAnswer>

export type PermissionRequest = {
  readonly question: PermissionQuestion
  readonly session: string
  readonly principal: string
  /** Whose turn it is, if it is asked for one. */
  readonly turn?: string
  readonly sessionMs: number
  readonly ask: AskPermission | undefined
  readonly signal: AbortSignal
}

/** The grant, or undefined when it was refused; both are recorded. */
export async function requestPermission(
  request: PermissionRequest,
  broker: Broker,
): Promise<Result<Grant | undefined>> {
  const { question, session, principal, ask, signal } = request
  const purpose = purposeOf(question)
  const answer = ask ? await ask(question, signal) : undefined
  if (!answer || answer.kind === 'deny') {
    const told = await broker.refuse(
      { capability: question.capability, session, purpose },
      answer?.decidedBy ?? 'nobody',
    )
    return told.ok ? { ok: true, value: undefined } : told
  }
  if (answer.kind === 'given') return succeed(answer.grant)
  const { capability, scope } = question
  const confirmsWrites = answer.confirmsWrites === true
  const base = { capability, principal, paths: scope, decidedBy: answer.decidedBy, purpose, confirmsWrites }
  // From now on it is a rule that lets calls pass, and the receipts say so; who made it stands in its purpose.
  const ruled = { ...base, decidedBy: 'rule' as const, purpose: `${purpose} (decided by ${answer.decidedBy})` }
  if (answer.kind === 'always') return broker.issue({ ...ruled, session: null })
  const milliseconds = answer.kind === 'session' ? request.sessionMs : question.seconds * 1000
  const ofTurn = answer.kind === 'turn' && request.turn !== undefined ? { turn: request.turn } : {}
  return broker.issue({ ...base, ...ofTurn, session, milliseconds })
}

const purposeOf = ({ tool, intent }: PermissionQuestion): string => `${tool}, for ${intent}`.slice(0, 200)

/** The question as a person reads it. */
export type QuestionInWords = {
  readonly capability: Capability
  readonly why: string
  readonly duration: string
  readonly scope: string
  readonly choices: readonly string[]
}

export function describeQuestion({ capability, tool, intent, seconds, scope }: PermissionQuestion): QuestionInWords {
  return {
    capability,
    why: `${tool} needs it (${intent})`,
    duration: seconds % 60 === 0 ? `${seconds / 60} minute${seconds === 60 ? '' : 's'}` : `${seconds} seconds`,
    scope: scope.length === 0 ? 'the whole workspace' : scope.join(', '),
    choices: ['Allow', 'Allow for this session', 'Always allow in this workspace', 'Deny'],
  }
}
