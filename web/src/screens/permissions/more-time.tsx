import type { JSX } from 'preact'
import type { PermissionExtended, PermissionView } from 'shapes'
import { useConsole } from '../../state/console.ts'
import { words } from '../../words.ts'

const say = words.permission

/** Nobody has to hurry: two minutes more, a few times. The new end comes with the stream, to every window. */
export function MoreTime({
  permission: { id, extensions_left: left },
}: {
  readonly permission: PermissionView
}): JSX.Element | null {
  const { api, toast, say: tell } = useConsole()
  const extend = async (): Promise<void> => {
    const answer = await api.send<PermissionExtended>('POST', `/api/permissions/${id}/extend`, {})
    if (answer.ok) tell(say.extended)
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
