export type { EvidenceCode, EvidenceFinding as Finding, EvidenceVerdict } from '../core/index.ts'
export { checkEvidence, needsNoCheck } from './check-evidence.ts'
export type { EvidenceReport, EvidenceRequest, EvidenceSources, ListedReceipt } from './evidence-request.ts'
export { type EvidenceBucket, bucketOf } from './standing.ts'
