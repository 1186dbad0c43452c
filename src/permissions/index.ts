export type { Approval } from './approval.ts'
export {
  type Approvals,
  EXTENSION_SECONDS,
  MOST_EXTENSIONS,
  approvalUse,
  createApprovals,
  isApprovalUse,
} from './approvals.ts'
export { type Broker, type GrantRequest, type RecordPermission, createBroker } from './broker.ts'
export { type DecidedBy, type Grant, type Need } from './grant.ts'
export {
  type AskPermission,
  type PermissionAnswer,
  type PermissionQuestion,
  describeQuestion,
  requestPermission,
} from './request-permission.ts'
export { permissionSection } from './settings.ts'
export { type TrustStore, type TrustDecision, createTrustStore } from './trust.ts'
