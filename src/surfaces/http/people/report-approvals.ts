import { type JsonObject, isJsonObject, parseJsonText } from '../../../core/index.ts'
import type { Runtime } from '../../../runtime/index.ts'
import type { SessionHub } from '../events/session-hub.ts'
import type { WorkspaceHub } from '../events/workspace-hub.ts'
import type { PermissionView } from '../shapes.ts'
import type { ApprovalListener } from './approval-queue.ts'
import type { QuestionOutcome } from './waiting-questions.ts'

type EventHubs = { readonly hub: SessionHub; readonly workspace: WorkspaceHub; readonly runtime: Runtime }

const STATES = { allow: 'approved', deny: 'denied', expired: 'expired', withdrawn: 'withdrawn' } as const
const stateOf = (ending: QuestionOutcome): 'approved' | 'denied' | 'expired' | 'withdrawn' =>
  ending.kind === 'elsewhere' ? ending.state : STATES[ending.kind]

/**
 * Publishes what happens to approval requests. Events are stored, so secrets are redacted in them; whoever decides
 * reads the request itself.
 */
export function reportApprovals({ hub, workspace, runtime }: EventHubs): ApprovalListener {
  const about = ({ session_id, turn_id }: PermissionView): JsonObject => ({
    v: 1,
    ts: new Date(runtime.clock.now()).toISOString(),
    session_id,
    turn_id,
  })
  return {
    pending(view) {
      const published = { ...view, args: view.args && runtime.filter.json(view.args), change: null }
      hub.publish(view.session_id, { ...about(view), type: 'permission.pending', permission: plain(published) })
      workspace.publish({ type: 'permission.pending', permission: published })
    },
    extended(view) {
      const { id, session_id, expires_at, extensions_left } = view
      const extended = { type: 'permission.extended', permission_id: id, expires_at, extensions_left } as const
      hub.publish(session_id, { ...about(view), ...extended })
      workspace.publish(extended)
    },
    decided(view, ending) {
      const { id, session_id } = view
      const state = stateOf(ending)
      const decided_by = ending.kind === 'allow' || ending.kind === 'deny' ? 'console' : null
      const chosen = ending.kind === 'allow' ? ending.as : null
      hub.publish(session_id, {
        ...about(view),
        type: 'permission.decided',
        permission_id: id,
        state,
        decided_by,
        for: chosen,
      })
      workspace.publish({ type: 'permission.decided', permission_id: id, state, session_id })
    },
  }
}

/** The view as plain JSON. */
function plain(view: object): JsonObject {
  const json = parseJsonText(JSON.stringify(view))
  return isJsonObject(json) ? json : {}
}
