import type { EvidenceReport } from './evidence-request.ts'

/** A report without findings: nothing was claimed, so nothing was checked and nothing is proved. Show no mark. */
export const needsNoCheck = ({ findings, abstained }: EvidenceReport): boolean => abstained || findings.length === 0
