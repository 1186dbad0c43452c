import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { AttemptStats, ModelStats } from 'shapes'
import { Icon } from '../../parts/icon.tsx'
import { Link } from '../../parts/link.tsx'
import { ResourceView } from '../../parts/resource-view.tsx'
import { Empty } from '../../parts/screen-states.tsx'
import { Updated } from '../../parts/updated.tsx'
import { useResource } from '../../parts/use-resource.ts'
import { useConsole } from '../../state/console.ts'
import { words } from '../../words.ts'
import { AttemptTable } from './attempt-table.tsx'
import { ExportDialog } from './export-dialog.tsx'
import { keyOf } from './key-of.ts'
import { ModelCard } from './model-card.tsx'
import { NumberTable } from './number-table.tsx'
import { Trend } from './trend.tsx'

const say = words.attempts
const SPANS = [
  ['', say.sinceAll],
  ['7d', say.sinceWeek],
  ['24h', say.sinceDay],
] as const

/** How well each model writes calls, with all its mistakes. */
export function AttemptsScreen(): JSX.Element {
  const { workspace } = useConsole()
  const [isExporting, setExporting] = useState(false)
  const [since, setSince] = useState('')
  const [code, setCode] = useState('')
  const [compared, setCompared] = useState<readonly string[]>([])
  const stats = useResource<AttemptStats>('/api/attempts/stats', { since }, workspace.news.turns)
  const toggle = (key: string): void =>
    setCompared(compared.includes(key) ? compared.filter(one => one !== key) : [...compared, key].slice(-2))
  return (
    <div class="screen">
      <header class="screen-head">
        <div>
          <h1>{say.title}</h1>
          <p class="faint head-facts">
            <span>{say.lead}</span>
            <Updated of={[stats]} />
          </p>
        </div>
        <div class="row wrap">
          <div class="segments" role="group" aria-label={say.since}>
            {SPANS.map(([value, label]) => (
              <button key={value} type="button" aria-pressed={since === value} onClick={() => setSince(value)}>
                {label}
              </button>
            ))}
          </div>
          <button type="button" onClick={() => setExporting(true)}>
            <Icon name="download" size={14} /> {say.export}
          </button>
        </div>
      </header>
      <ResourceView of={stats}>
        {({ models }) =>
          models.length === 0 ? (
            <Empty text={say.empty}>
              <Link href="/doctor" class="button">
                {say.emptyAct}
              </Link>
            </Empty>
          ) : (
            <Rates models={models} since={since} compared={compared} onCompare={toggle} onCode={setCode} />
          )
        }
      </ResourceView>
      <AttemptTable code={code} onCode={setCode} />
      {isExporting && <ExportDialog onClose={() => setExporting(false)} />}
    </div>
  )
}

type RatesProps = {
  readonly since: string
  readonly models: readonly ModelStats[]
  readonly compared: readonly string[]
  readonly onCompare: (key: string) => void
  readonly onCode: (code: string) => void
}

function Rates({ models, since, compared, onCompare, onCode }: RatesProps): JSX.Element {
  const picked = models.filter(stats => compared.includes(keyOf(stats)))
  const shown = picked.length === 2 ? picked : models // a picked model may have no calls in this period
  const isShown = (key: string): boolean => shown.some(stats => keyOf(stats) === key)
  return (
    <>
      <ul class="model-cards" data-testid="model-cards">
        {shown.map(stats => (
          <li key={keyOf(stats)}>
            <ModelCard
              stats={stats}
              isCompared={compared.includes(keyOf(stats))}
              {...(models.length > 1 && { onCompare: () => onCompare(keyOf(stats)) })}
              onCode={onCode}
            />
          </li>
        ))}
      </ul>
      <Trend since={since} isShown={isShown} />
      <details open>
        <summary>{say.numbers}</summary>
        <NumberTable models={shown} />
      </details>
      <ByTool since={since} isShown={isShown} />
    </>
  )
}

type ByToolProps = { readonly since: string; readonly isShown: (key: string) => boolean }

/** The same rates by tool; they are counted when opened. */
function ByTool({ since, isShown }: ByToolProps): JSX.Element {
  const { workspace } = useConsole()
  const [isOpen, setOpen] = useState(false)
  const stats = useResource<AttemptStats>(
    isOpen ? '/api/attempts/stats' : null,
    { since, split: 'tool' },
    workspace.news.turns,
  )
  return (
    <details onToggle={event => setOpen(event.currentTarget.open)} data-testid="by-tool">
      <summary>{say.byTool}</summary>
      <p class="faint">{say.byToolNote}</p>
      {isOpen && (
        <ResourceView of={stats}>
          {({ models }) => (
            <NumberTable models={models.filter(row => isShown(keyOf(row)))} title={say.byTool} hasTools />
          )}
        </ResourceView>
      )}
    </details>
  )
}
