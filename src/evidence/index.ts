import { lazily } from '../core/index.ts'

export type { CheckedAnswer } from './check-evidence.ts'
export { type EvidenceContract, kindOwed } from './contract.ts'
export type { EvidenceRequest, EvidenceSources, ListedReceipt } from './evidence-request.ts'
export { evidenceSettings } from './settings.ts'

// Loaded with the first answer: no prompt needs any of it.
export const loadCheck: () => Promise<typeof import('./check-evidence.ts')> = lazily(
  () => import('./check-evidence.ts'),
)
export const loadMayCite: () => Promise<typeof import('./may-cite.ts')> = lazily(() => import('./may-cite.ts'))
export const loadFindUnran: () => Promise<typeof import('./find-unran.ts')> = lazily(() => import('./find-unran.ts'))
