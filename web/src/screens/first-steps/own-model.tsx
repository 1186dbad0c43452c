import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import type { ChosenModelView, ModelCheck, ModelsView } from 'shapes'
import { useResource } from '../../parts/use-resource.ts'
import { type Console, useConsole } from '../../state/console.ts'
import type { Session } from '../../state/session.ts'
import { visible } from '../../text/visible.ts'
import { words } from '../../words.ts'
import { askIn } from '../chat/ask-in.ts'
import { FirstCard } from './first-card.tsx'

const say = words.first
const PROBES = 3
const LOOK_EVERY = 500 // ms

export type OwnModelProps = { readonly session: Session; readonly question: string; readonly onLeave: () => void }

/** Local models as buttons. Choosing one tests it with three prompts, then sends the same message as before. */
export function OwnModel({ session, question, onLeave }: OwnModelProps): JSX.Element {
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
    await probe(app, spec)
    const chosen = await app.api.send<ChosenModelView>('PUT', '/api/models/chosen', { spec })
    isProbing.value = false
    if (!chosen.ok) return app.toast(`${chosen.error.message} ${chosen.error.advice}`)
    await askIn(app, session, { message: question })
  }
  return (
    <FirstCard
      title={say.two.title}
      text={specs.length > 0 ? say.two.text : say.two.none(view?.looked_at.join(', ') ?? '')}
      onLeave={onLeave}
    >
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
    </FirstCard>
  )
}

/** A short check of the model; the doctor shows the result. */
async function probe({ api }: Console, spec: string): Promise<void> {
  const begun = await api.send<ModelCheck>('POST', '/api/models/checks', { spec, cases: PROBES })
  for (let check = begun; check.ok && check.value.state === 'running';) {
    await new Promise(resolve => setTimeout(resolve, LOOK_EVERY))
    check = await api.get<ModelCheck>(`/api/models/checks/${check.value.id}`)
  }
}
