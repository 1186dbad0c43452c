import { useSignal } from '@preact/signals'
import type { ComponentChildren, JSX } from 'preact'
import type { BreakReply, ChosenModelView, ModelCheck, ModelsView, VerifyReply } from 'shapes'
import { CodeText } from '../../parts/code-text.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { useResource } from '../../parts/use-resource.ts'
import { useConsole } from '../../state/console.ts'
import type { Session } from '../../state/session.ts'
import { receiptsOf } from '../../state/turn-state.ts'
import { visible } from '../../text/visible.ts'
import { words } from '../../words.ts'
import { askIn } from '../chat/ask-in.ts'
import { Broken } from '../receipts/prove-receipt.tsx'
import { VerifyResult } from '../receipts/verify-result.tsx'
import { dismiss, isDismissed } from './dismissed.ts'

const say = words.first

/** The first two minutes: see a call caught, verify its receipt, break it, then go on with a model of one's own. */
export function FirstSteps({ session }: { readonly session: Session }): JSX.Element | null {
  const app = useConsole()
  const isGone = useSignal(isDismissed(localStorage))
  const verified = useSignal<VerifyReply | null>(null)
  const broken = useSignal<BreakReply | null>(null)
  const start = app.workspace.start.value.value
  const turns = session.turns.value
  const done = turns.map(({ state }) => state.value).find(state => state.status === 'completed' && receiptsOf(state).length > 0)
  const receipt = done === undefined ? undefined : receiptsOf(done)[0]
  if (isGone.value || start === null || session.isLoading.value || turns.length > 4 || session.running.value !== null) return null
  const leave = (): void => {
    dismiss(localStorage)
    isGone.value = true
  }
  const post = async <T,>(path: string, then: (value: T) => void): Promise<void> => {
    const answer = await app.api.send<T>('POST', path, { receipt_id: receipt })
    if (answer.ok) then(answer.value)
    else app.toast(`${answer.error.message} ${answer.error.advice}`)
  }
  if (receipt === undefined) {
    const [question] = start.to_try
    if (turns.length > 0 || question === undefined || !start.model.is_demo) return null
    return (
      <Card {...say.one} onLeave={leave}>
        <button type="button" class="strong" onClick={() => void askIn(app, session, { message: question })} data-testid="run-demo">
          {say.one.act}
        </button>
      </Card>
    )
  }
  return (
    <>
      <Card {...(verified.value === null ? say.verify : say.broken)} onLeave={leave}>
        {verified.value === null ? (
          <button
            type="button"
            class="strong"
            onClick={() => void post<VerifyReply>('/api/audit/verify', value => (verified.value = value))}
            data-testid="first-verify"
          >
            {say.verify.act}
          </button>
        ) : (
          <>
            <VerifyResult result={verified.value} />
            {broken.value === null ? (
              <button
                type="button"
                class="strong"
                onClick={() => void post<BreakReply>('/api/audit/break', value => (broken.value = value))}
                data-testid="first-break"
              >
                {say.broken.act}
              </button>
            ) : (
              <Broken broken={broken.value} />
            )}
          </>
        )}
      </Card>
      {broken.value !== null && <OwnModel session={session} question={done?.message ?? ''} onLeave={leave} />}
      {broken.value !== null &&
        start.snippets.map(({ name, text }) => (
          <Card key={name} title={say.three.title} text={`${name}: ${say.three.text}`} onLeave={leave}>
            <CodeText text={text} label={name} />
            <CopyButton text={text} />
          </Card>
        ))}
    </>
  )
}

type CardProps = { readonly title: string; readonly text: string; readonly children: ComponentChildren; readonly onLeave: () => void }

function Card({ title, text, children, onLeave }: CardProps): JSX.Element {
  return (
    <section class="first-card" aria-label={title} data-testid="first-card">
      <h2>{title}</h2>
      <p>{text}</p>
      <div class="first-act">{children}</div>
      <button type="button" class="small quiet" onClick={onLeave}>
        {say.dismiss}
      </button>
    </section>
  )
}

type OwnModelProps = { readonly session: Session; readonly question: string; readonly onLeave: () => void }

/** Models of this machine as buttons: three questions to see what it can do, then the same message as before. */
function OwnModel({ session, question, onLeave }: OwnModelProps): JSX.Element {
  const app = useConsole()
  const models = useResource<ModelsView>('/api/models')
  const isProbing = useSignal(false)
  const view = models.value.value
  const specs = view?.servers.flatMap(server => server.models.filter(model => !model.only_embeds)) ?? []
  const look = async (): Promise<void> => {
    const fresh = await app.api.get<ModelsView>('/api/models', { fresh: 'true' })
    if (fresh.ok) models.set(fresh.value)
  }
  const use = async (spec: string): Promise<void> => {
    isProbing.value = true
    await app.api.send<ModelCheck>('POST', '/api/models/checks', { spec, cases: 3 })
    const chosen = await app.api.send<ChosenModelView>('PUT', '/api/models/chosen', { spec })
    isProbing.value = false
    if (!chosen.ok) return app.toast(`${chosen.error.message} ${chosen.error.advice}`)
    await askIn(app, session, { message: question })
  }
  return (
    <Card title={say.two.title} text={specs.length > 0 ? say.two.text : say.two.none(view?.looked_at.join(', ') ?? '')} onLeave={onLeave}>
      {isProbing.value && <p role="status">{say.probing}</p>}
      <div class="row wrap">
        {specs.map(({ spec, name }) => (
          <button key={spec} type="button" disabled={isProbing.value} onClick={() => void use(spec)}>
            {visible(name)}
          </button>
        ))}
        <button type="button" class="quiet" onClick={() => void look()}>
          {say.two.look}
        </button>
      </div>
    </Card>
  )
}
