import { type Signal, useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import type { JsonObject, ModelCheck, ModelCheckEvent, ModelsView } from 'shapes'
import { follow } from '../../net/follow.ts'
import { JsonText } from '../../parts/json-text.tsx'
import { useConsole } from '../../state/console.ts'
import { visible } from '../../text/visible.ts'
import { words } from '../../words.ts'
import { modelSpecs } from '../models/model-specs.ts'

const say = words.doctor
const CASES = 20

/** A running model check: the bundled cases, directly and through Countersign. */
export function ModelCheckPanel({ models }: { readonly models: ModelsView }): JSX.Element {
  const { api, toast } = useConsole()
  const spec = useSignal(models.chosen.spec)
  const check = useSignal<ModelCheck | null>(null)
  const specs = modelSpecs(models)
  const isRunning = check.value?.state === 'running'
  useProgress(check)
  const start = async (): Promise<void> => {
    const begun = await api.send<ModelCheck>('POST', '/api/models/checks', { spec: spec.value, cases: CASES })
    if (begun.ok) check.value = begun.value
    else toast(`${begun.error.message} ${begun.error.advice}`)
  }
  const stop = async (): Promise<void> =>
    void (check.value && (await api.send('POST', `/api/models/checks/${check.value.id}/stop`, {})))
  return (
    <section class="card" aria-labelledby="check-title" data-testid="model-check">
      <h3 id="check-title">{say.checkTitle}</h3>
      <p class="faint">{say.checkNote}</p>
      <div class="row wrap bottom">
        <label>
          <span>{words.attempts.model}</span>
          <select value={spec.value} onChange={event => (spec.value = event.currentTarget.value)} disabled={isRunning}>
            {specs.map(one => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </label>
        {isRunning ? (
          <button type="button" onClick={() => void stop()}>
            {say.checkStop}
          </button>
        ) : (
          <button type="button" onClick={() => void start()}>
            {say.checkRun(CASES)}
          </button>
        )}
      </div>
      {check.value && <Progress check={check.value} />}
    </section>
  )
}

/** Follows a check until it has ended. */
function useProgress(check: Signal<ModelCheck | null>): void {
  const { api } = useConsole()
  useEffect(() => {
    const { value } = check
    if (value === null || value.state !== 'running') return undefined
    const life = new AbortController()
    const onEvent = ({ data }: { readonly data: string }): void => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the page and its server are one build
      const event = JSON.parse(data) as ModelCheckEvent
      check.value = event.check
      if (event.type === 'check.ended') life.abort()
    }
    void follow({
      api,
      path: `/api/models/checks/${value.id}/events`,
      lastId: () => null,
      onEvent,
      onState: () => undefined,
      signal: life.signal,
    })
    return () => life.abort()
  }, [check.value?.id])
}

function Progress({ check }: { readonly check: ModelCheck }): JSX.Element {
  return (
    <>
      <p role="status" class="row wrap">
        <progress value={check.done} max={Math.max(1, check.total)} aria-label={say.checkTitle} />
        <span>{say.checkProgress(check.done, check.total)}</span>
        <span class="faint">{check.asking === null ? '' : say.checkAsking(visible(check.asking))}</span>
      </p>
      {check.error && (
        <p class="tone-bad" role="alert">
          <code>{check.error.code}</code> {visible(check.error.message)}
        </p>
      )}
      {check.report && check.state !== 'running' && <Report report={check.report} />}
    </>
  )
}

const numberIn = (report: JsonObject, key: string): number => {
  const value = report[key]
  if (typeof value === 'number') return value
  const right = typeof value === 'object' && value !== null && 'right' in value ? value['right'] : null
  return typeof right === 'number' ? right : 0
}

function Report({ report }: { readonly report: JsonObject }): JSX.Element {
  const all = numberIn(report, 'cases')
  const advice = Array.isArray(report['advice'])
    ? report['advice'].map(String)
    : typeof report['advice'] === 'string'
      ? [report['advice']]
      : []
  return (
    <div data-testid="check-report">
      <dl class="pairs">
        {(['plain', 'guarded'] as const).map(key => (
          <div key={key}>
            <dt>{say[key]}</dt>
            <dd>
              <strong>{say.right(numberIn(report, key), all)}</strong>
            </dd>
          </div>
        ))}
        {(['rescued', 'lost', 'neither'] as const).map(key => (
          <div key={key}>
            <dt>{say[key]}</dt>
            <dd>{numberIn(report, key)}</dd>
          </div>
        ))}
      </dl>
      {advice.length > 0 && (
        <>
          <h3 class="label">{say.advice}</h3>
          <ul>
            {advice.map(text => (
              <li key={text}>{visible(text)}</li>
            ))}
          </ul>
        </>
      )}
      <details>
        <summary>{words.act.json}</summary>
        <JsonText value={report} label={say.results} fold={6000} />
      </details>
    </div>
  )
}
