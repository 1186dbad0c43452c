import { type JsonObject, type Receipt, canonicalJson, isJsonObject } from '../core/index.ts'
import type { Entry } from './entry.ts'
import type { Mac } from './keys.ts'

export type UnsignedReceipt = Omit<Receipt, 'signature' | 'signature_alg'>

/** Over the canonical form of everything but the signature itself. */
export function signReceipt(unsigned: UnsignedReceipt, mac: Mac): Receipt {
  return { ...unsigned, signature: mac(canonicalJson(asJson(unsigned))), signature_alg: 'HMAC-SHA256' }
}

/** The signature that the receipt should carry. A parsed line keeps its order, so its text is canonical unless a key looks like a number. */
export function expectedSignature(receipt: JsonObject, mac: Mac): string {
  const { signature: _signature, signature_alg: _algorithm, ...unsigned } = receipt
  const expected = mac(JSON.stringify(unsigned))
  return expected === receipt['signature'] ? expected : mac(canonicalJson(unsigned))
}

/** A receipt as the log holds it. */
export const isReceipt = (value: unknown): value is Receipt & JsonObject =>
  isJsonObject(value) && typeof value['receipt_id'] === 'string' && typeof value['signature'] === 'string' && isJsonObject(value['outputs'])

function asJson(receipt: UnsignedReceipt): JsonObject {
  const { outputs, file_refs, ...flat } = receipt
  return { ...flat, outputs: { ...outputs }, file_refs: file_refs.map(ref => ({ ...ref })) }
}

export function receiptIn(entry: Entry | undefined): Receipt | undefined {
  const receipt = entry?.body['receipt']
  return isReceipt(receipt) ? receipt : undefined
}
