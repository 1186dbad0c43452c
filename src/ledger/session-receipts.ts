import { type Receipt, canonicalJson, isJsonObject, parseJsonText, textOf } from '../core/index.ts'
import type { Disk } from './disk.ts'
import { receiptsPath } from './views.ts'

export type ReceiptPage = { readonly receipts: readonly Receipt[]; readonly next: number }

export type ReceiptReading = {
  readonly disk: Disk
  readonly find: (id: string) => Receipt | undefined
  readonly session: string
  /** How many bytes of the session's file were read before. */
  readonly from: number
  /** Receipts that this process has written since. */
  readonly made: readonly Receipt[]
}

const NEW_LINE = 10

/** The receipts that a session's file has gained. The file names them, and the log says what they hold. */
export function readSessionReceipts({ disk, find, session, from, made }: ReceiptReading): ReceiptPage {
  const path = receiptsPath(session)
  const size = disk.size(path) ?? 0
  if (size <= from) return { receipts: [], next: size < from ? 0 : from }
  // Each of these stands in the file, so if it has gained just as many bytes, nothing else does.
  if (size - from === sum(made.map(lineLength))) return { receipts: made, next: size }
  const bytes = Buffer.from(disk.read(path, from, size - from))
  const end = bytes.lastIndexOf(NEW_LINE) + 1
  const lines = bytes.toString('utf8', 0, end).split('\n').slice(0, -1)
  const receipts = lines.flatMap(line => {
    const told = parseJsonText(line)
    const id = isJsonObject(told) ? textOf(told['receipt_id']) : ''
    const receipt = made.find(({ receipt_id }) => receipt_id === id) ?? find(id)
    return receipt?.session_id === session ? [receipt] : []
  })
  return { receipts, next: from + end }
}

const lineLength = (receipt: Receipt): number => Buffer.byteLength(canonicalJson(receipt)) + 1
const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0)
