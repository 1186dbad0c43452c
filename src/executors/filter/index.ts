export { collapseRepeats } from './filters/collapse-repeats.ts'
export { shortenBase64 } from './filters/shorten-base64.ts'
export { stripTerminalCodes } from './filters/strip-terminal-codes.ts'
export type { Confidence, FilterMetrics } from './filter-metrics.ts'
export { EVERYTHING, type Matcher } from './matcher.ts'
export {
  type Filter,
  type FilteredOutput,
  type FilterPipeline,
  type FilterPipelineOptions,
  type FilterResult,
  createFilterPipeline,
} from './pipeline.ts'
export { type FoundSecret, type Redacted, type Redactor, type RedactorOptions, createRedactor } from './redactor.ts'
export { VENDOR_RULES } from './rules/all-rules.ts'
export { BASE_RULES } from './rules/base.ts'
export { COMMAND_RULES } from './rules/commands.ts'
export { type FoundCategory, type SecretRule, type SecretCategory, SECRET_CATEGORIES } from './rules/rule.ts'
export { STRUCTURE_RULES } from './rules/structures.ts'
export {
  type FindSecurityLines,
  type SecurityPattern,
  SECURITY_HEADING,
  SECURITY_PATTERNS,
  createFindSecurityLines,
  preserveSecurityLines,
} from './security-lines.ts'
