import type { Json, Result } from '../../../core/index.ts'
import type { WorkspaceHub } from '../events/workspace-hub.ts'
import type { SavedSetting, SettingsView } from '../shapes.ts'

/** The settings of the workspace. The command line provides it, because it knows the files. */
export type SettingsStore = {
  readonly view: () => Promise<Result<SettingsView>>
  /** Undefined removes the saved value. `mayStill` is asked when all earlier saves are done. */
  readonly save: (
    key: string,
    value: Json | undefined,
    mayStill?: () => Promise<Result<unknown>>,
  ) => Promise<Result<SavedSetting>>
}

/** The same store. Every open window is told about a change made in one of them. */
export const announceSettings = (store: SettingsStore, { publish }: Pick<WorkspaceHub, 'publish'>): SettingsStore => ({
  view: store.view,
  async save(key, value, mayStill) {
    const saved = await store.save(key, value, mayStill)
    if (saved.ok) publish({ type: 'settings.changed', key })
    return saved
  },
})
