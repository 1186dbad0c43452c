export { checkValue } from './check-value.ts'
export type { ConfigLayer, ReadLayer } from './config-layer.ts'
export { type ConfigProblem, configError, describeProblem, refuseProblems } from './config-problem.ts'
export type { ConfigShape, KnownKey, KnownTable } from './config-shape.ts'
export { environmentLayer } from './environment-layer.ts'
export { flatLayer } from './flat-layer.ts'
export { joinSections } from './join-sections.ts'
export { checkRules, examineRules } from './check-rules.ts'
export { type LintFindings, lintConfig } from './lint-config.ts'
export { type Layers, type Loosening, type MergedConfig, mergeLayers, valuesOf, wouldLoosen } from './merge-layers.ts'
export { type Migration, migrateConfig } from './migrate-config.ts'
export { nearestName } from './nearest-name.ts'
export { type ConfigSource, MAX_CONFIG_BYTES, readConfig } from './parse-config.ts'
export { type RuleLines, ruleLines } from './rule-lines.ts'
export { SECTIONS, configShape } from './sections.ts'
export { tomlDecimal, tomlValue } from './toml-value.ts'
export {
  type AuthorityFile,
  type SeenFiles,
  type TrustDigest,
  type TrustState,
  compareTrust,
  trustHash,
} from './trust-record.ts'
export { checkText } from './value-from-text.ts'
export type { RefusedValue } from './config-layer.ts'
