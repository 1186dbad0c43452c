import type { JsonObject } from '../../../core/index.ts'
import type { PlannedCall } from '../plan/planned-call.ts'
import type { Manner } from '../prompt/read-prompt.ts'

/** A call in the agreed form. */
export function envelopeOf({ tool, args }: PlannedCall, manner: Manner): JsonObject {
  switch (manner.kind) {
    case 'strict':
      return { tool: tool.name, args, nonce: manner.nonce }
    case 'decision':
      return { action: 'tool', tool: tool.name, args, nonce: manner.nonce }
    case 'lenient':
    case 'native':
    case 'text':
      return { type: 'tool_call', name: tool.name, args }
  }
}
