import type { JSX } from 'preact'
import type { ModelStats, ShareView } from 'shapes'
import { Status } from '../../parts/status.tsx'
import { duration, percent } from '../../text/format.ts'
import { visible } from '../../text/visible.ts'
import { words } from '../../words.ts'
import { SHARES, ShareBar } from './share-bar.tsx'

const say = words.attempts

export type ModelCardProps = {
  readonly stats: ModelStats
  readonly isCompared: boolean
  readonly onCompare?: () => void
  readonly onCode: (code: string) => void
}

/** One model in one profile: headline, bar and mistakes. */
export function ModelCard({ stats, isCompared, onCompare, onCode }: ModelCardProps): JSX.Element {
  const reasons = Object.entries(stats.first_failures).toSorted(([, a], [, b]) => b - a)
  const most = Math.max(1, ...reasons.map(([, n]) => n))
  return (
    <article class="card model-card">
      <header class="row spread wrap">
        <h2>
          {visible(stats.model)} <span class="faint">{visible(`${stats.provider} · ${stats.profile}`)}</span>
        </h2>
        <span class="row">
          <span>{say.calls(stats.attempts)}</span>
          {stats.too_few && <Status tone="warn">{say.tooFew(stats.attempts)}</Status>}
          {onCompare && (
            <label class="row">
              <input type="checkbox" checked={isCompared} onChange={onCompare} /> {say.compare}
            </label>
          )}
        </span>
      </header>
      <ShareBar stats={stats} />
      <ul class="shares">
        {SHARES.map(({ key, name }) => (
          <li key={key} class={`share share-${key}`}>
            <span class="share-key" aria-hidden="true" />
            <strong>{percent(stats[key].share)}</strong> <span>{name}</span>{' '}
            <span class="faint">{interval(stats[key])}</span>
          </li>
        ))}
      </ul>
      <div class="two-columns">
        <div>
          <h3>{say.reasons}</h3>
          {reasons.length === 0 && <p class="faint">{say.noReasons}</p>}
          <ul class="reasons">
            {reasons.map(([code, n]) => (
              <li key={code}>
                <button type="button" class="link" onClick={() => onCode(code)} title={say.filterCode(code)}>
                  <code>{code}</code>
                </button>
                <span class="reason-bar" aria-hidden="true">
                  <span style={{ width: `${(n / most) * 100}%` }} />
                </span>
                <span class="number">{n}</span>
              </li>
            ))}
          </ul>
        </div>
        <div>
          <h3>{say.cost}</h3>
          <p>{costOf(stats).join(' · ')}</p>
        </div>
      </div>
    </article>
  )
}

/** The number and cost of corrections. */
const costOf = (stats: ModelStats): readonly string[] => [
  say.meanRepairs(stats.mean_repairs === null ? '–' : String(Number(stats.mean_repairs.toPrecision(3)))),
  ...(stats.repair_ms === null ? [] : [say.repairMs(duration(stats.repair_ms))]),
  ...(stats.repair_tokens === null ? [] : [say.repairTokens(stats.repair_tokens)]),
  say.meanMs(stats.mean_ms === null ? '–' : duration(stats.mean_ms)),
  say.answers(stats.answers),
]

export const interval = ({ interval: [low, high] }: ShareView): string => say.interval(percent(low), percent(high))
