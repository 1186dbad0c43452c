import type { JSX } from 'preact'
import type { VerifyFinding, VerifyReply } from 'shapes'
import { CopyButton } from '../../parts/copy-button.tsx'
import { Moment } from '../../parts/moment.tsx'
import { Status } from '../../parts/status.tsx'
import { count, duration } from '../../text/format.ts'
import { visible } from '../../text/visible.ts'
import { words } from '../../words.ts'
import { type CheckRow, checkRows } from './check-rows.ts'

const say = words.receipts
const MOST = 50

type VerifyResultProps = {
  readonly result: VerifyReply
  readonly wasBroken?: boolean
  /** More checks, below those of the log. */
  readonly more?: readonly CheckRow[]
}

/** The result of a verification, with its findings. */
export function VerifyResult({ result, wasBroken = false, more = [] }: VerifyResultProps): JSX.Element {
  const isGood = result.failed.length === 0
  return (
    <div class="verify-result" data-testid="verify-result" data-good={isGood}>
      <p class="row wrap">
        <Status tone={isGood ? 'ok' : 'bad'}>{isGood ? say.intact : say.broken}</Status>
        <span>
          {say.verified(result.verified)} · {say.entries(result.entries)}
          {result.failed.length > 0 && ` · ${say.failedCount(result.failed.length)}`}
        </span>
        <span class="faint">
          {say.at('')} <Moment at={result.at} /> {say.took(duration(result.duration_ms))}
        </span>
      </p>
      {result.uncheckable > 0 && (
        <p>
          <Status tone="warn" icon="question">
            {say.uncheckable(result.uncheckable)}
          </Status>
        </p>
      )}
      {!wasBroken && <CheckTable rows={[...checkRows(result), ...more]} />}
      {!isGood && <Findings findings={result.failed} />}
      {!wasBroken && (
        <p class="row wrap faint">
          {say.repeat}: <code>{result.command}</code> <CopyButton text={result.command} />
        </p>
      )}
    </div>
  )
}

function Findings({ findings }: { readonly findings: readonly VerifyFinding[] }): JSX.Element {
  return (
    <div class="table-box" tabIndex={0} role="group" aria-label={say.checks}>
      <table class="findings">
        <caption class="unseen">{say.checks}</caption>
        <thead>
          <tr>
            <th scope="col">{say.check}</th>
            <th scope="col">{say.where}</th>
            <th scope="col">{say.expected}</th>
            <th scope="col">{say.actual}</th>
          </tr>
        </thead>
        <tbody>
          {findings.slice(0, MOST).map((finding, index) => (
            <tr key={index}>
              <td data-title={say.check}>
                <Status tone="bad">{say.checkNames[finding.check] ?? finding.check}</Status>
              </td>
              <td data-title={say.where}>
                <code>{visible(finding.file)}</code> {finding.line !== null && say.line(finding.line)}
              </td>
              <td data-title={say.expected}>
                <code class="wrap-anywhere">{visible(finding.expected)}</code>
              </td>
              <td data-title={say.actual}>
                <code class="wrap-anywhere">{visible(finding.actual)}</code>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {findings.length > MOST && <p class="faint">+{count(findings.length - MOST)}</p>}
    </div>
  )
}

const checks = words.checks

/** A table of all checks and their results. */
function CheckTable({ rows }: { readonly rows: readonly CheckRow[] }): JSX.Element {
  return (
    <div class="table-box check-table" tabIndex={0} role="group" aria-label={checks.title}>
      <table data-testid="checks">
        <caption class="unseen">{checks.title}</caption>
        <thead>
          <tr>
            <th scope="col">{words.receipts.check}</th>
            <th scope="col">{checks.result}</th>
            <th scope="col">{checks.about}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, tone, state, says }) => (
            <tr key={name} data-tone={tone}>
              <th scope="row" data-title={words.receipts.check}>
                {name}
              </th>
              <td data-title={checks.result}>
                <Status tone={tone} {...(tone === 'warn' && state === checks.unsure && { icon: 'question' as const })}>
                  {state}
                </Status>
              </td>
              <td data-title={checks.about}>{says}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
