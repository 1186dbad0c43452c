/**
 * Case and composition make no difference to a rule: `É.env` and `é.ENV` are one name on some disks. By way of upper
 * case, because it brings together what lower case keeps apart (`ß` and `ss`, `ſ` and `s`, `ς` and `σ`); lower case
 * before it, because the capital `ẞ` is its own upper case.
 */
export function foldName(name: string): string {
  if (/^[\x20-\x7e]*$/.test(name)) return name.toLowerCase()
  return name.normalize('NFC').toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFC')
}

export type Matches = (path: string) => boolean

const MAX_PATTERN_LENGTH = 1_024
const MAX_ALTERNATIVES = 256

/**
 * `*` and `?` stay within a segment, `**` spans any number of them, `{a,b}` is either; nothing else is special. Both
 * sides are folded. A pattern without a slash names a thing in any folder; one that begins with a slash starts at the
 * workspace; a slash at its end says nothing. Throws a RangeError for a pattern that is too long or has too many
 * alternatives. Matching never backtracks beyond one star a segment, so no pattern can make it slow.
 */
export function compileGlob(pattern: string): Matches {
  if (pattern.length > MAX_PATTERN_LENGTH)
    throw new RangeError(`A pattern has at most ${MAX_PATTERN_LENGTH} characters.`)
  const anchored = /^\.?\//.test(pattern)
  const bare = pattern.replace(/^\.?\/+/, '').replace(/\/+$/, '')
  const alternatives = expandBraces(foldName(bare)).map(each => {
    const segments = each.split('/')
    return segments.length === 1 && !anchored ? ['**', ...segments] : segments
  })
  return path => {
    const segments = foldName(path).split('/')
    return alternatives.some(glob => matchSegments(glob, segments))
  }
}

function expandBraces(pattern: string): readonly string[] {
  const done: string[] = []
  const open = [pattern]
  while (open.length > 0) {
    if (done.length + open.length > MAX_ALTERNATIVES)
      throw new RangeError(`The pattern "${pattern}" has more than ${MAX_ALTERNATIVES} alternatives.`)
    const next = open.pop() ?? ''
    const braces = /\{([^{}]*)\}/.exec(next)
    if (!braces) done.push(next)
    else
      for (const part of (braces[1] ?? '').split(','))
        open.push(next.slice(0, braces.index) + part + next.slice(braces.index + braces[0].length))
  }
  return done
}

/** The classic walk with one remembered star, over segments. */
function matchSegments(glob: readonly string[], path: readonly string[]): boolean {
  let [g, p, star, mark] = [0, 0, -1, 0]
  while (p < path.length) {
    if (glob[g] === '**') [star, mark] = [g++, p]
    else if (g < glob.length && matchSegment(glob[g] ?? '', path[p] ?? '')) [g, p] = [g + 1, p + 1]
    else if (star >= 0) [g, p] = [star + 1, ++mark]
    else return false
  }
  // `folder/**` names what is in the folder and the folder itself.
  while (glob[g] === '**') g++
  return g === glob.length
}

function matchSegment(glob: string, name: string): boolean {
  let [g, n, star, mark] = [0, 0, -1, 0]
  while (n < name.length) {
    if (glob[g] === '*') [star, mark] = [g++, n]
    else if (glob[g] === '?') [g, n] = [g + 1, n + characterLength(name, n)]
    else if (g < glob.length && glob[g] === name[n]) [g, n] = [g + 1, n + 1]
    else if (star >= 0) [g, n] = [star + 1, ++mark]
    else return false
  }
  while (glob[g] === '*') g++
  return g === glob.length
}

const characterLength = (text: string, at: number): number => ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1)
