import type { JSX } from 'preact'
import type { ModelsView, PlaceView } from 'shapes'
import { Status } from '../../parts/status.tsx'
import { visible } from '../../text/visible.ts'
import { words } from '../../words.ts'

const say = words.connect

type ServerPlacesProps = { readonly models: ModelsView; readonly onChoose?: (spec: string) => void }

/** Every address that was tried: its models, or how to start a server there. With `onChoose` the models are buttons. */
export function ServerPlaces({ models, onChoose }: ServerPlacesProps): JSX.Element {
  return (
    <ul class="places" data-testid="places">
      {models.places.map(place => (
        <li key={place.address} data-answers={place.answers}>
          <strong>{place.title}</strong>
          <Status tone={place.answers ? 'ok' : 'quiet'}>{place.answers ? say.answers : say.silent}</Status>
          <code class="faint">{visible(place.address)}</code>
          <div class="place-rest">
            {place.answers ? (
              <ModelsThere {...{ place, models, onChoose }} />
            ) : (
              <span class="faint">{visible(place.start)}</span>
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}

type ModelsThereProps = {
  readonly place: PlaceView
  readonly models: ModelsView
  readonly onChoose: ServerPlacesProps['onChoose']
}

function ModelsThere({ place, models: { servers, chosen }, onChoose }: ModelsThereProps): JSX.Element {
  const able = servers
    .filter(({ address }) => address === place.address)
    .flatMap(server => server.models.filter(one => !one.only_embeds))
  if (able.length === 0) return <span class="faint">{say.noModel}</span>
  if (!onChoose) return <span class="faint">{say.models(able.length)}</span>
  return (
    <div class="row wrap">
      {able.map(({ spec, name }) =>
        spec === chosen.spec ? (
          <Status key={spec} tone="ok">
            {visible(name)}: {words.doctor.chosen}
          </Status>
        ) : (
          <button key={spec} type="button" onClick={() => onChoose(spec)}>
            {say.use(visible(name))}
          </button>
        ),
      )}
    </div>
  )
}
