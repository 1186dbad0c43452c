import type { JSX } from 'preact'
import type { ServerView } from 'shapes'
import { ResourceView } from '../../parts/resource-view.tsx'
import { Status } from '../../parts/status.tsx'
import { Updated } from '../../parts/updated.tsx'
import { size } from '../../text/format.ts'
import { visible } from '../../text/visible.ts'
import { words } from '../../words.ts'
import { ServerPlaces } from '../models/server-places.tsx'
import { useModels } from '../models/use-models.ts'
import { ModelCheckPanel } from './model-check-panel.tsx'

const say = words.doctor

/** The models: available ones, the chosen one, and their checks. */
export function ModelsPanel(): JSX.Element {
  const { view: models, isLooking, look, choose } = useModels()
  return (
    <section aria-labelledby="models-title" data-testid="models">
      <div class="row spread wrap">
        <div>
          <h2 id="models-title">{say.models}</h2>
          <Updated of={[models]} />
        </div>
        <button type="button" class="small" disabled={isLooking.value} onClick={() => void look()}>
          {isLooking.value ? say.running : say.look}
        </button>
      </div>
      <ResourceView of={models}>
        {view => (
          <>
            <div class="card">
              <ServerPlaces models={view} />
            </div>
            <ul class="model-list">
              {view.builtin.map(({ spec, label }) => (
                <ModelRow
                  key={spec}
                  spec={spec}
                  label={label}
                  facts={[]}
                  isChosen={view.chosen.spec === spec}
                  onChoose={choose}
                />
              ))}
              {view.servers.flatMap(server =>
                server.models.map(model => (
                  <ModelRow
                    key={model.spec}
                    spec={model.spec}
                    label={model.spec}
                    facts={factsOf(server, model)}
                    isChosen={view.chosen.spec === model.spec}
                    {...(!model.only_embeds && { onChoose: choose })}
                  />
                )),
              )}
            </ul>
            <ModelCheckPanel models={view} />
          </>
        )}
      </ResourceView>
    </section>
  )
}

const factsOf = ({ address }: ServerView, model: ServerView['models'][number]): readonly string[] => [
  address,
  ...(model.size_bytes === null ? [] : [size(model.size_bytes)]),
  ...(model.context_tokens === null ? [] : [say.context(String(model.context_tokens))]),
  ...(model.only_embeds ? [say.onlyEmbeds] : []),
]

type ModelRowProps = {
  readonly spec: string
  readonly label: string
  readonly facts: readonly string[]
  readonly isChosen: boolean
  readonly onChoose?: (spec: string) => Promise<void>
}

function ModelRow({ spec, label, facts, isChosen, onChoose }: ModelRowProps): JSX.Element {
  return (
    <li>
      <strong>{visible(label)}</strong>
      <span class="faint grow">{facts.map(visible).join(' · ')}</span>
      {isChosen ? (
        <Status tone="ok">{say.chosen}</Status>
      ) : (
        onChoose && (
          <button type="button" class="small" onClick={() => void onChoose(spec)}>
            {say.choose}
          </button>
        )
      )}
    </li>
  )
}
