import {
  type JsonObject,
  type PlanGroup,
  type Store,
  isJsonList,
  isJsonObject,
  newSecretId,
  textOf,
} from '../core/index.ts'

/** A destructive plan of a session: what could be committed, and what it looked like when it was planned. */
export type Plan = {
  readonly id: string
  readonly session: string
  readonly tool: string
  readonly groups: readonly PlanGroup[]
}

export interface PlanStore {
  keep(plan: Omit<Plan, 'id'>): Promise<Plan>
  /** Only the session that made it may commit it. */
  find(id: string, session: string): Promise<Plan | undefined>
}

export const PLANS = 'plans'
const PLAN_MS = 24 * 60 * 60 * 1000

export function createPlanStore(store: Store): PlanStore {
  return {
    async keep(parts) {
      const plan = { id: newSecretId('plan'), ...parts }
      await store.swap(PLANS, plan.id, { expect: 'absent', next: encode(plan), ttlMs: PLAN_MS })
      return plan
    },
    async find(id, session) {
      const stored = (await store.get(PLANS, id))?.value
      const plan = stored && decode(stored)
      return plan?.session === session ? plan : undefined
    },
  }
}

const encode = ({ groups, ...flat }: Plan): JsonObject => ({ ...flat, groups: groups.map(group => ({ ...group })) })

function decode({ id, session, tool, groups }: JsonObject): Plan {
  const list = isJsonList(groups) ? groups.filter(isJsonObject) : []
  const read = list.map(group => ({
    id: textOf(group['id']),
    hash: textOf(group['hash']),
    summary: textOf(group['summary']),
  }))
  return { id: textOf(id), session: textOf(session), tool: textOf(tool), groups: read }
}
