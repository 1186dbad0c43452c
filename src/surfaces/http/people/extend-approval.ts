import { type Capability, type Result, fail, isCapability, succeed } from '../../../core/index.ts'
import { EXTENSION_SECONDS, MOST_EXTENSIONS } from '../../../permissions/index.ts'
import type { Runtime } from '../../../runtime/index.ts'
import type { Caller } from '../access/caller.ts'
import type { PermissionExtended, PermissionView } from '../shapes.ts'
import type { HeldQuestion, WaitingQuestions } from './waiting-questions.ts'

type ExtensionRequest = {
  readonly runtime: Runtime
  readonly questions: WaitingQuestions
  readonly caller: Caller
}

/**
 * Gives a question two more minutes: a few times only, recorded, and never for the credential that asks. Without an
 * answer it is denied.
 */
export async function extendApproval(id: string, parts: ExtensionRequest): Promise<Result<PermissionExtended>> {
  const held = parts.questions.find(id)
  if (held?.credential === parts.caller.credential)
    return fail('approval_invalid', 'The credential that asks cannot extend its own request.')
  const more = held?.view.kind === 'capability' ? await forCapability(held, parts) : await forCall(id, parts)
  if (!more.ok || !held) return more
  const { expires_at, extensions_left } = more.value
  const view: PermissionView = { ...held.view, expires_at, extensions_left }
  const milliseconds = Date.parse(expires_at) - parts.runtime.ledger.now()
  return parts.questions.extend(id, { view, milliseconds })
    ? more
    : fail('approval_invalid', `${id} was just answered.`)
}

async function forCall(id: string, { runtime, caller }: ExtensionRequest): Promise<Result<PermissionExtended>> {
  const extended = await runtime.approvals.extend(id, { decidedBy: 'console', credential: caller.credential })
  if (!extended.ok) return extended
  const { ends, extensions } = extended.value
  return succeed({ id, expires_at: new Date(ends.at).toISOString(), extensions_left: MOST_EXTENSIONS - extensions })
}

/** A capability question is stored nowhere: only the waiting turn holds it. */
async function forCapability(
  { view }: HeldQuestion,
  { runtime }: ExtensionRequest,
): Promise<Result<PermissionExtended>> {
  if (view.extensions_left <= 0)
    return fail('approval_invalid', `${view.id} was already extended ${MOST_EXTENSIONS} times.`)
  const until = Date.parse(view.expires_at) + EXTENSION_SECONDS * 1_000
  const left = view.extensions_left - 1
  const question = { capability: capabilityOf(view), session: view.session_id, purpose: view.summary }
  const outcome = await runtime.broker.extendQuestion(question, {
    decidedBy: 'console',
    extensions: MOST_EXTENSIONS - left,
    until,
  })
  return outcome.ok
    ? succeed({ id: view.id, expires_at: new Date(until).toISOString(), extensions_left: left })
    : outcome
}

const capabilityOf = ({ capability }: PermissionView): Capability => {
  if (isCapability(capability)) return capability
  throw new Error(`a question for ${capability}, which is no capability`)
}
