import type { Section } from '../../core/index.ts'
import { evidenceSettings } from '../../evidence/index.ts'
import { fileSettings, outputSection, retrySection, shellSettings, webSettings } from '../../executors/index.ts'
import {
  adversarialPolicySection,
  agentSection,
  authorizationSection,
  guardSection,
  guardrailsSection,
  policySection,
  rateLimitSection,
  resultCacheSection,
  toolsSection,
  utilitySection,
} from '../../gates/index.ts'
import { memorySettings } from '../../memory/index.ts'
import { permissionSection } from '../../permissions/index.ts'
import { routerSection } from '../../policy/index.ts'
import { providersSection } from '../../providers/index.ts'
import {
  contextSection,
  ownToolsSection,
  repairSection,
  runSection,
  serverSection,
  thinkSection,
  turnSection,
} from '../settings.ts'
import type { ConfigShape } from './config-shape.ts'
import { joinSections } from './join-sections.ts'
import { LATER_SECTIONS } from './later-sections.ts'

/** All sections of the configuration, in the order in which they are shown. */
export const SECTIONS: readonly Section[] = [
  agentSection,
  contextSection,
  routerSection,
  turnSection,
  runSection,
  thinkSection,
  toolsSection,
  outputSection,
  ownToolsSection,
  retrySection,
  fileSettings,
  shellSettings,
  webSettings,
  policySection,
  authorizationSection,
  rateLimitSection,
  guardSection,
  adversarialPolicySection,
  utilitySection,
  resultCacheSection,
  guardrailsSection,
  repairSection,
  permissionSection,
  memorySettings,
  evidenceSettings,
  providersSection,
  serverSection,
  ...LATER_SECTIONS,
]

export const configShape = (): ConfigShape => joinSections(SECTIONS)
