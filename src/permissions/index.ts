export type { Approval, ApprovalState } from './approval.ts'
export {
  type Approvals,
  type ApprovalDecision,
  EXTENSION_SECONDS,
  MOST_EXTENSIONS,
  approvalUse,
  createApprovals,
  isApprovalUse,
} from './approvals.ts'
export { type Broker, type FoundGrant, type GrantRequest, type RecordPermission, createBroker } from './broker.ts'
export { type BoundTool, type DecidedBy, type Grant, type Need, hasEnded } from './grant.ts'
export {
  type AskPermission,
  type PermissionAnswer,
  type PermissionQuestion,
  describeQuestion,
  requestPermission,
} from './request-permission.ts'
export { permissionSection } from './settings.ts'
export { type TrustStore, type TrustRecord, type TrustedFile, createTrustStore } from './trust.ts'
