import { lookFor, placeOf } from './plan-file.ts'
import { type PlannedCall, editCall, searchCall, writeCall } from './planned-call.ts'
import type { Seen } from './seen.ts'
import type { Kit } from './tool-roles.ts'
import type { Wish } from '../understand/wish.ts'

type Change = Extract<Wish, { kind: 'replace' }>

/** One change, in one file; if the file is not named, only where the words stand in exactly one. */
export function planChange(wish: Change, seen: readonly Seen[], kit: Kit): PlannedCall | undefined {
  if (kit.edit === undefined || seen.some(({ call }) => call?.role === 'edit')) return undefined
  const { old, fresh, everywhere, file } = wish
  if (file === undefined) {
    if (seen.length === 0) return searchCall(kit, old)
    const [only, ...others] = filesWith(seen)
    return only === undefined || others.length > 0 ? undefined : editCall(kit, { path: only, old, fresh, everywhere })
  }
  const path = file.includes('/') ? file : placeOf(file, seen)
  if (path !== undefined) return editCall(kit, { path, old, fresh, everywhere })
  return seen.length === 0 ? (lookFor(file, kit) ?? editCall(kit, { path: file, old, fresh, everywhere })) : undefined
}

/** Where the words were found. */
export const filesWith = (seen: readonly Seen[]): readonly string[] => [
  ...new Set(seen.flatMap(({ found }) => found.hits.map(({ path }) => path))),
]

/** A second try would be another file, and nobody asked for that. */
export const planWriting = (
  wish: Extract<Wish, { kind: 'write' }>,
  seen: readonly Seen[],
  kit: Kit,
): PlannedCall | undefined => (seen.length === 0 ? writeCall(kit, wish.file, wish.text) : undefined)
