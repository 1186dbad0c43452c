import type { JSX } from 'preact'
import type { DoctorFinding, ModelsView } from 'shapes'
import { CopyButton } from '../../parts/copy-button.tsx'
import { ErrorPanel, Loading } from '../../parts/screen-states.tsx'
import { Status, type Tone } from '../../parts/status.tsx'
import { Updated } from '../../parts/updated.tsx'
import { useResource } from '../../parts/use-resource.ts'
import { useConsole } from '../../state/console.ts'
import { duration } from '../../text/format.ts'
import { visible } from '../../text/visible.ts'
import { words } from '../../words.ts'
import { modelSpecs } from '../models/model-specs.ts'
import { ModelsPanel } from './models-panel.tsx'
import { type Doctor, useDoctor } from './use-doctor.ts'

const say = words.doctor

export function DoctorScreen(): JSX.Element {
  const doctor = useDoctor()
  const findings = doctor.findings.value
  const model = doctor.examined.value
  const command = `countersign doctor${model === null ? '' : ` --model ${shellWord(model)}`}`
  const took = doctor.ms.value === null ? '' : say.took(duration(doctor.ms.value))
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
                : `${say.summary(number(true), number('warning'), number(false))} ${took}`}
            </span>
            <Updated of={[doctor]} />
          </p>
        </div>
        <div class="row wrap bottom">
          <ModelPicker doctor={doctor} />
          <button type="button" class="strong" disabled={doctor.isBusy.value} onClick={() => void doctor.run()}>
            {say.again}
          </button>
        </div>
      </header>
      {doctor.failure.value && <ErrorPanel failure={doctor.failure.value} onRetry={() => void doctor.run()} />}
      {findings.length === 0 && doctor.isBusy.value && <Loading lines={8} />}
      {[...new Set(findings.map(({ group }) => group))].map(group => (
        <section key={group} aria-label={say.groups[group] ?? group}>
          <h2>{say.groups[group] ?? group}</h2>
          {group === 'model' && <Examined doctor={doctor} />}
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
        {say.repeat}: <code class="wrap-anywhere">{visible(command)}</code> <CopyButton text={command} />
      </p>
      <ModelsPanel />
    </div>
  )
}

/** Chooses the model to check. The first entry is the chosen model, whichever that is. */
function ModelPicker({ doctor: { picked } }: { readonly doctor: Doctor }): JSX.Element {
  const { workspace } = useConsole()
  const models = useResource<ModelsView>('/api/models', {}, workspace.news.models).value.value
  const others = modelSpecs(models).filter(spec => spec !== models?.chosen.spec)
  return (
    <label>
      <span>{say.examine}</span>
      <select
        value={picked.value ?? ''}
        onChange={event => (picked.value = event.currentTarget.value || null)}
        data-testid="examine"
      >
        <option value="">{models ? say.answering(models.chosen.label) : ''}</option>
        {others.map(spec => (
          <option key={spec}>{spec}</option>
        ))}
      </select>
    </label>
  )
}

function Examined({ doctor: { examined } }: { readonly doctor: Doctor }): JSX.Element | null {
  const chosen = useConsole().workspace.start.value.value?.model.spec
  if (examined.value === null) return null
  const isAnswering = examined.value === chosen
  return (
    <p class={isAnswering ? 'faint' : 'tone-warn'} data-testid="examined">
      {isAnswering
        ? say.examined(visible(examined.value))
        : say.examinedOther(visible(examined.value), visible(chosen ?? ''))}
    </p>
  )
}

const toneOf = (ok: DoctorFinding['ok']): Tone => (ok === true ? 'ok' : ok === 'warning' ? 'warn' : 'bad')
const wordOf = (ok: DoctorFinding['ok']): string => (ok === true ? say.ok : ok === 'warning' ? say.warning : say.fail)

function Finding({ finding, onFixed }: { readonly finding: DoctorFinding; readonly onFixed: () => void }): JSX.Element {
  const { api, toast } = useConsole()
  const { name, ok, says, fix } = finding
  const applyFix = async (): Promise<void> => {
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
            <button type="button" class="small" onClick={() => void applyFix()}>
              {say.fix}
            </button>
          )}
        </span>
      )}
    </li>
  )
}

/** Quotes a word for a shell. */
const shellWord = (text: string): string => (/^[\w.:/@-]+$/.test(text) ? text : quoted(text))

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`
