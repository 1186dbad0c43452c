import { type JsonObject, isJsonObject, parseJsonText } from '../../../core/index.ts'
import type { Runtime } from '../../../runtime/index.ts'
import type { SessionHub } from '../events/session-hub.ts'
import type { WorkspaceHub } from '../events/workspace-hub.ts'
import type { PermissionView } from '../shapes.ts'
import type { DeskWatch } from './permission-desk.ts'
import type { Ending } from './waiting-room.ts'

export type Watching = { readonly hub: SessionHub; readonly workspace: WorkspaceHub; readonly runtime: Runtime }

const STATES = { allow: 'approved', deny: 'denied', expired: 'expired', withdrawn: 'withdrawn' } as const
const stateOf = (ending: Ending): 'approved' | 'denied' | 'expired' | 'withdrawn' =>
  ending.kind === 'elsewhere' ? ending.state : STATES[ending.kind]

/** What is told to those who watch is kept, so secrets are taken out; whoever decides reads the question itself. */
export function watchDesk({ hub, workspace, runtime }: Watching): DeskWatch {
  const about = ({ session_id, turn_id }: PermissionView): JsonObject => ({
    v: 1,
    ts: new Date(runtime.parts.clock.now()).toISOString(),
    session_id,
    turn_id,
  })
  return {
    pending(view) {
      const told = { ...view, args: view.args && runtime.parts.filter.json(view.args), change: null }
      hub.tell(view.session_id, { ...about(view), type: 'permission.pending', permission: plain(told) })
      workspace.tell({ type: 'permission.pending', permission: told })
    },
    extended(view) {
      const { id, session_id, expires_at, extensions_left } = view
      const told = { type: 'permission.extended', permission_id: id, expires_at, extensions_left } as const
      hub.tell(session_id, { ...about(view), ...told })
      workspace.tell(told)
    },
    decided(view, ending) {
      const { id, session_id } = view
      const state = stateOf(ending)
      const decided_by = ending.kind === 'allow' || ending.kind === 'deny' ? 'console' : null
      const chosen = ending.kind === 'allow' ? ending.as : null
      hub.tell(session_id, {
        ...about(view),
        type: 'permission.decided',
        permission_id: id,
        state,
        decided_by,
        for: chosen,
      })
      workspace.tell({ type: 'permission.decided', permission_id: id, state, session_id })
    },
  }
}

/** A view is data; its type only says more than JSON does. */
function plain(view: object): JsonObject {
  const told = parseJsonText(JSON.stringify(view))
  return isJsonObject(told) ? told : {}
}
