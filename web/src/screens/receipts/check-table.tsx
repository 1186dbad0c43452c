import type { JSX } from 'preact'
import { Status } from '../../parts/status.tsx'
import { words } from '../../words.ts'
import type { CheckRow } from './check-rows.ts'

const say = words.checks

/** Check by check: what was looked at, and what came of it. */
export function CheckTable({ rows }: { readonly rows: readonly CheckRow[] }): JSX.Element {
  return (
    <div class="table-box check-table" tabIndex={0} role="group" aria-label={say.title}>
      <table data-testid="checks">
        <caption class="unseen">{say.title}</caption>
        <thead>
          <tr>
            <th scope="col">{words.receipts.check}</th>
            <th scope="col">{say.result}</th>
            <th scope="col">{say.about}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, tone, state, says }) => (
            <tr key={name} data-tone={tone}>
              <th scope="row" data-title={words.receipts.check}>
                {name}
              </th>
              <td data-title={say.result}>
                <Status tone={tone} {...(tone === 'warn' && state === say.unsure && { icon: 'question' as const })}>
                  {state}
                </Status>
              </td>
              <td data-title={say.about}>{says}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
