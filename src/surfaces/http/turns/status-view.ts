import type { Model } from '../../../core/index.ts'
import type { SessionStatus } from '../../../runtime/index.ts'
import type { StatusView } from '../shapes.ts'

export const statusView = ({ profile, context, limits, grants, trust }: SessionStatus, model: Model | undefined): StatusView => ({
  model: model?.id ?? null,
  provider: model?.provider ?? null,
  profile,
  context,
  limits: {
    steps: limits.steps,
    bytes_per_step: limits.bytesPerStep,
    bytes_per_turn: limits.bytesPerTurn,
    repairs: limits.repairs,
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
