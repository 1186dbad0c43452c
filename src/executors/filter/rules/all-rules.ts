import { BASE_RULES } from './base.ts'
import { COMMAND_RULES } from './commands.ts'
import type { SecretRule } from './rule.ts'
import { STRUCTURE_RULES } from './structures.ts'
import { CLOUD_RULES } from './vendors/clouds.ts'
import { DEVELOPER_RULES } from './vendors/developers.ts'
import { MESSAGING_RULES } from './vendors/messaging.ts'
import { MODEL_RULES } from './vendors/models.ts'
import { PAYMENT_RULES } from './vendors/payments.ts'
import { WORKPLACE_RULES } from './vendors/workplace.ts'

export const VENDOR_RULES: readonly SecretRule[] = [
  ...CLOUD_RULES,
  ...DEVELOPER_RULES,
  ...MESSAGING_RULES,
  ...MODEL_RULES,
  ...PAYMENT_RULES,
  ...WORKPLACE_RULES,
]

/** In the order in which they count: where two find the same characters, the earlier one names them. */
export const RULE_LAYERS: readonly { readonly rank: number; readonly rules: readonly SecretRule[] }[] = [
  { rank: 1, rules: VENDOR_RULES },
  { rank: 2, rules: [...BASE_RULES, ...STRUCTURE_RULES, ...COMMAND_RULES] },
]
