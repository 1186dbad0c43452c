import { type Capability, type Result, fail, isCapability, succeed } from '../../../core/index.ts'
import { EXTENSION_SECONDS, MOST_EXTENSIONS } from '../../../permissions/index.ts'
import type { Runtime } from '../../../runtime/index.ts'
import type { Caller } from '../access/caller.ts'
import type { PermissionExtended, PermissionView } from '../shapes.ts'
import type { Held, WaitingRoom } from './waiting-room.ts'

export type MoreTimeParts = { readonly runtime: Runtime; readonly room: WaitingRoom; readonly caller: Caller }

/** Two minutes more for a question. Only a few times, recorded, and never for whoever asks: nobody's answer stays a no. */
export async function giveMoreTime(id: string, parts: MoreTimeParts): Promise<Result<PermissionExtended>> {
  const held = parts.room.find(id)
  if (held?.credential === parts.caller.credential)
    return fail('approval_invalid', 'Whoever asks cannot have more time; another door can.')
  const more = held?.view.kind === 'capability' ? await forCapability(held, parts) : await forCall(id, parts)
  if (!more.ok || !held) return more
  const { expires_at, extensions_left } = more.value
  const view: PermissionView = { ...held.view, expires_at, extensions_left }
  const milliseconds = Date.parse(expires_at) - parts.runtime.ledger.now()
  return parts.room.extend(id, { view, milliseconds }) ? more : fail('approval_invalid', `${id} was answered just now.`)
}

async function forCall(id: string, { runtime, caller }: MoreTimeParts): Promise<Result<PermissionExtended>> {
  const extended = await runtime.approvals.extend(id, { decidedBy: 'console', credential: caller.credential })
  if (!extended.ok) return extended
  const { ends, extensions } = extended.value
  return succeed({ id, expires_at: new Date(ends.at).toISOString(), extensions_left: MOST_EXTENSIONS - extensions })
}

/** The question whether tools of a kind may be used is kept by nobody but the one who waits. */
async function forCapability({ view }: Held, { runtime }: MoreTimeParts): Promise<Result<PermissionExtended>> {
  if (view.extensions_left <= 0)
    return fail('approval_invalid', `${view.id} was given more time ${MOST_EXTENSIONS} times already.`)
  const until = Date.parse(view.expires_at) + EXTENSION_SECONDS * 1_000
  const left = view.extensions_left - 1
  const question = { capability: capabilityOf(view), session: view.session_id, purpose: view.summary }
  const told = await runtime.broker.extendQuestion(question, {
    decidedBy: 'console',
    extensions: MOST_EXTENSIONS - left,
    until,
  })
  return told.ok ? succeed({ id: view.id, expires_at: new Date(until).toISOString(), extensions_left: left }) : told
}

const capabilityOf = ({ capability }: PermissionView): Capability => {
  if (isCapability(capability)) return capability
  throw new Error(`a question for ${capability}, which is no capability`)
}
