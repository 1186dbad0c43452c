import { lazily } from '../core/index.ts'
import type { EvidenceReport, EvidenceRequest } from './evidence-request.ts'

// Loaded with the first answer: it is a fifth of what a turn loads, and no prompt needs it.

const check = lazily(() => import('./check-evidence.ts'))
const claims = lazily(() => import('./may-claim.ts'))

export const checkEvidence = async (asked: EvidenceRequest): Promise<EvidenceReport> =>
  (await check()).checkEvidence(asked)

/** Whether a piece of an answer may be shown before the whole is checked; see `mayClaim`. */
export const loadMayClaim = async (): Promise<(piece: string, toolNames: readonly string[]) => boolean> =>
  (await claims()).mayClaim
