import type { JSX } from 'preact'
import type { ModelStats } from 'shapes'
import { count, percent } from '../../text/format.ts'
import { visible } from '../../text/visible.ts'
import { words } from '../../words.ts'
import { SHARES } from './share-bar.tsx'

const say = words.attempts

type NumberTableProps = { readonly models: readonly ModelStats[]; readonly title?: string; readonly hasTools?: boolean }

export function NumberTable({ models, title = say.numbers, hasTools = false }: NumberTableProps): JSX.Element {
  return (
    <div class="table-box" tabIndex={0} role="group" aria-label={title}>
      <table>
        <caption class="unseen">{title}</caption>
        <thead>
          <tr>
            <th scope="col">{say.model}</th>
            <th scope="col">{say.mode}</th>
            {hasTools && <th scope="col">{say.columns.tool}</th>}
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
            <tr
              key={`${stats.model} ${stats.provider} ${stats.profile} ${stats.tool ?? ''}`}
              class={stats.too_few ? 'too-few' : ''}
            >
              <th scope="row" data-title={say.model}>
                {visible(stats.model)}
              </th>
              <td data-title={say.mode}>{visible(stats.profile)}</td>
              {hasTools && (
                <td data-title={say.columns.tool} class="tool-cell">
                  {stats.tool ? <code>{visible(stats.tool)}</code> : <span class="faint">{say.noTool}</span>}
                </td>
              )}
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
