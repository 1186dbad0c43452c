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

export type DryRun = { readonly told: Signal<PermissionDryRun | null>; readonly run: (() => Promise<void>) | null }

/** What it would change at this moment; null where only running it would show. */
export function useDryRun({ id, held, change }: PermissionView): DryRun {
  const { api, toast } = useConsole()
  const told = useSignal<PermissionDryRun | null>(null)
  const run = async (): Promise<void> => {
    const answer = await api.send<PermissionDryRun>('POST', `/api/permissions/${id}/dry-run`, {})
    if (answer.ok) told.value = answer.value
    else toast(`${answer.error.message} ${answer.error.advice}`)
  }
  return { told, run: held && change !== null ? run : null }
}

export function DryRunResult({ told: { summary, change, at } }: { readonly told: PermissionDryRun }): JSX.Element {
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
