import type { Json, Result } from '../../../core/index.ts'
import type { WorkspaceHub } from '../events/workspace-hub.ts'
import type { SavedSetting, SettingsView } from '../shapes.ts'

/** What may be set, and where it is kept. Whoever starts the server knows which files count. */
export type SettingsDesk = {
  readonly view: () => Promise<Result<SettingsView>>
  /** Undefined: what was saved is taken back. */
  readonly save: (key: string, value: Json | undefined) => Promise<Result<SavedSetting>>
}

/** The same desk; every window hears of what is saved in one of them. */
export const toldSettings = (desk: SettingsDesk, { tell }: Pick<WorkspaceHub, 'tell'>): SettingsDesk => ({
  view: desk.view,
  async save(key, value) {
    const saved = await desk.save(key, value)
    if (saved.ok) tell({ type: 'settings.changed', key })
    return saved
  },
})
