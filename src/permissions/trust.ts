import { type JsonObject, type Result, type Store, isJsonList, isJsonObject, textOf } from '../core/index.ts'
import type { RecordPermission } from './broker.ts'

type TrustedFile = { readonly path: string; readonly sha256: string }
/** What the person saw when trusting the workspace; whatever changes since asks again. */
export type TrustDecision = { readonly files: readonly TrustedFile[]; readonly decidedBy: string; readonly at: number }

export interface TrustStore {
  get(): Promise<TrustDecision | undefined>
  set(files: readonly TrustedFile[], decidedBy: string): Promise<Result<unknown>>
  withdraw(): Promise<Result<unknown>>
}

const TABLE = 'trust'
const KEY = 'workspace'

export function createTrustStore(store: Store, now: () => number, record: RecordPermission): TrustStore {
  return {
    async get() {
      const stored = (await store.get(TABLE, KEY))?.value
      return stored && decode(stored)
    },
    async set(files, decidedBy) {
      const at = now()
      const list = files.map(file => ({ ...file }))
      const told = await record({ event: 'WORKSPACE_TRUSTED', files: list, decided_by: decidedBy })
      if (told.ok) await store.swap(TABLE, KEY, { expect: 'any', next: { files: list, decidedBy, at } })
      return told
    },
    async withdraw() {
      const told = await record({ event: 'WORKSPACE_TRUST_WITHDRAWN' })
      if (told.ok) await store.swap(TABLE, KEY, { expect: 'any' })
      return told
    },
  }
}

function decode({ files, decidedBy, at }: JsonObject): TrustDecision {
  const list = isJsonList(files) ? files.filter(isJsonObject) : []
  return {
    files: list.map(file => ({ path: textOf(file['path']), sha256: textOf(file['sha256']) })),
    decidedBy: textOf(decidedBy),
    at: Number(at),
  }
}
