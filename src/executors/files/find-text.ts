const SHORT = 256 // the built-in search is fast, but its time grows with the length of what is sought

/** Where `part` stands in `text`, overlapping places too, up to `limit`. Linear time, whatever the two look like. */
export function findText(text: string, part: string, limit: number): readonly number[] {
  if (part === '' || limit <= 0) return []
  return part.length <= SHORT ? findShort(text, part, limit) : findLong(text, part, limit)
}

/** The places in order without those that overlap an earlier one. */
export function withoutOverlaps(places: readonly number[], length: number): readonly number[] {
  let free = 0
  return places.filter(place => {
    if (place < free) return false
    free = place + length
    return true
  })
}

function findShort(text: string, part: string, limit: number): readonly number[] {
  const places: number[] = []
  for (let at = text.indexOf(part); at >= 0 && places.length < limit; at = text.indexOf(part, at + 1)) places.push(at)
  return places
}

/** Knuth, Morris, Pratt: no character of the text is looked at from the beginning of the part again. */
function findLong(text: string, part: string, limit: number): readonly number[] {
  const fallbacks = fallbacksOf(part)
  const places: number[] = []
  let matched = 0
  for (let at = 0; at < text.length && places.length < limit; at++) {
    while (matched > 0 && text.charCodeAt(at) !== part.charCodeAt(matched)) matched = fallbacks[matched - 1] ?? 0
    if (text.charCodeAt(at) === part.charCodeAt(matched)) matched++
    if (matched < part.length) continue
    places.push(at - part.length + 1)
    matched = fallbacks[matched - 1] ?? 0
  }
  return places
}

/** For each beginning of the part: how long a shorter beginning is that it ends with. */
function fallbacksOf(part: string): Uint32Array {
  const fallbacks = new Uint32Array(part.length)
  let matched = 0
  for (let at = 1; at < part.length; at++) {
    while (matched > 0 && part.charCodeAt(at) !== part.charCodeAt(matched)) matched = fallbacks[matched - 1] ?? 0
    if (part.charCodeAt(at) === part.charCodeAt(matched)) matched++
    fallbacks[at] = matched
  }
  return fallbacks
}
