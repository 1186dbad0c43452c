import type { JSX } from 'preact'
import type { ModelStats } from 'shapes'
import { count, percent } from '../../text/format.ts'
import { visible } from '../../text/visible.ts'
import { words } from '../../words.ts'
import { SHARES } from './share-bar.tsx'

const say = words.attempts

export function NumberTable({ models }: { readonly models: readonly ModelStats[] }): JSX.Element {
  return (
    <div class="table-box" tabIndex={0} role="group" aria-label={say.numbers}>
      <table>
        <caption class="unseen">{say.numbers}</caption>
        <thead>
          <tr>
            <th scope="col">{say.model}</th>
            <th scope="col">{say.mode}</th>
            <th scope="col" class="number">
              n
            </th>
            {SHARES.map(({ key, name }) => (
              <th key={key} scope="col" class="number">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {models.map(stats => (
            <tr key={`${stats.model} ${stats.provider} ${stats.profile}`} class={stats.too_few ? 'too-few' : ''}>
              <th scope="row" data-title={say.model}>
                {visible(stats.model)}
              </th>
              <td data-title={say.mode}>{visible(stats.profile)}</td>
              <td data-title="n" class="number">
                {count(stats.attempts)}
              </td>
              {SHARES.map(({ key, name }) => (
                <td key={key} data-title={name} class="number">
                  {count(stats[key].n)} · {percent(stats[key].share)} ({stats[key].interval.map(percent).join('–')})
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
