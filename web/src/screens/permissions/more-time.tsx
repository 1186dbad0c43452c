import type { JSX } from 'preact'
import type { PermissionDecided, PermissionDecision, PermissionExtended, PermissionView } from 'shapes'
import { useResource } from '../../parts/use-resource.ts'
import { type Console, useConsole } from '../../state/console.ts'
import { words } from '../../words.ts'

const say = words.permission

/** The button for two more minutes, a few times. The stream brings the new deadline to every window. */
export function MoreTime({
  permission: { id, extensions_left: left },
}: {
  readonly permission: PermissionView
}): JSX.Element | null {
  const { api, toast, announce } = useConsole()
  const extend = async (): Promise<void> => {
    const answer = await api.send<PermissionExtended>('POST', `/api/permissions/${id}/extend`, {})
    if (answer.ok) announce(say.extended)
    else toast(`${answer.error.message} ${answer.error.advice}`)
  }
  if (left <= 0) return null
  return (
    <button
      type="button"
      class="small"
      onClick={() => void extend()}
      aria-label={say.extendLabel(left)}
      data-testid="more-time"
    >
      {say.extend}
    </button>
  )
}

/** Decides a request and shows the result as a toast. */
export function useDecide(permission: PermissionView): (decision: PermissionDecision) => Promise<void> {
  const app = useConsole()
  return async decision => {
    const answer = await app.api.send<PermissionDecided>('POST', `/api/permissions/${permission.id}/decision`, decision)
    if (!answer.ok) return app.toast(`${answer.error.message} ${answer.error.advice}`)
    app.workspace.drop(permission.id)
    showDecision(app, decision, answer.value)
    document.querySelector<HTMLElement>('#message')?.focus()
  }
}

function showDecision(app: Console, decision: PermissionDecision, { grant }: PermissionDecided): void {
  if (decision.decision === 'deny') return app.toast(say.deniedToast)
  if (grant === null) return app.announce(say.allowed)
  const revoke = (): void => void app.api.send('DELETE', `/api/grants/${grant.id}`).then(() => app.toast(say.revoked))
  app.toast(`${grant.expires_at === null ? say.saved : say.allowed} ${grant.rule}`, {
    label: say.savedUndo,
    run: revoke,
  })
}

export type WholeQuestion = { readonly permission: PermissionView; readonly isWhole: boolean }

/** Loads the full request: streamed requests come without secrets and without the change. */
export function useQuestion(streamed: PermissionView): WholeQuestion {
  const resource = useResource<PermissionView>(`/api/permissions/${encodeURIComponent(streamed.id)}`)
  const whole = resource.value.value
  if (whole === null) return { permission: streamed, isWhole: false }
  const { expires_at, extensions_left } = streamed
  return { permission: { ...whole, expires_at, extensions_left }, isWhole: true }
}
