import { foldName } from '../../core/index.ts'

const MAX_NAME = 64 // longer names are not compared letter by letter
const MAX_NEAR = 5

/** Collects the names that are nearest to the wanted one; each costs the same, however many come by. */
export type NearNames = { readonly consider: (path: string) => void; readonly best: () => readonly string[] }

export function createNearNames(wanted: string): NearNames {
  const target = bareName(wanted)
  let best: readonly { readonly path: string; readonly distance: number }[] = []
  return {
    consider(path) {
      const distance = nameDistance(target, bareName(path))
      if (distance === undefined) return
      const worst = best.at(-1)
      if (best.length === MAX_NEAR && worst !== undefined && worst.distance <= distance) return
      best = [...best, { path, distance }].sort((a, b) => a.distance - b.distance).slice(0, MAX_NEAR)
    },
    best: () => best.map(({ path }) => path),
  }
}

/** The last name without its ending: `plan` and `notes/Plan.md` are the same word. */
function bareName(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1).slice(0, MAX_NAME)
  return foldName(name.replace(/(?<=.)\.[^.]{1,8}$/, ''))
}

/** Undefined when they have little in common. */
function nameDistance(a: string, b: string): number | undefined {
  if (a === b) return 0
  const shorter = Math.min(a.length, b.length)
  if (shorter >= 3 && (a.includes(b) || b.includes(a))) return 1
  const allowed = Math.floor(Math.max(a.length, b.length) / 3)
  if (Math.max(a.length, b.length) - shorter > allowed) return undefined
  const distance = editDistance(a, b)
  return distance <= allowed ? distance : undefined
}

/** Letters put in, left out or changed. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 0; i < a.length; i++) {
    const next = [i + 1]
    for (let j = 0; j < b.length; j++) {
      const changed = (row[j] ?? 0) + (a[i] === b[j] ? 0 : 1)
      next.push(Math.min(changed, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
