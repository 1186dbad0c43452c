import type { ValuesOf } from '../../core/index.ts'
import { evidenceSettings } from '../../evidence/index.ts'
import { permissionSection } from '../../permissions/index.ts'
import { routerSection } from '../../policy/index.ts'
import { type MergedConfig, valuesOf } from '../config/index.ts'
import { repairSection, runSection, thinkSection, turnSection } from '../settings.ts'

/** The settings that every turn asks for, read once. */
export type TurnSettings = {
  readonly turn: ValuesOf<typeof turnSection>
  readonly repair: ValuesOf<typeof repairSection>
  readonly run: ValuesOf<typeof runSection>
  readonly think: ValuesOf<typeof thinkSection>
  readonly evidence: ValuesOf<typeof evidenceSettings>
  readonly router: ValuesOf<typeof routerSection>
  readonly permissions: ValuesOf<typeof permissionSection>
}

export const turnSettingsOf = (config: MergedConfig): TurnSettings => ({
  turn: valuesOf(config, turnSection),
  repair: valuesOf(config, repairSection),
  run: valuesOf(config, runSection),
  think: valuesOf(config, thinkSection),
  evidence: valuesOf(config, evidenceSettings),
  router: valuesOf(config, routerSection),
  permissions: valuesOf(config, permissionSection),
})
