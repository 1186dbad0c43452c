import { type ReadonlySignal, type Signal, batch, signal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import type { DoctorEvent, DoctorFinding } from 'shapes'
import { type Api, type Failure, failureOf, withQuery } from '../../net/api.ts'
import { createSseReader } from '../../net/sse.ts'
import { useConsole } from '../../state/console.ts'

export type Doctor = {
  readonly findings: ReadonlySignal<readonly DoctorFinding[]>
  readonly isBusy: ReadonlySignal<boolean>
  readonly ms: ReadonlySignal<number | null>
  readonly failure: ReadonlySignal<Failure | null>
  readonly at: ReadonlySignal<number | null>
  /** The model that is or was checked. */
  readonly examined: ReadonlySignal<string | null>
  /** The model to check; null for the chosen one. */
  readonly picked: Signal<string | null>
  readonly run: () => Promise<void>
}

/** Each finding is shown when it is known. */
export function useDoctor(): Doctor {
  const { api, workspace } = useConsole()
  const doctor = useMemo(() => createDoctor(api), [api])
  useEffect(
    () => void doctor.run(),
    [doctor, doctor.picked.value, workspace.news.models.value, workspace.news.all.value],
  )
  return doctor
}

function createDoctor(api: Api): Doctor {
  const findings = signal<readonly DoctorFinding[]>([])
  const isBusy = signal(false)
  const ms = signal<number | null>(null)
  const failure = signal<Failure | null>(null)
  const at = signal<number | null>(null)
  const [examined, picked] = [signal<string | null>(null), signal<string | null>(null)]
  let latest = 0
  const run = async (): Promise<void> => {
    const mine = ++latest
    const started = performance.now()
    const seen: DoctorFinding[] = []
    isBusy.value = true
    const problem = await listen(api, picked.value, event => {
      if (mine !== latest) return
      if (event.type === 'doctor.started') examined.value = event.examined
      else if (event.type === 'doctor.finding') findings.value = [...(seen.push(event.finding), seen)]
      else [findings.value, ms.value, at.value] = [event.report.findings, event.duration_ms, Date.now()]
    })
    if (mine !== latest) return
    batch(() => {
      isBusy.value = false
      failure.value = problem
      ms.value ??= performance.now() - started
    })
  }
  return { findings, isBusy, ms, failure, at, examined, picked, run }
}

async function listen(api: Api, model: string | null, onEvent: (event: DoctorEvent) => void): Promise<Failure | null> {
  try {
    const response = await api.open(withQuery('/api/doctor', { model }), { headers: { Accept: 'text/event-stream' } })
    if (!response.ok || response.body === null) return await failureOf(response)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the page and its server are one build
    const take = createSseReader(({ data }) => onEvent(JSON.parse(data) as DoctorEvent))
    for await (const piece of response.body.pipeThrough(new TextDecoderStream())) take(piece)
    return null
  } catch {
    return null // the banner shows that the server is gone
  }
}
