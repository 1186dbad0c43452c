import {
  type MergedConfig,
  type TrustState,
  describeProblem,
  lintConfig,
  mergeLayers,
} from '../../../../runtime/index.ts'
import { type ConfigSources, describeRefused } from '../../config/read-sources.ts'
import { broken, fine, warn } from './finding.ts'
import type { DoctorFinding } from '../../../http/shapes/setup.ts'

type ReadConfig = { readonly config: MergedConfig; readonly findings: readonly DoctorFinding[] }

/** The merged configuration, as far as it can be read, and its problems. */
export function configFindings(sources: ConfigSources): ReadConfig {
  const config = mergeLayers(sources.shape, sources.layers)
  const linted = lintConfig(config)
  const about = { group: 'configuration', name: 'config' } as const
  const problems = [...sources.problems, ...linted.problems].map(problem =>
    broken({ ...about, says: describeProblem(problem) }, 'countersign config check'),
  )
  const warnings = [...sources.warnings, ...linted.warnings].map(says =>
    warn({ ...about, says }, 'countersign config check'),
  )
  const found = [...problems, ...warnings]
  return {
    config,
    findings: [
      ...(found.length === 0 ? [fine({ ...about, says: 'The configuration is valid.' })] : found),
      ...trustFindings(sources, config),
    ],
  }
}

const SHOW = 'countersign trust --show'

const TRUST: Readonly<Record<TrustState, string>> = {
  trusted: 'This workspace is trusted.',
  changed: 'This workspace is no longer trusted: its files have changed.',
  never: 'This workspace is not trusted: its settings can only restrict, and every change asks first.',
}

/** Every workspace starts untrusted; only settings that it asks for and does not get are worth a warning. */
function trustFindings({ trust }: ConfigSources, { refused }: MergedConfig): readonly DoctorFinding[] {
  const about = { group: 'configuration', name: 'trust', says: TRUST[trust] } as const
  return [
    trust === 'changed' ? warn(about, SHOW) : fine(about),
    ...refused.map(value => warn({ ...about, says: describeRefused(value) }, SHOW)),
  ]
}
