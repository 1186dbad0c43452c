import { type Signal, useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { PermissionDryRun, PermissionView } from 'shapes'
import { Moment } from '../../parts/moment.tsx'
import { useConsole } from '../../state/console.ts'
import { visible } from '../../text/visible.ts'
import { words } from '../../words.ts'
import { ChangeText } from './change-text.tsx'

const say = words.permission

export type DryRun = { readonly result: Signal<PermissionDryRun | null>; readonly run: (() => Promise<void>) | null }

/** What the call would change now; null if only running it would show that. */
export function useDryRun({ id, held, change }: PermissionView): DryRun {
  const { api, toast } = useConsole()
  const result = useSignal<PermissionDryRun | null>(null)
  const run = async (): Promise<void> => {
    const answer = await api.send<PermissionDryRun>('POST', `/api/permissions/${id}/dry-run`, {})
    if (answer.ok) result.value = answer.value
    else toast(`${answer.error.message} ${answer.error.advice}`)
  }
  return { result, run: held && change !== null ? run : null }
}

export function DryRunResult({ result: { summary, change, at } }: { readonly result: PermissionDryRun }): JSX.Element {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.scrollIntoView({ block: 'nearest' }), [at])
  return (
    <div class="dry-run" role="status" ref={box} data-testid="dry-run">
      <p>
        <strong>{say.dryRun}</strong> <Moment at={at} />: {visible(summary)} <span class="faint">{say.dryRunDone}</span>
      </p>
      {change === null ? <p class="faint">{say.dryRunNothing}</p> : <ChangeText change={change} whole />}
    </div>
  )
}
