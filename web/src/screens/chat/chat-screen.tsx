import type { JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { SessionPage, SessionRow } from 'shapes'
import { ErrorPanel, Loading } from '../../parts/screen-states.tsx'
import { type Console, useConsole } from '../../state/console.ts'
import type { Session } from '../../state/session.ts'
import { words } from '../../words.ts'
import { FirstSteps } from '../first-steps/first-steps.tsx'
import { ConnectModel } from '../models/connect-model.tsx'
import { Composer } from './composer.tsx'
import { Greeting } from './greeting.tsx'
import { SessionHead } from './session-head.tsx'
import { TurnCard } from './turn-card.tsx'
import { useFollowEnd } from './use-follow-end.ts'
import { useTurnKeys } from './use-turn-keys.ts'

export function ChatScreen(): JSX.Element {
  const app = useConsole()
  const { query } = app.router.place.value
  const [wanted, isNew] = [query.get('session'), query.has('new')]
  const opening = useRef('')
  useEffect(() => {
    const wish = `${wanted ?? ''} ${isNew}`
    if (app.gate.value !== 'open' || opening.current === wish) return
    opening.current = wish
    void openWanted(app, wanted, isNew).finally(() => opening.current === wish && (opening.current = ''))
  }, [wanted, isNew, app.gate.value, app.workspace.news.all.value])
  const session = app.session.value
  return session === null ? (
    <div class="chat">
      <h1 class="unseen">{words.chat.title}</h1>
      <Loading lines={6} />
    </div>
  ) : (
    <Conversation key={session.id} session={session} />
  )
}

/** Opens the conversation in the address, else the last one, or a new one, unless the person has navigated away. */
async function openWanted(app: Console, wanted: string | null, isNew: boolean): Promise<void> {
  const isStillWanted = (): boolean => {
    const { query } = app.router.place.value
    return app.router.screen.value === '' && query.get('session') === wanted && query.has('new') === isNew
  }
  const id = wanted ?? (isNew ? null : await lastSession(app))
  if (!isStillWanted()) return
  if (id !== null && app.session.value?.id === id && wanted === id) return app.session.value.wake()
  const opened = await app.api.send<SessionRow>('POST', '/api/sessions', id === null ? {} : { session_id: id })
  const known = opened.ok ? opened.value.id : id
  if (known === null || !isStillWanted()) return
  app.session.value?.close()
  const session = app.newSession(known)
  app.session.value = session
  if (wanted !== known) app.router.replace(`/?session=${encodeURIComponent(known)}`)
  await session.load()
}

async function lastSession({ api }: Console): Promise<string | null> {
  const page = await api.get<SessionPage>('/api/sessions', { limit: 1 })
  return page.ok ? (page.value.sessions[0]?.id ?? null) : null
}

function Conversation({ session }: { readonly session: Session }): JSX.Element {
  const turns = session.turns.value
  const failure = session.failure.value
  const isEmpty = !session.isLoading.value && turns.length === 0 && failure === null
  const start = useConsole().workspace.start.value.value
  const end = useFollowEnd(session)
  useTurnKeys(session)
  return (
    <div class="chat">
      <SessionHead session={session} />
      <div class="log-box" ref={end} data-testid="log-box">
        {isEmpty && <FirstSteps session={session} />}
        <div class="log" role="log" aria-live="polite" aria-relevant="additions" aria-label={words.chat.log}>
          {session.older.value !== null && (
            <button type="button" class="quiet small" onClick={() => void session.loadOlder()}>
              {words.chat.older}
            </button>
          )}
          {failure && <ErrorPanel failure={failure} onRetry={() => void session.load()} />}
          {session.isLoading.value && turns.length === 0 && <Loading lines={6} />}
          {isEmpty && <Greeting session={session} />}
          {turns.map((turn, index) => (
            <TurnCard key={turn.id} turn={turn} session={session} number={index + 1} />
          ))}
        </div>
        {turns.length > 0 && <FirstSteps session={session} />}
        {isEmpty && start?.model.is_demo === true && <ConnectModel />}
      </div>
      <Composer session={session} />
    </div>
  )
}
