import type { Model, Profile } from '../../../core/index.ts'
import type { Runtime } from '../../../runtime/index.ts'
import type { LoadedConfig } from '../config/load-config.ts'
import type { Terminal } from '../terminal.ts'
import type { Marks } from './marks.ts'

/** The terminal that answers approval prompts. Prompts are built before the runtime exists, so they find it here. */
export type PromptTarget = {
  readonly terminal: Terminal
  readonly marks: Marks
  /** What a capability is asked for; a message by default. */
  readonly noun?: 'message' | 'call'
  runtime?: Runtime
  config?: LoadedConfig
  model?: Model
  profile?: Profile
  /** Erases the progress line. */
  clear?: () => void
  /** Ends the running turn. */
  stop?: AbortController
}
