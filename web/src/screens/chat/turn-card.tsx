import type { JSX } from 'preact'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { Link } from '../../parts/link.tsx'
import { MarkdownText } from '../../parts/markdown-text.tsx'
import { useNow } from '../../parts/use-now.ts'
import { useConsole } from '../../state/console.ts'
import type { Session } from '../../state/session.ts'
import { type StageName, stagesOf } from '../../state/stages.ts'
import type { LiveTurn } from '../../state/turn-store.ts'
import { pendingQuestions, type TurnState } from '../../state/turn-state.ts'
import { countdown, duration, limitOf, shortId } from '../../text/format.ts'
import { visible } from '../../text/visible.ts'
import { words } from '../../words.ts'
import { PermissionCard } from '../permissions/permission-card.tsx'
import { Draft } from './draft.tsx'
import { EvidenceLine, JudgedLine } from './evidence-line.tsx'
import { RanLine } from './ran-line.tsx'
import { StageDetail } from './stage-detail.tsx'
import { StopNotice } from './stop-notice.tsx'
import { Strip } from './strip.tsx'
import { TurnFoot } from './turn-foot.tsx'

export type TurnCardProps = { readonly turn: LiveTurn; readonly session: Session; readonly number: number }

/** A turn: the message, the stages and the answer. */
export function TurnCard({ turn, session, number }: TurnCardProps): JSX.Element {
  const state = turn.state.value
  const stages = stagesOf(state)
  const [opened, setOpened] = useState<StageName | null>(null)
  const failed = useFailedStage(
    state,
    stages.find(({ name, status }) => name !== 'evidence' && (status === 'failed' || status === 'denied'))?.name ??
      null,
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
      <div class="below-answer">
        <EvidenceLine state={state} />
        <RanLine state={state} session={session.id} />
        <JudgedLine state={state} />
      </div>
      <TurnFoot state={state} session={session} />
    </article>
  )
}

/** Opens the stage that ended a live turn, once. What the evidence check found stands below the turn already. */
function useFailedStage(
  state: TurnState,
  failed: StageName | null,
): { readonly stage: StageName | null; readonly dismiss: () => void } {
  const wasRunning = useRef(state.status === 'running')
  const [isDismissed, setDismissed] = useState(false)
  const isShown = wasRunning.current && !isDismissed && (state.status === 'stopped' || state.status === 'failed')
  return { stage: isShown ? failed : null, dismiss: () => setDismissed(true) }
}

/** Streamed text is hidden from screen readers; the log announces the finished answer once. */
function Answer({ state }: { readonly state: TurnState }): JSX.Element | null {
  const { announce } = useConsole()
  const isWriting = state.status === 'running' && state.answer === null
  useEffect(() => {
    if (isWriting && state.draft !== '') announce(words.chat.streaming)
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
      <MarkdownText text={state.answer} />
    </div>
  )
}

/** The duration of a turn, finished or running. */
function Elapsed({ state: { startedAt, endedAt } }: { readonly state: TurnState }): JSX.Element | null {
  const now = useNow(1000)
  if (startedAt === null) return null
  const ms = (endedAt === null ? now : Date.parse(endedAt)) - Date.parse(startedAt)
  return <>{endedAt === null ? words.chat.atWork(countdown(ms)) : duration(ms)}</>
}

/** Announces the stage that was just passed. */
function useSpokenTurn(state: TurnState): void {
  const { announce } = useConsole()
  const announced = useRef(state.status === 'running' ? '' : null)
  useEffect(() => {
    if (announced.current === null) return
    const stage = stagesOf(state).findLast(({ status }) => status !== 'waiting' && status !== 'skipped')
    if (stage === undefined || stage.says === '') return
    const text = words.stage.announce(words.stage[stage.name], visible(stage.says))
    if (text !== announced.current) announce(text)
    announced.current = state.status === 'running' ? text : null
  })
}

const PATIENCE = 3000 // ms in which a loaded model starts to answer

/** Shows the waiting time: a server that loads a model reports nothing. */
function WaitingForModel({
  state,
  limit,
}: {
  readonly state: TurnState
  readonly limit: number | null
}): JSX.Element | null {
  const now = useNow(1000)
  const last = state.attempts.at(-1)
  if (state.status !== 'running' || !last || last.completed !== null || last.text !== '' || state.draft !== '')
    return null
  const waited = now - Date.parse(last.started.ts)
  return waited < PATIENCE ? null : (
    <p class="notice quiet-notice" data-testid="waiting-for-model">
      {words.chat.loadingModel(countdown(waited), limit === null ? null : limitOf(limit))}
    </p>
  )
}

/** A turn without events: only its messages. */
function PlainTurn({ state }: { readonly state: TurnState }): JSX.Element {
  return (
    <article class="turn" data-turn={state.id}>
      {state.messages.map((message, index) =>
        message.role === 'call' ? (
          <p key={index} class="plain-call">
            <code>{visible(message.tool)}</code>
            {message.receipt_id && (
              <Link href={`/receipts?receipt=${message.receipt_id}`}>{shortId(message.receipt_id)}</Link>
            )}
          </p>
        ) : (
          <div key={index} class={`said ${message.role === 'user' ? 'you' : 'model'}`}>
            <span class="who">{message.role === 'user' ? words.chat.you : words.chat.model}</span>
            {message.role === 'user' ? (
              <p class="words">{visible(message.text)}</p>
            ) : (
              <MarkdownText text={message.text} />
            )}
          </div>
        ),
      )}
      <p class="faint">{words.chat.noStages}</p>
    </article>
  )
}
