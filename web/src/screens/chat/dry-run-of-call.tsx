import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import type { ToolDryRun } from 'shapes'
import type { Failure } from '../../net/api.ts'
import { ErrorPanel } from '../../parts/screen-states.tsx'
import { useConsole } from '../../state/console.ts'
import type { CallState } from '../../state/turn-state.ts'
import { words } from '../../words.ts'
import { DryRunOfTool } from '../tools/dry-run-of-tool.tsx'

type DryRunOfCallProps = { readonly call: CallState; readonly isAtOnce?: boolean }

/** A dry run of a call of this turn. Nothing runs. */
export function DryRunOfCall({ call, isAtOnce = false }: DryRunOfCallProps): JSX.Element | null {
  const { api, session } = useConsole()
  const result = useSignal<ToolDryRun | null>(null)
  const failure = useSignal<Failure | null>(null)
  const args = call.ended?.args
  const run = async (): Promise<void> => {
    const answer = await api.send<ToolDryRun>('POST', `/api/tools/${encodeURIComponent(call.tool)}/dry-run`, {
      args,
      ...(session.value && { session_id: session.value.id }),
    })
    result.value = answer.ok ? answer.value : null
    failure.value = answer.ok ? null : answer.error
  }
  useEffect(() => void (isAtOnce && run()), [])
  if (args === undefined) return null
  return (
    <div class="dry-run-of-call">
      {!isAtOnce && (
        <button type="button" class="small quiet" onClick={() => void run()} data-testid="dry-run-call">
          {words.chat.dryRun}
        </button>
      )}
      <div role="status">
        {failure.value && <ErrorPanel failure={failure.value} />}
        {result.value && <DryRunOfTool result={result.value} />}
      </div>
    </div>
  )
}
