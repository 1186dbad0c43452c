import type { Model, Profile } from '../../core/index.ts'
import type { TurnRequest } from './turn-request.ts'

/** The protocol profile: the requested one, else the strictest that the occasion demands and the model supports. */
export function chooseProfile(
  { profile, conference, task, run }: TurnRequest,
  model: Model,
  required: boolean,
): Profile {
  if (profile !== undefined) return profile === 'native' && !model.can.nativeTools ? textProfile(run) : profile
  if (required || conference !== undefined || task !== undefined) return 'strict'
  return model.can.nativeTools ? 'native' : textProfile(run)
}

const textProfile = (run: TurnRequest['run']): Profile => (run === undefined ? 'lenient' : 'run')
