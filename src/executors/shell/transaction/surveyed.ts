import type { BigIntStats } from 'node:fs'
import { type Json, isJsonObject } from '../../../core/index.ts'

export type EntryKind = 'file' | 'folder' | 'link' | 'fifo' | 'other'
export const ENTRY_KINDS: readonly EntryKind[] = ['file', 'folder', 'link', 'fifo', 'other']

/** What can be put back of an entry besides its content. */
export type EntryFacts = {
  readonly mode: number
  readonly uid: number
  readonly gid: number
  /** In nanoseconds since 1970, more than a number holds. */
  readonly modified: string
}

/** One file or folder at one moment. */
export type Surveyed = EntryFacts & {
  readonly kind: EntryKind
  readonly size: number
  /** It has so many names. */
  readonly links: number
  readonly device: string
  readonly inode: string
  /** Moves with every change, where the disk reports every change. */
  readonly changed: string
  /** Where a link leads. */
  readonly link?: string
  /** Somebody set its time: writing moves it together with that of the change, and leaves that of the last reading. */
  readonly isTimeSet?: true
  /** A new folder that holds more than is listed. */
  readonly unlisted?: true
}

export const inodeIdentity = ({ device, inode }: Pick<Surveyed, 'device' | 'inode'>): string => `${device} ${inode}`

/** `link`: where it leads, if it is one. */
export function surveyedOf(found: BigIntStats, link?: string): Surveyed {
  return {
    kind: kindOf(found),
    mode: Number(found.mode & 0o7777n),
    uid: Number(found.uid),
    gid: Number(found.gid),
    modified: String(found.mtimeNs),
    size: Number(found.size),
    links: Number(found.nlink),
    device: String(found.dev),
    inode: String(found.ino),
    changed: String(found.ctimeNs),
    ...(link !== undefined && { link }),
    ...((found.mtimeNs !== found.ctimeNs || found.atimeNs === found.mtimeNs) && { isTimeSet: true }),
  }
}

export const kindOf = (found: BigIntStats): EntryKind => {
  if (found.isFile()) return 'file'
  if (found.isDirectory()) return 'folder'
  if (found.isSymbolicLink()) return 'link'
  return found.isFIFO() ? 'fifo' : 'other'
}

export function decodeFacts(value: Json | undefined): EntryFacts | undefined {
  const { mode, uid, gid, modified } = isJsonObject(value) ? value : {}
  if (typeof mode !== 'number' || typeof uid !== 'number' || typeof gid !== 'number') return undefined
  return typeof modified === 'string' && /^-?\d+$/.test(modified) ? { mode, uid, gid, modified } : undefined
}

export function decodeSurveyed(value: Json | undefined): Surveyed | undefined {
  const facts = decodeFacts(value)
  const { kind: word, size, links, device, inode, changed, link } = isJsonObject(value) ? value : {}
  const kind = ENTRY_KINDS.find(each => each === word)
  if (!facts || !kind || typeof size !== 'number' || typeof links !== 'number') return undefined
  if (typeof device !== 'string' || typeof inode !== 'string' || typeof changed !== 'string') return undefined
  return { ...facts, kind, size, links, device, inode, changed, ...(typeof link === 'string' && { link }) }
}

const PRECISION_NS = 1_000n // what Node can set; with coreutils a time is put back to the nanosecond

export function isSameTime(one: string, other: string): boolean {
  if (one === other) return true
  const apart = BigInt(one) - BigInt(other)
  return apart < PRECISION_NS && -apart < PRECISION_NS
}
