import type { JSX } from 'preact'
import type { AttemptStats } from 'shapes'
import { useResource } from '../../parts/use-resource.ts'
import { useConsole } from '../../state/console.ts'
import { percent } from '../../text/format.ts'
import { visible } from '../../text/visible.ts'
import { words } from '../../words.ts'
import { keyOf } from './key-of.ts'

const say = words.attempts

/** First-try rates of a day and a week beside those of all time. */
export function Trend(): JSX.Element | null {
  const { workspace } = useConsole()
  const spans = [
    { name: say.sinceAll, stats: useResource<AttemptStats>('/api/attempts/stats', {}, workspace.news.turns).value.value },
    { name: say.sinceWeek, stats: useResource<AttemptStats>('/api/attempts/stats', { since: '7d' }, workspace.news.turns).value.value },
    { name: say.sinceDay, stats: useResource<AttemptStats>('/api/attempts/stats', { since: '24h' }, workspace.news.turns).value.value },
  ]
  const models = spans[0]?.stats?.models ?? []
  if (models.length === 0) return null
  return (
    <details>
      <summary>{say.trend}</summary>
      <div class="table-box" tabIndex={0} role="group" aria-label={say.trend}>
        <table>
          <caption class="unseen">{say.trendLabel('')}</caption>
          <thead>
            <tr>
              <th scope="col">{say.model}</th>
              {spans.map(({ name }) => (
                <th key={name} scope="col" class="number">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {models.map(model => (
              <tr key={keyOf(model)}>
                <th scope="row">{visible(keyOf(model))}</th>
                {spans.map(({ name, stats }) => {
                  const one = stats?.models.find(other => keyOf(other) === keyOf(model))
                  return (
                    <td key={name} class="number" data-title={name}>
                      {one ? `${percent(one.first_try.share)} (n = ${one.attempts})` : '–'}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}
