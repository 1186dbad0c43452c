import { type Section, type Setting, number, section, text } from '../core/index.ts'
import { DEFAULT_CONFIDENCE } from './router-output.ts'

export const routerSection: Section<{
  readonly model: Setting<string>
  readonly confidence_threshold: Setting<number>
}> = section('router', 'Who decides what a message is about.', {
  // Every message goes to this model, so a workspace may not name it.
  model: text('', 'A model to ask where rules do not decide; empty asks none.', { workspaceMay: 'never' }),
  confidence_threshold: number(DEFAULT_CONFIDENCE, 'Below this the model that was asked does not decide.', {
    min: 0,
    max: 1,
  }),
})
