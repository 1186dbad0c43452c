import type { Model, Profile } from '../../../core/index.ts'
import type { Runtime } from '../../../runtime/index.ts'
import type { LoadedConfig } from '../config/load-config.ts'
import type { Terminal } from '../terminal.ts'
import type { Marks } from './marks.ts'

/** Where a person sits while turns are taken. The questions are made before the runtime is there, so they look here for it. */
export type PromptTarget = {
  readonly terminal: Terminal
  readonly marks: Marks
  /** What a right is asked for; a message, if nothing else is said. */
  readonly noun?: 'message' | 'call'
  runtime?: Runtime
  config?: LoadedConfig
  model?: Model
  profile?: Profile
  /** Takes away what stands on the screen only while somebody waits. */
  clear?: () => void
  /** Ends the turn that is under way. */
  stop?: AbortController
}
