import type { Json, Result } from '../../../core/index.ts'
import type { SavedSetting, SettingsView } from '../shapes.ts'

/** What may be set, and where it is kept. Whoever starts the server knows which files count. */
export type SettingsDesk = {
  readonly view: () => Promise<Result<SettingsView>>
  /** Undefined: what was saved is taken back. */
  readonly save: (key: string, value: Json | undefined) => Promise<Result<SavedSetting>>
}
