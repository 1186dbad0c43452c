export {
  type ConferenceCount,
  type ConferencePair,
  type ConferenceTelemetry,
  openConferenceTelemetry,
} from './conference-telemetry.ts'
export { FAILURE_BUCKETS, type FailureBucket, bucketOf } from './failure-bucket.ts'
export { type IssueLink, linkIssue } from './link-issue.ts'
export { linkedIssues } from './linked-issues.ts'
