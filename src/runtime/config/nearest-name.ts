import { editDistance } from '../../core/index.ts'

const MAX_COMPARED_LENGTH = 64

/** The name that was probably meant: the nearest one, if it is near enough and no other is as near. */
export function nearestName(word: string, names: Iterable<string>): string | undefined {
  if (word.length > MAX_COMPARED_LENGTH) return undefined
  const allowed = Math.max(1, Math.floor(word.length / 4))
  const near = [...names]
    .filter(name => Math.abs(name.length - word.length) <= allowed)
    .map(name => ({ name, distance: editDistance(word.toLowerCase(), name.toLowerCase()) }))
    .filter(({ distance }) => distance <= allowed)
    .toSorted((left, right) => left.distance - right.distance)
  const [best, next] = near
  return best && best.distance !== next?.distance ? best.name : undefined
}
