import type { EvidenceReport, EvidenceRequest } from './evidence-request.ts'

// Loaded with the first answer: it is a fifth of what a turn loads, and no prompt needs it.

export const checkEvidence = async (asked: EvidenceRequest): Promise<EvidenceReport> =>
  (await import('./check-evidence.ts')).checkEvidence(asked)

/** Whether a piece of an answer may be shown before the whole is checked; see `mayClaim`. */
export const loadMayClaim = async (): Promise<(piece: string, toolNames: readonly string[]) => boolean> =>
  (await import('./may-claim.ts')).mayClaim
