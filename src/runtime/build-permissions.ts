import { type Clock, type JsonObject, type Store, succeed } from '../core/index.ts'
import type { OpenLedger } from '../ledger/index.ts'
import {
  type Approvals,
  type Broker,
  type RecordPermission,
  type TrustStore,
  createApprovals,
  createBroker,
  createTrustStore,
  permissionSection,
} from '../permissions/index.ts'
import { shellSettings } from '../executors/index.ts'
import { type MergedConfig, valuesOf } from './config/index.ts'

/** A grant of a flag is written with the call that uses it. Every other event is on disk before it counts. */
export function recordPermission(ledger: OpenLedger): RecordPermission {
  return async event => {
    const draft = {
      type: 'permission' as const,
      body: ({ at }: { readonly at: string }): JsonObject => ({ permission: { ts: at, ...event } }),
    }
    const isOfOneTurn = event['event'] === 'PERMISSION_GRANTED' && typeof event['turn_id'] === 'string'
    if (!isOfOneTurn) return ledger.append(draft)
    ledger.note(draft)
    return succeed(undefined)
  }
}

type PermissionParts = {
  readonly durable: Store
  readonly clock: Clock
  readonly ledger: OpenLedger
  /** Approvals are bound to the sandbox of the start; how long they hold follows the configuration in force. */
  readonly inForce: { readonly config: MergedConfig }
  readonly root: string
  readonly record: RecordPermission
}
export type Permissions = { readonly broker: Broker; readonly approvals: Approvals; readonly trustStore: TrustStore }

export function createPermissions({
  durable: store,
  clock,
  ledger,
  inForce,
  root,
  record,
}: PermissionParts): Permissions {
  const now = (): number => ledger.now()
  const isUsed = (use: string): boolean => ledger.useOf(use) !== undefined
  return {
    broker: createBroker({ store, clock, now, record }),
    approvals: createApprovals({
      store,
      clock,
      now,
      record,
      workspace: root,
      sandbox: valuesOf(inForce.config, shellSettings).sandbox,
      get approvalMs() {
        return valuesOf(inForce.config, permissionSection).approval_secs * 1_000
      },
      isUsed,
    }),
    trustStore: createTrustStore(store, now, record),
  }
}

export function grantDuration(config: MergedConfig): (capability: string) => number {
  const { grant_secs: usual, capability_secs: own } = valuesOf(config, permissionSection)
  return capability => (own[capability] ?? usual) * 1_000
}
