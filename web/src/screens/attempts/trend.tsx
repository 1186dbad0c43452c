import type { JSX } from 'preact'
import { useId } from 'preact/hooks'
import type { AttemptStats, ModelStats } from 'shapes'
import { ResourceView } from '../../parts/resource-view.tsx'
import { useResource } from '../../parts/use-resource.ts'
import { useConsole } from '../../state/console.ts'
import { percent } from '../../text/format.ts'
import { visible } from '../../text/visible.ts'
import { words } from '../../words.ts'
import { keyOf } from './key-of.ts'

const say = words.attempts
const DAYS = 30 // the newest with calls
const [BAR, GAP, HEIGHT] = [16, 4, 56]

type TrendProps = { readonly since: string; readonly isShown: (key: string) => boolean }

/** The share of calls valid on the first try by day, as bars and as a table. */
export function Trend({ since, isShown }: TrendProps): JSX.Element {
  const { workspace } = useConsole()
  const stats = useResource<AttemptStats>('/api/attempts/stats', { since, split: 'day' }, workspace.news.turns)
  return (
    <details data-testid="trend">
      <summary>{say.trend}</summary>
      <ResourceView of={stats}>
        {({ models }) => {
          const rows = models.filter(row => isShown(keyOf(row)))
          return (
            <>
              {[...new Set(rows.map(keyOf))].map(key => (
                <Bars key={key} name={key} days={rows.filter(row => keyOf(row) === key).slice(-DAYS)} />
              ))}
              <DayTable rows={rows} />
            </>
          )
        }}
      </ResourceView>
    </details>
  )
}

/** One bar a day; it is hatched if there are too few calls to be reliable. */
function Bars({ name, days }: { readonly name: string; readonly days: readonly ModelStats[] }): JSX.Element {
  const id = useId()
  const width = days.length * (BAR + GAP)
  const description = days
    .map(({ day, first_try: first, attempts }) => say.trendDay(day ?? '', percent(first.share), attempts))
    .join('; ')
  return (
    <figure class="trend">
      <figcaption>{say.trendLabel(visible(name))}</figcaption>
      <svg
        viewBox={`0 0 ${width} ${HEIGHT}`}
        width={width}
        height={HEIGHT}
        role="img"
        aria-labelledby={`${id}-t ${id}-d`}
      >
        <title id={`${id}-t`}>{say.trendLabel(name)}</title>
        <desc id={`${id}-d`}>{description}</desc>
        <defs>
          <pattern id={`${id}-few`} width="6" height="6" patternUnits="userSpaceOnUse">
            <rect width="6" height="6" class="fill-first" />
            <path d="M0 6L6 0" class="pattern-line" />
          </pattern>
        </defs>
        <line x1="0" x2={width} y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} class="trend-line" />
        {days.map(({ day, first_try: { share }, too_few: isFew }, at) => {
          const height = Math.max(2, (share ?? 0) * (HEIGHT - 2))
          return (
            <rect
              key={day}
              x={at * (BAR + GAP)}
              y={HEIGHT - height}
              width={BAR}
              height={height}
              class={isFew ? '' : 'fill-first'}
              {...(isFew && { fill: `url(#${CSS.escape(id)}-few)` })}
            />
          )
        })}
      </svg>
    </figure>
  )
}

function DayTable({ rows }: { readonly rows: readonly ModelStats[] }): JSX.Element {
  return (
    <div class="table-box" tabIndex={0} role="group" aria-label={say.trend}>
      <table>
        <caption class="unseen">{say.trend}</caption>
        <thead>
          <tr>
            <th scope="col">{say.day}</th>
            <th scope="col">{say.model}</th>
            <th scope="col" class="number">
              n
            </th>
            <th scope="col" class="number">
              {say.firstTry}
            </th>
            <th scope="col" class="number">
              {say.rejected}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.toReversed().map(row => (
            <tr key={`${row.day} ${keyOf(row)}`} class={row.too_few ? 'too-few' : ''}>
              <th scope="row" data-title={say.day}>
                {row.day}
              </th>
              <td data-title={say.model}>{visible(keyOf(row))}</td>
              <td data-title="n" class="number">
                {row.attempts}
              </td>
              <td data-title={say.firstTry} class="number">
                {percent(row.first_try.share)}
              </td>
              <td data-title={say.rejected} class="number">
                {percent(row.rejected.share)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
