import { type JsonObject, type Receipt, canonicalJson, isJsonObject } from '../core/index.ts'
import type { Mac } from './keys.ts'

export type UnsignedReceipt = Omit<Receipt, 'signature' | 'signature_alg'>

/** Over the canonical form of everything but the signature itself. */
export const signReceipt = (unsigned: UnsignedReceipt, mac: Mac): Receipt => ({
  ...unsigned,
  signature: mac(canonicalJson(unsigned)),
  signature_alg: 'HMAC-SHA256',
})

/** The signature that the receipt should carry. */
export function expectedSignature(receipt: JsonObject, mac: Mac): string {
  const { signature: _signature, signature_alg: _algorithm, ...unsigned } = receipt
  return mac(canonicalJson(unsigned))
}

/** A stored receipt is in canonical order, so its plain form is tried first: it takes a tenth of the time. */
export function hasValidSignature(receipt: Receipt & JsonObject, mac: Mac): boolean {
  const { signature, signature_alg: _algorithm, ...unsigned } = receipt
  return mac(JSON.stringify(unsigned)) === signature || expectedSignature(receipt, mac) === signature
}

/** A receipt as the log holds it. */
export const isReceipt = (value: unknown): value is Receipt & JsonObject =>
  isJsonObject(value) &&
  typeof value['receipt_id'] === 'string' &&
  typeof value['signature'] === 'string' &&
  isJsonObject(value['outputs'])

export function receiptIn(entry: { readonly body: JsonObject } | undefined): Receipt | undefined {
  const receipt = entry?.body['receipt']
  return isReceipt(receipt) ? receipt : undefined
}
