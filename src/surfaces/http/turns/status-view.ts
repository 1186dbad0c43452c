import type { Model } from '../../../core/index.ts'
import type { Runtime, SessionStatus } from '../../../runtime/index.ts'
import type { StatusView } from '../shapes.ts'

export type StatusSource = { readonly model: Model | undefined; readonly config: Runtime['config'] }

export const statusView = (
  { profile, context, limits, grants, trust }: SessionStatus,
  { model, config }: StatusSource,
): StatusView => ({
  model: model?.id ?? null,
  provider: model?.provider ?? null,
  profile,
  context,
  limits: {
    steps: limits.steps,
    bytes_per_step: limits.bytesPerStep,
    bytes_per_turn: limits.bytesPerTurn,
    repairs: limits.repairs,
    first_piece_secs: Number(config.values['providers.first_chunk_secs']),
    reply_secs: Number(config.values['providers.whole_secs']),
    tool_secs: Number(config.values['tools.timeout_secs']),
  },
  grants: grants.map(({ id, capability, decidedBy, always, confirmsWrites, secondsLeft }) => ({
    id,
    capability,
    decided_by: decidedBy,
    always,
    confirms_writes: confirmsWrites,
    seconds_left: secondsLeft,
  })),
  trust,
})
