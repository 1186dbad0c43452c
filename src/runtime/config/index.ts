export { type CheckedValue, checkValue } from './check-value.ts'
export type { ConfigLayer, Given, ReadLayer } from './config-layer.ts'
export { type ConfigProblem, configError, describeProblem, refuseProblems } from './config-problem.ts'
export type { ConfigShape, KnownKey, KnownTable, ValueProblem } from './config-shape.ts'
export { environmentLayer } from './environment-layer.ts'
export { flatLayer } from './flat-layer.ts'
export { joinSections } from './join-sections.ts'
export { checkRules, examineRules, type RulesExamined } from './check-rules.ts'
export { type LintFindings, lintConfig } from './lint-config.ts'
export { type Layers, type Loosening, type MergedConfig, mergeLayers, wouldLoosen } from './merge-layers.ts'
export { type Migration, migrateConfig } from './migrate-config.ts'
export { nearestName } from './nearest-name.ts'
export { type ConfigSource, MAX_CONFIG_BYTES, type ParsedConfig, parseConfig, readConfig } from './parse-config.ts'
export { type RuleLines, ruleLines } from './rule-lines.ts'
export { SECTIONS, configShape } from './sections.ts'
export { tomlDecimal, tomlValue } from './toml-value.ts'
export {
  type AuthorityFile,
  type FileChange,
  type SeenFile,
  type SeenFiles,
  type TrustRecord,
  type TrustState,
  changedFiles,
  compareTrust,
  trustHash,
} from './trust-record.ts'
export { checkText } from './value-from-text.ts'
export { valuesOf } from './values-of.ts'
export type { RefusedValue } from './workspace-wish.ts'
