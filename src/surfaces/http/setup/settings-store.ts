import type { Json, Result } from '../../../core/index.ts'
import type { WorkspaceHub } from '../events/workspace-hub.ts'
import type { SavedSetting, SettingsView } from '../shapes.ts'

/** What may be set, and where it is kept. Whoever starts the server knows which files count. */
export type SettingsStore = {
  readonly view: () => Promise<Result<SettingsView>>
  /** Undefined: what was saved is taken back. */
  readonly save: (key: string, value: Json | undefined) => Promise<Result<SavedSetting>>
}

/** The same store. Every open window is told about a change made in one of them. */
export const announceSettings = (store: SettingsStore, { publish }: Pick<WorkspaceHub, 'publish'>): SettingsStore => ({
  view: store.view,
  async save(key, value) {
    const saved = await store.save(key, value)
    if (saved.ok) publish({ type: 'settings.changed', key })
    return saved
  },
})
