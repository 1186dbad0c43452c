import type { JSX } from 'preact'
import { useId } from 'preact/hooks'
import type { ModelStats } from 'shapes'
import { percent } from '../../text/format.ts'
import { words } from '../../words.ts'

const say = words.attempts
const [WIDTH, HEIGHT] = [600, 30]

export const SHARES = [
  { key: 'first_try', name: say.firstTry },
  { key: 'after_fixup', name: say.afterFixup },
  { key: 'after_repair', name: say.afterRepair },
  { key: 'rejected', name: say.rejected },
] as const

/**
 * One bar for all calls of a model. Patterns tell the parts apart as well as colours; the table has the same numbers.
 */
export function ShareBar({ stats }: { readonly stats: ModelStats }): JSX.Element {
  const id = useId()
  const total = Math.max(
    1,
    SHARES.reduce((sum, { key }) => sum + stats[key].n, 0),
  )
  const parts = SHARES.map(({ key, name }) => ({ key, name, n: stats[key].n, share: stats[key].share }))
  const starts = parts.map((_, index) => (parts.slice(0, index).reduce((sum, { n }) => sum + n, 0) / total) * WIDTH)
  return (
    <svg
      class={`share-bar ${stats.too_few ? 'too-few' : ''}`}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-labelledby={`${id}-t ${id}-d`}
      preserveAspectRatio="none"
    >
      <title id={`${id}-t`}>{say.chart(stats.model)}</title>
      <desc id={`${id}-d`}>
        {say.chartDesc(parts.map(({ name, share }) => `${percent(share)} ${name}`).join(', '))}
      </desc>
      <defs>
        <pattern id={`${id}-after_fixup`} width="8" height="8" patternUnits="userSpaceOnUse">
          <rect width="8" height="8" class="fill-fixup" />
          <path d="M0 8L8 0" class="pattern-line" />
        </pattern>
        <pattern id={`${id}-after_repair`} width="8" height="8" patternUnits="userSpaceOnUse">
          <rect width="8" height="8" class="fill-repair" />
          <circle cx="4" cy="4" r="1.6" class="pattern-dot" />
        </pattern>
        <pattern id={`${id}-rejected`} width="8" height="8" patternUnits="userSpaceOnUse">
          <rect width="8" height="8" class="fill-rejected" />
          <path d="M0 0L8 8M8 0L0 8" class="pattern-line" />
        </pattern>
      </defs>
      {parts.map(({ key, n }, index) =>
        n === 0 ? null : (
          <rect
            key={key}
            x={starts[index] ?? 0}
            y="0"
            width={Math.max(2, (n / total) * WIDTH - 2)}
            height={HEIGHT}
            rx="3"
            class={key === 'first_try' ? 'fill-first' : ''}
            {...(key !== 'first_try' && { fill: `url(#${CSS.escape(id)}-${key})` })}
          />
        ),
      )}
    </svg>
  )
}
