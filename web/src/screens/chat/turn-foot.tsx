import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { TurnDetail } from 'shapes'
import { CopyButton } from '../../parts/copy-button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Menu } from '../../parts/menu.tsx'
import { saveFile } from '../../parts/save-file.ts'
import { useResource } from '../../parts/use-resource.ts'
import { useConsole } from '../../state/console.ts'
import type { Session } from '../../state/session.ts'
import type { TurnState } from '../../state/turn-state.ts'
import { duration, limitOf, size } from '../../text/format.ts'
import { words } from '../../words.ts'
import type { ModelsView } from 'shapes'
import { askIn } from './ask-in.ts'
import { callsToTry } from './calls-to-try.ts'
import { DryRunOfTurn } from './dry-run-of-turn.tsx'
import { EventTable } from './event-table.tsx'

const say = words.chat

export type TurnFootProps = { readonly state: TurnState; readonly session: Session }

/** The budgets used by a turn, and its menu. */
export function TurnFoot({ state, session }: TurnFootProps): JSX.Element {
  const [shown, setShown] = useState<'events' | null>(null)
  return (
    <footer class="turn-foot">
      <Budget state={state} session={session} />
      <div class="row">
        <button
          type="button"
          class="small quiet"
          aria-expanded={shown === 'events'}
          onClick={() => setShown(shown === null ? 'events' : null)}
          data-testid="timeline"
        >
          <Icon name="rule" size={14} /> {say.timeline}
        </button>
        {state.status !== 'running' && <TurnMenu state={state} session={session} />}
      </div>
      {shown === 'events' && <EventTable state={state} />}
    </footer>
  )
}

function Budget({ state, session }: TurnFootProps): JSX.Element {
  const { budget, usage, startedAt, endedAt } = state
  const limits = session.status.value?.limits
  const taken = startedAt !== null && endedAt !== null ? duration(Date.parse(endedAt) - Date.parse(startedAt)) : null
  const tokens = Number(usage?.['inputTokens'] ?? 0) + Number(usage?.['outputTokens'] ?? 0)
  return (
    <p class="budget">
      {budget && (
        <>
          <span>{say.budget.steps(budget.steps_used, budget.steps_limit)}</span>
          <span>{say.budget.bytes(size(budget.bytes_used), size(budget.bytes_limit))}</span>
          <span>{say.budget.repairs(budget.repairs_used, budget.repairs_limit)}</span>
        </>
      )}
      {taken !== null && <span>{say.budget.time(taken)}</span>}
      {limits && state.status === 'running' && (
        <span data-testid="time-limits">{say.budget.times(limitOf(limits.reply_secs), limitOf(limits.tool_secs))}</span>
      )}
      {tokens > 0 && <span>{say.budget.tokens(tokens)}</span>}
    </p>
  )
}

function TurnMenu({ state, session }: TurnFootProps): JSX.Element {
  const app = useConsole()
  const [shown, setShown] = useState<'models' | 'dry-run' | null>(null)
  const again = (model?: string): void => {
    setShown(null)
    void askIn(app, session, { message: state.message, ...(model !== undefined && { model }) })
  }
  const save = async (): Promise<void> => {
    const detail = await app.api.get<TurnDetail>(`/api/sessions/${session.id}/turns/${state.id}`)
    if (detail.ok) saveFile(`${state.id}.json`, JSON.stringify(detail.value, null, 2))
    else app.toast(detail.error.message)
  }
  return (
    <>
      <Menu label={say.turnMenu} class="menu-up" button="small">
        {close => (
          <>
            <button type="button" class="quiet" onClick={() => (close(), again())}>
              {say.retry}
            </button>
            <button type="button" class="quiet" onClick={() => (close(), setShown('models'))}>
              {say.retryWith}
            </button>
            {callsToTry(state).length > 0 && (
              <button type="button" class="quiet" onClick={() => (close(), setShown('dry-run'))}>
                {say.dryRun}
              </button>
            )}
            <button type="button" class="quiet" onClick={() => (close(), void save())}>
              {say.export}
            </button>
            <CopyButton label={say.copyCurl} text={() => asCurl(state.message)} />
            <CopyButton label={say.copyCli} text={() => `countersign ask ${quoted(state.message)}`} />
          </>
        )}
      </Menu>
      {shown === 'models' && <ModelPicker onClose={() => setShown(null)} onPick={again} />}
      {shown === 'dry-run' && <DryRunOfTurn state={state} onClose={() => setShown(null)} />}
    </>
  )
}

function ModelPicker({
  onClose,
  onPick,
}: {
  readonly onClose: () => void
  readonly onPick: (spec: string) => void
}): JSX.Element {
  const models = useResource<ModelsView>('/api/models').value.value
  const specs = [
    ...(models?.builtin.map(({ spec, label }) => ({ spec, label })) ?? []),
    ...(models?.servers.flatMap(server =>
      server.models.filter(one => !one.only_embeds).map(({ spec }) => ({ spec, label: spec })),
    ) ?? []),
  ]
  return (
    <Dialog title={say.retryWith} onClose={onClose}>
      <ul class="suggestions">
        {specs.map(({ spec, label }) => (
          <li key={spec}>
            <button type="button" onClick={() => onPick(spec)}>
              {label}
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** With a placeholder for the reader's own key: the token of this page must not be copied. */
const asCurl = (message: string): string =>
  `curl ${location.origin}/api/ai/chat -H "Authorization: Bearer $COUNTERSIGN_KEY" ` +
  `-H 'Content-Type: application/json' -d ${quoted(JSON.stringify({ message }))}`
