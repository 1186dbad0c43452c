import type { JSX } from 'preact'
import type { DoctorFinding } from 'shapes'
import { CopyButton } from '../../parts/copy-button.tsx'
import { ErrorPanel, Loading } from '../../parts/screen-states.tsx'
import { Status, type Tone } from '../../parts/status.tsx'
import { Updated } from '../../parts/updated.tsx'
import { useConsole } from '../../state/console.ts'
import { duration } from '../../text/format.ts'
import { visible } from '../../text/visible.ts'
import { words } from '../../words.ts'
import { ModelsPanel } from './models-panel.tsx'
import { useDoctor } from './use-doctor.ts'

const say = words.doctor

export function DoctorScreen(): JSX.Element {
  const doctor = useDoctor()
  const findings = doctor.findings.value
  const number = (ok: DoctorFinding['ok']): number => findings.filter(finding => finding.ok === ok).length
  return (
    <div class="screen">
      <header class="screen-head">
        <div>
          <h1>{say.title}</h1>
          <p class="faint head-facts">
            <span role="status" data-testid="doctor-summary">
              {doctor.isBusy.value
                ? say.running
                : `${say.summary(number(true), number('warning'), number(false))} ${doctor.ms.value === null ? '' : say.took(duration(doctor.ms.value))}`}
            </span>
            <Updated of={[doctor]} />
          </p>
        </div>
        <button type="button" class="strong" disabled={doctor.isBusy.value} onClick={() => void doctor.run()}>
          {say.again}
        </button>
      </header>
      {doctor.failure.value && <ErrorPanel failure={doctor.failure.value} onRetry={() => void doctor.run()} />}
      {findings.length === 0 && doctor.isBusy.value && <Loading lines={8} />}
      {[...new Set(findings.map(({ group }) => group))].map(group => (
        <section key={group} aria-label={say.groups[group] ?? group}>
          <h2>{say.groups[group] ?? group}</h2>
          <ul class="findings-list">
            {findings
              .filter(finding => finding.group === group)
              .map((finding, index) => (
                <Finding key={`${finding.name} ${index}`} finding={finding} onFixed={() => void doctor.run()} />
              ))}
          </ul>
        </section>
      ))}
      <p class="row wrap faint">
        {say.repeat}: <code>countersign doctor</code> <CopyButton text="countersign doctor" />
      </p>
      <ModelsPanel />
    </div>
  )
}

const toneOf = (ok: DoctorFinding['ok']): Tone => (ok === true ? 'ok' : ok === 'warning' ? 'warn' : 'bad')
const wordOf = (ok: DoctorFinding['ok']): string => (ok === true ? say.ok : ok === 'warning' ? say.warning : say.fail)

function Finding({ finding, onFixed }: { readonly finding: DoctorFinding; readonly onFixed: () => void }): JSX.Element {
  const { api, toast } = useConsole()
  const { name, ok, says, fix } = finding
  const mend = async (): Promise<void> => {
    const done = await api.send('POST', '/api/doctor/fix', { fix })
    toast(done.ok ? say.fixed : `${done.error.message} ${done.error.advice}`)
    if (done.ok) onFixed()
  }
  return (
    <li data-ok={String(ok)}>
      <Status tone={toneOf(ok)}>{wordOf(ok)}</Status>
      <strong>{visible(name)}</strong>
      <span class="grow wrap-anywhere">{visible(says)}</span>
      {fix && (
        <span class="fix row wrap">
          <code class="wrap-anywhere">{visible(fix)}</code>
          <CopyButton text={fix} />
          {fix.startsWith('countersign config set ') && (
            <button type="button" class="small" onClick={() => void mend()}>
              {say.fix}
            </button>
          )}
        </span>
      )}
    </li>
  )
}
