/**
 * What a row of tags must hold so that a build can match it: one tag of each of these sets. It knows what builds are made of, letters,
 * classes, groups and how often they come; what is only looked at from afar is not asked for.
 */
export function neededTags({ source }: RegExp): readonly string[] {
  let at = 0

  /** Up to the end or the closing bracket. Of several each must need something, and then a tag of any of them is needed. */
  const readAlternatives = (): readonly string[] => {
    const all = [readSequence()]
    while (source[at] === '|') {
      at += 1
      all.push(readSequence())
    }
    const [only, other] = all
    if (other === undefined) return only ?? []
    return all.some(needs => needs.length === 0) ? [] : [all.map(fewest).join('')]
  }

  const readSequence = (): readonly string[] => {
    const needs: string[] = []
    while (at < source.length && source[at] !== '|' && source[at] !== ')') {
      const item = readItem()
      if (readLeast() > 0) needs.push(...item)
    }
    return needs
  }

  const readItem = (): readonly string[] => {
    const sign = source[at] ?? ''
    if (sign === '(') return readGroup()
    if (sign === '[') return readClass()
    at += sign === '\\' ? 2 : 1
    return sign === '^' || sign === '$' || sign === '.' ? [] : [source[at - 1] ?? '']
  }

  const readGroup = (): readonly string[] => {
    const isLook = !source.startsWith('(?:', at)
    at += 3
    const needs = readAlternatives()
    at += 1
    return isLook ? [] : needs
  }

  const readClass = (): readonly string[] => {
    const tags = source.slice(at + 1, source.indexOf(']', at))
    at += tags.length + 2
    return tags.startsWith('^') ? [] : [tags]
  }

  /** How often the item before must come at least. */
  const readLeast = (): number => {
    const [how = ''] = /^(?:[*+?]|\{\d+,?\d*\})\??/.exec(source.slice(at)) ?? []
    at += how.length
    return how.startsWith('{') ? Number.parseInt(how.slice(1), 10) : how === '' || how.startsWith('+') ? 1 : 0
  }

  return readAlternatives()
}

const fewest = (needs: readonly string[]): string => needs.toSorted((one, other) => one.length - other.length)[0] ?? ''
