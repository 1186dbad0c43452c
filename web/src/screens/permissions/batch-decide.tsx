import type { JSX } from 'preact'
import type { PermissionDecision, PermissionView } from 'shapes'
import { useConsole } from '../../state/console.ts'
import { words } from '../../words.ts'

/** Answers several requests at once, only for the same tool and the same reason. */
export function BatchDecide({ pending }: { readonly pending: readonly PermissionView[] }): JSX.Element {
  const { api, workspace, toast } = useConsole()
  const groups = new Map<string, PermissionView[]>()
  for (const one of pending) {
    const key = JSON.stringify([one.tool, one.reason, one.risk])
    groups.set(key, [...(groups.get(key) ?? []), one])
  }
  const decide = async (group: readonly PermissionView[], decision: PermissionDecision): Promise<void> => {
    for (const { id } of group) {
      const answer = await api.send('POST', `/api/permissions/${id}/decision`, decision)
      if (answer.ok) workspace.drop(id)
      else toast(answer.error.message)
    }
  }
  return (
    <>
      {[...groups.values()].map(group => {
        const [first] = group
        if (first === undefined || group.length < 2) return null
        return (
          <p key={first.id} class="row wrap">
            <button type="button" onClick={() => void decide(group, { decision: 'deny' })}>
              {words.permission.denyAll(group.length, first.tool)}
            </button>
            {first.risk !== 'destroy' && (
              <button type="button" onClick={() => void decide(group, { decision: 'allow' })}>
                {words.permission.allowAll(group.length, first.tool)}
              </button>
            )}
          </p>
        )
      })}
    </>
  )
}
