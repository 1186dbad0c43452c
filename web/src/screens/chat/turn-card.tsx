import type { JSX } from 'preact'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { MarkdownText } from '../../parts/markdown-text.tsx'
import { useConsole } from '../../state/console.ts'
import type { Session } from '../../state/session.ts'
import type { LiveTurn } from '../../state/turn-book.ts'
import { type StageName, stagesOf } from '../../state/stages.ts'
import { type TurnState, pendingQuestions } from '../../state/turn-state.ts'
import { withoutEvidenceLine } from '../../text/without-evidence-line.ts'
import { visible } from '../../text/visible.ts'
import { words } from '../../words.ts'
import { PermissionCard } from '../permissions/permission-card.tsx'
import { Draft } from './draft.tsx'
import { Elapsed } from './elapsed.tsx'
import { EvidenceLine } from './evidence-line.tsx'
import { PlainTurn } from './plain-turn.tsx'
import { ReceiptChips } from './receipt-chips.tsx'
import { StageDetail } from './stage-detail.tsx'
import { StopNotice } from './stop-notice.tsx'
import { Strip } from './strip.tsx'
import { TurnFoot } from './turn-foot.tsx'
import { WaitingForModel } from './waiting-for-model.tsx'
import { useSpokenTurn } from './use-spoken-turn.ts'

export type TurnCardProps = { readonly turn: LiveTurn; readonly session: Session; readonly number: number }

/** A turn: what was asked, what happened stage by stage, and what came of it. */
export function TurnCard({ turn, session, number }: TurnCardProps): JSX.Element {
  const state = turn.state.value
  const stages = stagesOf(state)
  const [opened, setOpened] = useState<StageName | null>(null)
  const failed = useFailedStage(
    state,
    stages.find(({ status }) => status === 'failed' || status === 'denied')?.name ?? null,
  )
  const open = opened ?? failed.stage
  const panel = useId()
  useSpokenTurn(state)
  if (state.events.length === 0) return <PlainTurn state={state} />
  const toggle = (name: StageName): void => {
    failed.dismiss()
    setOpened(open === name ? null : name)
  }
  return (
    <article class="turn" data-turn={state.id} aria-label={words.chat.turn(number)}>
      <div class="said you">
        <span class="who">{words.chat.you}</span>
        <p class="words" dir="auto">
          {visible(state.message)}
        </p>
      </div>
      <section class="pipeline" data-status={state.status}>
        <header class="pipeline-head">
          <span>{words.chat.turn(number)}</span>
          <span class="faint">
            <Elapsed state={state} /> · {words.chat.calls(state.calls.length)}
          </span>
        </header>
        <Strip stages={stages} open={open} panel={panel} onToggle={toggle} />
        {open && (
          <div class="stage-panel" id={panel} data-testid={`panel-${open}`}>
            <h2>{words.stage[open]}</h2>
            <StageDetail name={open} state={state} session={session} />
          </div>
        )}
      </section>
      {pendingQuestions(state).map(({ permission }) => (
        <PermissionCard key={permission.id} permission={permission} />
      ))}
      <WaitingForModel state={state} limit={session.status.value?.limits.first_piece_secs ?? null} />
      <StopNotice state={state} session={session} />
      <Answer state={state} />
      <EvidenceLine state={state} />
      <ReceiptChips state={state} />
      <TurnFoot state={state} session={session} />
    </article>
  )
}

/** The stage that ended a turn opens by itself, once, if somebody saw it happen. */
function useFailedStage(
  state: TurnState,
  failed: StageName | null,
): { readonly stage: StageName | null; readonly dismiss: () => void } {
  const wasRunning = useRef(state.status === 'running')
  const [isDismissed, setDismissed] = useState(false)
  const isShown = wasRunning.current && !isDismissed && (state.status === 'stopped' || state.status === 'failed')
  return { stage: isShown ? failed : null, dismiss: () => setDismissed(true) }
}

/** Words that are still coming are not for the screen reader; the finished answer is told once, by the log. */
function Answer({ state }: { readonly state: TurnState }): JSX.Element | null {
  const { say } = useConsole()
  const isWriting = state.status === 'running' && state.answer === null
  useEffect(() => {
    if (isWriting && state.draft !== '') say(words.chat.streaming)
  }, [isWriting, state.draft === ''])
  if (isWriting) {
    return state.draft === '' ? null : (
      <div key="draft" class="said model" aria-hidden="true">
        <span class="who">{words.chat.model}</span>
        <Draft text={state.draft} />
      </div>
    )
  }
  if (state.answer === null || state.answer === '' || (state.stop !== null && state.answer.startsWith('STOP_HOOK')))
    return null
  return (
    <div key="answer" class="said model" data-testid="answer">
      <span class="who">{words.chat.model}</span>
      <MarkdownText
        text={
          state.evidence.some(({ findings }) => findings.length > 0) ? withoutEvidenceLine(state.answer) : state.answer
        }
      />
    </div>
  )
}
