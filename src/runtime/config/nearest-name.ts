const MAX_COMPARED_LENGTH = 64

/** The name that was probably meant: the nearest one, if it is near enough and no other is as near. */
export function nearestName(word: string, names: Iterable<string>): string | undefined {
  if (word.length > MAX_COMPARED_LENGTH) return undefined
  const allowed = Math.max(1, Math.floor(word.length / 4))
  const near = [...names]
    .map(name => ({ name, distance: editDistance(word.toLowerCase(), name.toLowerCase(), allowed) }))
    .filter(({ distance }) => distance <= allowed)
    .toSorted((left, right) => left.distance - right.distance)
  const [best, next] = near
  return best && best.distance !== next?.distance ? best.name : undefined
}

function editDistance(left: string, right: string, enough: number): number {
  if (Math.abs(left.length - right.length) > enough) return enough + 1
  let previous = Array.from({ length: right.length + 1 }, (_, index) => index)
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= right.length; column += 1) {
      const replaced = (previous[column - 1] ?? 0) + (left[row - 1] === right[column - 1] ? 0 : 1)
      current.push(Math.min(replaced, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1))
    }
    previous = current
  }
  return previous[right.length] ?? 0
}
