import { NAMED_IPV6, SPECIAL_IPV4, SPECIAL_IPV6, type SpecialRange } from './special-ranges.ts'

type Bytes = readonly number[]
type Range = { readonly start: Bytes; readonly bits: number; readonly is: string }

const OUTSIDE = 'no address of the public internet'
const UNREADABLE = 'no address that can be read'

/** Why this address is refused; undefined for one of the public internet. Whatever is unclear is refused. */
export function whyNotPublic(address: string): string | undefined {
  const bytes = addressBytes(address)
  if (bytes === undefined) return UNREADABLE
  return bytes.length === 4 ? whyNotPublicV4(bytes) : whyNotPublicV6(bytes)
}

const whyNotPublicV4 = (bytes: Bytes): string | undefined => nameIn(RANGES_V4, bytes)

function whyNotPublicV6(bytes: Bytes): string | undefined {
  const carried = embeddedV4(bytes)
  if (carried !== undefined) return whyNotPublicV4(carried)
  if (!isWithin(bytes, GLOBAL)) return nameIn(NAMED_V6, bytes) ?? OUTSIDE
  const told = nameIn(RANGES_V6, bytes)
  return told ?? (isIsatap(bytes) ? whyNotPublicV4(bytes.slice(12)) : undefined)
}

/** Addresses whose packets go to the IPv4 address in their last four bytes. */
const embeddedV4 = (bytes: Bytes): Bytes | undefined =>
  CARRIERS.some(range => isWithin(bytes, range)) ? bytes.slice(12) : undefined

/** A tunnel by interface id: the last four bytes are where it ends. */
const isIsatap = (bytes: Bytes): boolean =>
  (bytes[8] === 0 || bytes[8] === 2) && bytes[9] === 0 && bytes[10] === 0x5e && bytes[11] === 0xfe

const nameIn = (ranges: readonly Range[], bytes: Bytes): string | undefined =>
  ranges.find(range => isWithin(bytes, range))?.is

function isWithin(bytes: Bytes, { start, bits }: Range): boolean {
  const whole = bits >> 3
  for (let at = 0; at < whole; at++) if (bytes[at] !== start[at]) return false
  const rest = bits & 7
  return rest === 0 || ((bytes[whole] ?? 0) ^ (start[whole] ?? 0)) >> (8 - rest) === 0
}

/** Both spelled in one way, so that they can be compared; undefined if it is no address. */
export function plainAddress(address: string): string | undefined {
  const bytes = addressBytes(address)
  if (bytes === undefined) return undefined
  const carried = bytes.length === 16 && isWithin(bytes, MAPPED) ? bytes.slice(12) : bytes
  return carried.join('.')
}

export const isAddress = (text: string): boolean => addressBytes(text) !== undefined

/** Four or sixteen bytes. A zone at its end, as in fe80::1%eth0, makes it no address of anything but a local link. */
function addressBytes(text: string): Bytes | undefined {
  return text.includes(':') ? bytesOfV6(text) : bytesOfV4(text)
}

/** Four decimal numbers and nothing else: what other forms mean depends on who reads them. */
function bytesOfV4(text: string): Bytes | undefined {
  const parts = text.split('.')
  if (parts.length !== 4 || !parts.every(part => /^(?:0|[1-9]\d{0,2})$/.test(part))) return undefined
  const bytes = parts.map(Number)
  return bytes.every(byte => byte <= 255) ? bytes : undefined
}

function bytesOfV6(text: string): Bytes | undefined {
  const [head = '', tail, more] = text.split('::')
  if (more !== undefined || text.length > 45) return undefined
  if (tail === undefined) return ofLength(bytesOfGroups(head), 16)
  const [before, after] = [bytesOfGroups(head), bytesOfGroups(tail)]
  if (head.includes('.') || before === undefined || after === undefined || before.length + after.length > 14)
    return undefined
  return [...before, ...Array<number>(16 - before.length - after.length).fill(0), ...after]
}

const ofLength = (bytes: Bytes | undefined, length: number): Bytes | undefined =>
  bytes?.length === length ? bytes : undefined

/** Groups of four hexadecimal digits; the last may be an IPv4 address. */
function bytesOfGroups(text: string): Bytes | undefined {
  if (text === '') return []
  const groups = text.split(':')
  const last = groups.at(-1) ?? ''
  const tail = last.includes('.') ? bytesOfV4(last) : []
  const plain = last.includes('.') ? groups.slice(0, -1) : groups
  if (tail === undefined || !plain.every(group => /^[0-9a-f]{1,4}$/i.test(group))) return undefined
  return [...plain.map(group => Number.parseInt(group, 16)).flatMap(value => [value >> 8, value & 0xff]), ...tail]
}

function rangeOf([written, is]: SpecialRange): Range {
  const [address = '', bits] = written.split('/')
  const start = addressBytes(address)
  if (start === undefined) throw new TypeError(`${written} is no range`)
  return { start, bits: Number(bits), is }
}

const RANGES_V4: readonly Range[] = SPECIAL_IPV4.map(rangeOf)
const RANGES_V6: readonly Range[] = SPECIAL_IPV6.map(rangeOf)
const NAMED_V6: readonly Range[] = NAMED_IPV6.map(rangeOf)
const GLOBAL: Range = rangeOf(['2000::/3', ''])
const MAPPED: Range = rangeOf(['::ffff:0:0/96', ''])
/** IPv4-mapped, and what a network without IPv4 makes of a name that has only such addresses. */
const CARRIERS: readonly Range[] = [MAPPED, rangeOf(['64:ff9b::/96', ''])]
