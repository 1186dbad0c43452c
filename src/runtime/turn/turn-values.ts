import type { ValuesOf } from '../../core/index.ts'
import { evidenceSettings } from '../../evidence/index.ts'
import { type MergedConfig, valuesOf } from '../config/index.ts'
import { repairSection, runSection, thinkSection, turnSection } from './settings.ts'

/** The settings that every turn asks for, read once. */
export type TurnValues = {
  readonly turn: ValuesOf<typeof turnSection>
  readonly repair: ValuesOf<typeof repairSection>
  readonly run: ValuesOf<typeof runSection>
  readonly think: ValuesOf<typeof thinkSection>
  readonly evidence: ValuesOf<typeof evidenceSettings>
}

export const turnValuesOf = (config: MergedConfig): TurnValues => ({
  turn: valuesOf(config, turnSection),
  repair: valuesOf(config, repairSection),
  run: valuesOf(config, runSection),
  think: valuesOf(config, thinkSection),
  evidence: valuesOf(config, evidenceSettings),
})
