import { RECEIPT_KEY, SIGNATURE_KEY, SIGNATURE_LENGTH } from './receipt.ts'
import { AUDIT_VIEW, PERMISSIONS_VIEW, receiptsPath } from './views.ts'

/** What checking needs to know of a line, cut out of it instead of being parsed. */
export type QuickLine = {
  readonly seq: number
  readonly at: string
  readonly signature: string
  readonly views: readonly { readonly file: string; readonly member: string }[]
}

const START = '{"at":"'
const BODY = '","body":{"audit":{'
const TIME_LENGTH = 24
const END = /,"type":"(?:outcome|refusal)","v":1\}$/
const END_LENGTH = ',"type":"outcome","v":1}'.length // both words have seven letters
const SESSION_KEY = '"session_id":"'
const PLAIN_NAME = /^[A-Za-z0-9._-]+$/

/**
 * The commonest line: one call with audit line and receipt. Everything is taken from places where only our own words stand, and anything
 * unusual gives undefined; then the line is parsed. Whether the line is ours at all is said by the root of the tree, not here.
 */
export function readQuickly(line: string): QuickLine | undefined {
  if (!line.startsWith(START) || !line.startsWith(BODY, START.length + TIME_LENGTH)) return undefined
  if (!END.test(line.slice(-END_LENGTH))) return undefined
  const receiptEnd = line.lastIndexOf('},"mac":"')
  const signatureAt = line.lastIndexOf(SIGNATURE_KEY, receiptEnd)
  const sessionAt = line.lastIndexOf(SESSION_KEY, signatureAt) + SESSION_KEY.length
  const session = line.slice(sessionAt, signatureAt - 1)
  const seq = Number(line.slice(line.lastIndexOf('"seq":') + '"seq":'.length, line.length - END_LENGTH))
  const isUsual =
    signatureAt > 0 && sessionAt > SESSION_KEY.length && PLAIN_NAME.test(session) && Number.isSafeInteger(seq)
  if (!isUsual) return undefined
  const signature = line.slice(signatureAt + SIGNATURE_KEY.length, signatureAt + SIGNATURE_LENGTH).slice(0, 64)
  const hasPermission = line.includes(',"permission":{')
  return {
    seq,
    at: line.slice(START.length, START.length + TIME_LENGTH),
    signature,
    views: viewsFor(session, hasPermission),
  }
}

function viewsFor(session: string, hasPermission: boolean): QuickLine['views'] {
  const receipt = { file: receiptsPath(session), member: 'receipt' }
  const audit = { file: AUDIT_VIEW, member: 'audit' }
  return hasPermission ? [audit, { file: PERMISSIONS_VIEW, member: 'permission' }, receipt] : [audit, receipt]
}

/** The permission line of a call, which stands right before its receipt. */
export function permissionIn(line: string): string {
  const end = line.indexOf(`${RECEIPT_KEY}{"agent_id":`)
  const start = line.lastIndexOf(PERMISSION_KEY, end) + PERMISSION_KEY.length
  return line.slice(start, end)
}
const PERMISSION_KEY = ',"permission":'
