import type { JSX } from 'preact'
import { Link } from '../../parts/link.tsx'
import { ResourceView } from '../../parts/resource-view.tsx'
import { words } from '../../words.ts'
import { ServerPlaces } from './server-places.tsx'
import { useModels } from './use-models.ts'

const say = words.connect

/** Shown with the demo model: the servers found on this machine, and how to start the others. */
export function ConnectModel(): JSX.Element {
  const { view, isLooking, look, choose } = useModels()
  return (
    <section class="card connect" aria-labelledby="connect-title" data-testid="connect-model">
      <div class="row spread wrap">
        <h2 id="connect-title">{say.title}</h2>
        <button type="button" class="small" disabled={isLooking.value} onClick={() => void look()}>
          {isLooking.value ? words.doctor.running : words.doctor.look}
        </button>
      </div>
      <p class="faint">
        {say.lead} <Link href="/doctor">{say.more}</Link>
      </p>
      <div role="status">
        <ResourceView of={view}>
          {models => <ServerPlaces models={models} onChoose={spec => void choose(spec)} />}
        </ResourceView>
      </div>
    </section>
  )
}
