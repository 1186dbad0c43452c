import { type ReadonlySignal, useSignal } from '@preact/signals'
import type { ChosenModelView, ModelsView } from 'shapes'
import { useResource } from '../../parts/use-resource.ts'
import { useConsole } from '../../state/console.ts'
import type { Resource } from '../../state/resource.ts'
import { words } from '../../words.ts'

export type Models = {
  readonly view: Resource<ModelsView>
  readonly isLooking: ReadonlySignal<boolean>
  /** Probes every address again; otherwise results may be a few seconds old. */
  readonly look: () => Promise<void>
  /** Chooses a model. */
  readonly choose: (spec: string) => Promise<void>
}

/** The available models, and the chosen one. */
export function useModels(): Models {
  const { api, toast, workspace } = useConsole()
  const view = useResource<ModelsView>('/api/models', {}, workspace.news.models)
  const isLooking = useSignal(false)
  const look = async (): Promise<void> => {
    isLooking.value = true
    const fresh = await api.get<ModelsView>('/api/models', { fresh: 'true' })
    isLooking.value = false
    if (fresh.ok) view.set(fresh.value)
    else toast(`${fresh.error.message} ${fresh.error.advice}`)
  }
  const choose = async (spec: string): Promise<void> => {
    const done = await api.send<ChosenModelView>('PUT', '/api/models/chosen', { spec })
    toast(done.ok ? words.doctor.chosenToast(done.value.label) : `${done.error.message} ${done.error.advice}`)
    await Promise.all([view.load(), workspace.start.load()])
  }
  return { view, isLooking, look, choose }
}
