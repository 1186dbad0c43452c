import type { JSX } from 'preact'
import { useRef } from 'preact/hooks'
import type { AttemptView } from 'shapes'
import { visible } from '../../text/visible.ts'
import { words } from '../../words.ts'

const say = words.attempts

export type AttemptFilter = { readonly model: string; readonly tool: string; readonly outcome: string }
export const ALL_ATTEMPTS: AttemptFilter = { model: '', tool: '', outcome: '' }

const FIELDS = [
  ['model', say.columns.model, (row: AttemptView) => row.model],
  ['tool', say.columns.tool, (row: AttemptView) => row.tool],
  ['outcome', say.columns.outcome, (row: AttemptView) => row.outcome],
] as const

type AttemptFiltersProps = {
  readonly rows: readonly AttemptView[]
  readonly filter: AttemptFilter
  readonly onFilter: (filter: AttemptFilter) => void
}

/** The filters offer the values seen so far. */
export function AttemptFilters({ rows, filter, onFilter }: AttemptFiltersProps): JSX.Element {
  const seen = useRef({ model: new Set<string>(), tool: new Set<string>(), outcome: new Set<string>() })
  for (const [name, , read] of FIELDS) for (const row of rows) seen.current[name].add(read(row) ?? '')
  return (
    <div class="filters" role="search">
      {FIELDS.map(([name, title]) => (
        <label key={name}>
          <span>{title}</span>
          <select value={filter[name]} onChange={event => onFilter({ ...filter, [name]: event.currentTarget.value })}>
            <option value="">{words.act.all}</option>
            {[...seen.current[name]]
              .filter(value => value !== '')
              .toSorted()
              .map(value => (
                <option key={value} value={value}>
                  {name === 'outcome' ? (say.outcome[value] ?? visible(value)) : visible(value)}
                </option>
              ))}
          </select>
        </label>
      ))}
    </div>
  )
}
