import { APPROVAL_CASES } from './cases/approvals.ts'
import { COMMAND_CASES } from './cases/commands.ts'
import { EXPOSURE_CASES } from './cases/exposure.ts'
import { HANDLE_CASES } from './cases/handles.ts'
import { JUDGE_CASES } from './cases/judges.ts'
import { LIMIT_CASES } from './cases/limits.ts'
import { PAGE_CASES } from './cases/pages.ts'
import { PLAN_CASES } from './cases/plans.ts'
import { RECORD_CASES } from './cases/records.ts'
import { TOKEN_CASES } from './cases/tokens.ts'
import type { ForbiddenCase } from './forbidden-case.ts'
import { lacksSandbox } from '../system-needs.ts'

/** The calls that must never run, through whatever door they come. */
export const FORBIDDEN: readonly ForbiddenCase[] = [
  ...TOKEN_CASES,
  ...EXPOSURE_CASES,
  ...APPROVAL_CASES,
  ...LIMIT_CASES,
  ...PLAN_CASES,
  ...HANDLE_CASES,
  ...JUDGE_CASES,
  ...RECORD_CASES,
  ...PAGE_CASES,
  // Their counterparts really run.
  ...(lacksSandbox ? [] : COMMAND_CASES),
]
