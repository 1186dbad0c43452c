import { type Json, type JsonObject, type Receipt, canonicalJson, isJsonObject } from '../core/index.ts'
import type { Mac } from './keys.ts'

export type UnsignedReceipt = Omit<Receipt, 'signature' | 'signature_alg'>

/** Over the canonical form of everything but the signature itself. Its members stand in canonical order, so that writing it sorts nothing. */
export function signReceipt(unsigned: UnsignedReceipt, mac: Mac): Receipt {
  const text = canonicalJson(unsigned)
  const signature = mac(text)
  const receipt: Receipt = {
    agent_id: unsigned.agent_id,
    conference_id: unsigned.conference_id,
    decided_by: unsigned.decided_by,
    file_refs: unsigned.file_refs,
    inputs: unsigned.inputs,
    key_id: unsigned.key_id,
    outputs: unsigned.outputs,
    receipt_id: unsigned.receipt_id,
    seq: unsigned.seq,
    session_id: unsigned.session_id,
    signature,
    signature_alg: 'HMAC-SHA256',
    task_id: unsigned.task_id,
    timestamp: unsigned.timestamp,
    tool_id: unsigned.tool_id,
    turn_id: unsigned.turn_id,
  }
  const behind = text.lastIndexOf(',"task_id":') // as in `signedPart`
  if (behind > 0)
    texts.set(
      receipt,
      `${text.slice(0, behind)}${SIGNATURE_KEY}${signature}","signature_alg":"HMAC-SHA256"${text.slice(behind)}`,
    )
  return receipt
}

const texts = new WeakMap<object, string>() // what was signed just now is written into the log and into a file, and does not change

/** The canonical form of a receipt, or of what stands in its place. */
export const receiptText = (receipt: Json): string =>
  (isJsonObject(receipt) && texts.get(receipt)) || canonicalJson(receipt)

/** The signature that the receipt should carry. */
export function expectedSignature(receipt: JsonObject, mac: Mac): string {
  const { signature: _signature, signature_alg: _algorithm, ...unsigned } = receipt
  return mac(canonicalJson(unsigned))
}

export const RECEIPT_KEY = ',"receipt":'
export const SIGNATURE_KEY = ',"signature":"'
export const RECEIPT_START: string = `${RECEIPT_KEY}{"agent_id":`
export const SIGNATURE_LENGTH: number = `${SIGNATURE_KEY}${'0'.repeat(64)}","signature_alg":"HMAC-SHA256"`.length

/**
 * What the signature covers, cut out of a line of the log instead of being put into canonical form again. The receipt is the last member of
 * the body, and behind its signature stand only texts and numbers, in which no key can hide; a wrong cut gives a wrong signature.
 */
export function signedPart(line: string): string {
  const end = line.lastIndexOf('},"mac":"')
  const signature = line.lastIndexOf(SIGNATURE_KEY, end)
  const start = line.indexOf(RECEIPT_START) + RECEIPT_KEY.length
  return line.slice(start, signature) + line.slice(signature + SIGNATURE_LENGTH, end)
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
