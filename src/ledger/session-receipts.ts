import { type Receipt, isJsonObject, parseJsonText, textOf } from '../core/index.ts'
import type { Disk } from './disk.ts'
import { receiptsPath } from './views.ts'

export type ReceiptPage = { readonly receipts: readonly Receipt[]; readonly next: number }

export type FindReceipt = (id: string) => Receipt | undefined

export type ReceiptReading = {
  readonly disk: Disk
  readonly find: FindReceipt
  readonly session: string
  /** How many bytes of the session's file were read before. */
  readonly from: number
}

const NEW_LINE = 10

/** What a session's file has gained since; the file only says which receipts there are, and the log what stands in them. */
export function readSessionReceipts({ disk, find, session, from }: ReceiptReading): ReceiptPage {
  const path = receiptsPath(session)
  const size = disk.size(path) ?? 0
  if (size <= from) return { receipts: [], next: size < from ? 0 : from }
  const bytes = Buffer.from(disk.read(path, from, size - from))
  const end = bytes.lastIndexOf(NEW_LINE) + 1
  const lines = bytes.toString('utf8', 0, end).split('\n').slice(0, -1)
  const receipts = lines.flatMap(line => {
    const told = parseJsonText(line)
    const receipt = isJsonObject(told) ? find(textOf(told['receipt_id'])) : undefined
    return receipt?.session_id === session ? [receipt] : []
  })
  return { receipts, next: from + end }
}
