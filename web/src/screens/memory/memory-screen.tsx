import { type Signal, useComputed, useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import type { FactViewPage, MemoryManners, ProposalDecided, ProposalDecision, ProposalList, ProposalView } from 'shapes'
import { Icon } from '../../parts/icon.tsx'
import { Link } from '../../parts/link.tsx'
import { Moment } from '../../parts/moment.tsx'
import { ResourceView } from '../../parts/resource-view.tsx'
import { saveFile } from '../../parts/save-file.ts'
import { Empty } from '../../parts/screen-states.tsx'
import { Updated } from '../../parts/updated.tsx'
import { useResource } from '../../parts/use-resource.ts'
import { useConsole } from '../../state/console.ts'
import type { Resource } from '../../state/resource.ts'
import { visible } from '../../text/visible.ts'
import { words } from '../../words.ts'
import { EditText } from './edit-text.tsx'
import { FactCard } from './fact-card.tsx'
import { Manners, PauseButton, useSetManners } from './manners.tsx'
import { SensitivityMark } from './sensitivity.tsx'

const say = words.memory

/** Stored facts, and proposals that wait for consent. */
export function MemoryScreen(): JSX.Element {
  const { workspace, api } = useConsole()
  const text = useSignal('')
  const news = useComputed(() => workspace.news.memory.value + workspace.news.turns.value)
  const proposals = useResource<ProposalList>('/api/memory/proposals', {}, news)
  const facts = useResource<FactViewPage>('/api/memory', { q: text.value, limit: 200 }, news)
  const manners = useResource<MemoryManners>('/api/memory/manners', {}, news)
  const isOff = facts.failure.value?.code === 'config_invalid'
  const again = (): void => void Promise.all([proposals.load(), facts.load(), manners.load()])
  const set = useSetManners(again)
  const neverAsk = async (kind: string): Promise<void> => {
    await manners.load() // the whole list is saved, so it must be up to date
    const known = manners.value.value
    if (known !== null) await set({ unasked: [...new Set([...known.unasked, kind])] }, say.neverAsks(visible(kind)))
  }
  const save = async (): Promise<void> => {
    const response = await api.open('/api/memory/export')
    if (response.ok) saveFile('memory.jsonl', await response.text(), 'application/jsonl')
  }
  return (
    <div class="screen">
      <header class="screen-head">
        <div>
          <h1>{say.title}</h1>
          <p class="faint head-facts">
            <span>{say.lead}</span>
            <Updated of={[proposals, facts]} />
          </p>
        </div>
        <div class="row wrap">
          {!isOff && <PauseButton of={manners} set={set} />}
          <button type="button" onClick={() => void save()} disabled={isOff}>
            <Icon name="download" size={14} /> {say.export}
          </button>
        </div>
      </header>
      {isOff ? (
        <Empty text={say.off}>
          <p>{facts.failure.value?.advice ?? say.offAdvice}</p>
        </Empty>
      ) : (
        <>
          <Manners of={manners} set={set} />
          <Proposals of={proposals} onChange={again} onNever={kind => void neverAsk(kind)} />
          <Facts of={facts} text={text} onChange={again} />
        </>
      )}
    </div>
  )
}

type ProposalsProps = {
  readonly of: Resource<ProposalList>
  readonly onChange: () => void
  readonly onNever: (kind: string) => void
}

function Proposals({ of, onChange, onNever }: ProposalsProps): JSX.Element {
  return (
    <section aria-labelledby="proposals-title">
      <h2 id="proposals-title">{say.proposals}</h2>
      <ResourceView of={of}>
        {({ proposals: rows }) =>
          rows.length === 0 ? (
            <Empty text={say.noProposals} />
          ) : (
            <ul class="cards" data-testid="proposals">
              {rows.map(row => (
                <Proposal key={row.id} proposal={row} onChange={onChange} onNever={onNever} />
              ))}
            </ul>
          )
        }
      </ResourceView>
    </section>
  )
}

type FactsProps = { readonly of: Resource<FactViewPage>; readonly text: Signal<string>; readonly onChange: () => void }

function Facts({ of, text, onChange }: FactsProps): JSX.Element {
  return (
    <section aria-labelledby="facts-title">
      <div class="row spread wrap">
        <h2 id="facts-title">{say.facts}</h2>
        <label class="search-field">
          <span class="unseen">{say.find}</span>
          <input
            type="search"
            placeholder={say.find}
            value={text.value}
            onInput={event => (text.value = event.currentTarget.value)}
            data-slash
          />
        </label>
      </div>
      <ResourceView of={of}>
        {({ facts: rows }) =>
          rows.length === 0 ? (
            <Empty text={text.value === '' ? say.empty : say.emptyFilter} />
          ) : (
            <ul class="cards" data-testid="facts">
              {rows.map(row => (
                <FactCard key={row.id} fact={row} all={rows} onChange={onChange} />
              ))}
            </ul>
          )
        }
      </ResourceView>
    </section>
  )
}

type ProposalProps = Omit<ProposalsProps, 'of'> & { readonly proposal: ProposalView }

function Proposal({ proposal, onChange, onNever }: ProposalProps): JSX.Element {
  const { api, toast } = useConsole()
  const isEditing = useSignal(false)
  const decide = async (decision: ProposalDecision): Promise<void> => {
    const done = await api.send<ProposalDecided>('POST', `/api/memory/proposals/${proposal.id}/decision`, decision)
    toast(
      done.ok
        ? decision.decision === 'discard'
          ? say.discarded
          : say.kept
        : `${done.error.message} ${done.error.advice}`,
    )
    onChange()
  }
  return (
    <li class="card">
      <p class="fact-text" dir="auto">
        {visible(proposal.text)}
      </p>
      <p class="faint row wrap">
        {say.why} <SensitivityMark of={proposal} /> · {say.askedUntil} <Moment at={proposal.asked} /> ·{' '}
        <Link href={`/?session=${proposal.said.session_id}`}>{say.source}</Link>
      </p>
      {isEditing.value ? (
        <EditText
          text={proposal.text}
          onSave={text => void decide({ decision: 'edit', text })}
          onCancel={() => (isEditing.value = false)}
        />
      ) : (
        <div class="row wrap">
          <button type="button" onClick={() => void decide({ decision: 'discard' })}>
            {say.discard}
          </button>
          <button type="button" class="quiet" onClick={() => (isEditing.value = true)}>
            {say.editKeep}
          </button>
          <button type="button" class="strong" onClick={() => void decide({ decision: 'store' })}>
            {say.keep}
          </button>
          <NeverAsk kinds={proposal.kinds} onNever={onNever} />
        </div>
      )}
    </li>
  )
}

type NeverAskProps = { readonly kinds: readonly string[]; readonly onNever: (kind: string) => void }

/** A secondary action, smaller and on its own line. */
function NeverAsk({ kinds, onNever }: NeverAskProps): JSX.Element {
  return (
    <div class="row wrap whole-line">
      {kinds.map(kind => (
        <button key={kind} type="button" class="small quiet" onClick={() => onNever(kind)}>
          {say.neverAsk(visible(kind))}
        </button>
      ))}
    </div>
  )
}
