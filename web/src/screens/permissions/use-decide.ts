import type { PermissionDecided, PermissionDecision, PermissionView } from 'shapes'
import { type Console, useConsole } from '../../state/console.ts'
import { words } from '../../words.ts'

const say = words.permission

/** Answers a question, and says what came of it. */
export function useDecide(permission: PermissionView): (decision: PermissionDecision) => Promise<void> {
  const app = useConsole()
  return async decision => {
    const answer = await app.api.send<PermissionDecided>('POST', `/api/permissions/${permission.id}/decision`, decision)
    if (!answer.ok) return app.toast(`${answer.error.message} ${answer.error.advice}`)
    app.workspace.drop(permission.id)
    tell(app, decision, answer.value)
    document.querySelector<HTMLElement>('#message')?.focus()
  }
}

function tell(app: Console, decision: PermissionDecision, { grant }: PermissionDecided): void {
  if (decision.decision === 'deny') return app.toast(say.deniedToast)
  if (grant === null) return app.say(say.allowed)
  const revoke = (): void => void app.api.send('DELETE', `/api/grants/${grant.id}`).then(() => app.toast(say.revoked))
  app.toast(`${grant.expires_at === null ? say.saved : say.allowed} ${grant.rule}`, {
    label: say.savedUndo,
    run: revoke,
  })
}
