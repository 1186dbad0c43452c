import { type JsonObject, type Result, fault, causeOf, succeed } from '../core/index.ts'
import { acceptLog } from './accept.ts'
import { lineMac } from './keys.ts'
import { Ledger } from './ledger.ts'
import type { LedgerOptions } from './open-ledger.ts'

/** A person takes the log as it is; that this was done, and how it was decided, becomes part of it. */
export async function acceptLedger(options: LedgerOptions, decidedBy: string): Promise<Result<JsonObject>> {
  const mac = lineMac(options)
  try {
    const what = await options.index.exclusively(async held => acceptLog(held, { ...options, mac }))
    const entry = await new Ledger({ ...options, mac }).append({
      type: 'system',
      body: () => ({ ...what, decided_by: decidedBy }),
    })
    return entry.ok ? succeed(entry.value.body) : entry
  } catch (thrown) {
    return { ok: false, error: fault('ledger_unavailable', `The log cannot be accepted: ${causeOf(thrown)}.`) }
  }
}
