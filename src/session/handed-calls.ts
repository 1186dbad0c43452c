import { type Json, type JsonObject, type Store, isJsonObject, textOf } from '../core/index.ts'

/** A call that a client runs; its outcome arrives later. Arguments are redacted; the hash is of the exact ones. */
export type HandedCall = {
  readonly id: string
  readonly principal: string
  readonly session: string
  readonly tool: string
  /** Of the tool and the exact arguments: whoever changes them speaks of another call. */
  readonly actionHash: string
  readonly signature: string
  /** What the record of its outcome will say besides. */
  readonly about: JsonObject
}

/** `told`: its outcome is recorded, and `resultHash` is that of what was told. */
export type KnownCall = HandedCall & {
  readonly state: 'open' | 'told'
  readonly resultHash: string
  readonly receipt: string | null
  readonly version: number
}

export interface HandedCalls {
  keep(call: HandedCall): Promise<void>
  find(id: string): Promise<KnownCall | undefined>
  /** Of two who tell the outcome at the same time one is too late. */
  claim(call: KnownCall, resultHash: string): Promise<boolean>
  /** What was claimed could not be recorded, so it may be told again. */
  release(call: KnownCall): Promise<void>
  settle(call: KnownCall, told: { readonly resultHash: string; readonly receipt: string }): Promise<void>
  /** True the first time only. */
  noteOnce(what: string): Promise<boolean>
}

export const HANDED = 'handed_calls'
const NOTED = 'handed_notes'
const KEPT_MS = 7 * 24 * 60 * 60 * 1000

export function createHandedCalls(store: Store): HandedCalls {
  const put = (call: HandedCall, expect: 'any' | 'absent' | number, more: JsonObject): Promise<boolean> =>
    store.swap(HANDED, call.id, { expect, next: { ...encode(call), ...more }, ttlMs: KEPT_MS })
  return {
    async keep(call) {
      await put(call, 'any', { state: 'open', resultHash: '', receipt: null })
    },
    async find(id) {
      if (id === '' || id.length > MAX_ID || !id.isWellFormed()) return undefined
      const stored = await store.get(HANDED, id)
      return stored && decode(stored.value, stored.version)
    },
    claim: (call, resultHash) => put(call, call.version, { state: 'told', resultHash, receipt: null }),
    async release(call) {
      await put(call, 'any', { state: 'open', resultHash: '', receipt: null })
    },
    async settle(call, { resultHash, receipt }) {
      await put(call, 'any', { state: 'told', resultHash, receipt })
    },
    noteOnce: what => store.swap(NOTED, what, { expect: 'absent', next: {}, ttlMs: KEPT_MS }),
  }
}

const MAX_ID = 200

const encode = ({ id, principal, session, tool, actionHash, signature, about }: HandedCall): JsonObject => ({
  id,
  principal,
  session,
  tool,
  actionHash,
  signature,
  about,
})

function decode(value: JsonObject, version: number): KnownCall {
  const text = (key: string): string => textOf(value[key])
  const about: Json | undefined = value['about']
  return {
    id: text('id'),
    principal: text('principal'),
    session: text('session'),
    tool: text('tool'),
    actionHash: text('actionHash'),
    signature: text('signature'),
    about: isJsonObject(about) ? about : {},
    state: value['state'] === 'told' ? 'told' : 'open',
    resultHash: text('resultHash'),
    receipt: text('receipt') || null,
    version,
  }
}
