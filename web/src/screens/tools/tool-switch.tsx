import type { JSX } from 'preact'
import type { PolicySaved, PolicyView, ToolView } from 'shapes'
import { Status } from '../../parts/status.tsx'
import { useResource } from '../../parts/use-resource.ts'
import { useConsole } from '../../state/console.ts'
import { visible } from '../../text/visible.ts'
import { words } from '../../words.ts'
import { type Names, isOff, switched } from './switched-off.ts'

const say = words.tools

/** Switches a tool off with an ordinary rule: it stands first, and the policy screen shows it. */
export function ToolSwitch({
  tool: { name, names },
}: {
  readonly tool: Pick<ToolView, 'name' | 'names'>
}): JSX.Element | null {
  const { api, toast, workspace } = useConsole()
  const policy = useResource<PolicyView>('/api/policy', {}, workspace.news.settings)
  const { version, saved = [] } = policy.value.value ?? {}
  if (typeof version !== 'string') return null
  const every: Names = [name, ...names]
  const off = isOff(saved, every)
  const save = async (): Promise<void> => {
    const answer = await api.replace<PolicySaved>('/api/policy', { rules: switched(saved, every) }, version)
    toast(answer.ok ? words.policy.saved(answer.value.saved_in) : `${answer.error.message} ${answer.error.advice}`)
    await policy.load()
  }
  return (
    <div class="row wrap" data-testid="tool-switch">
      {off && <Status tone="bad">{say.off}</Status>}
      <button type="button" class="small" onClick={() => void save()}>
        {off ? say.switchOn : say.switchOff}
      </button>
      {!off && (
        <span class="faint">
          {say.switchNote} <code>deny {visible(name)}</code>
        </span>
      )}
    </div>
  )
}
