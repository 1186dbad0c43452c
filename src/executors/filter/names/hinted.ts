import { longPattern } from '../../../core/index.ts'
import type { SecretSpan } from '../scan/span.ts'
import type { NameAt } from './assignment.ts'
import type { SecretName } from './secret-name.ts'
import { isHexOrUuid, looksPlainlyRandom, looksSecret } from './secret-value.ts'

const HINTED_RANK = 4
const REACH = 64 // characters between a hint and what it speaks of
/** In a sentence only these words announce a secret; the first group also before digests and ids. */
const SURE_HINT = longPattern('i')`
    ^(?:api[-_ ]?keys?|api[-_ ]?tokens?|access[-_ ]?(?:keys?|tokens?)|auth[-_ ]?tokens?|secrets?|passwords?
    |passphrases?|credentials?|bearer|private[-_ ]?keys?|auth[-_ ]?keys?)$
  `
const HINT = /^(?:tokens?|keys?|auth|jwt|creds?|pwd|passwd|session|cookie)$/i
/** What else a random-looking word may be. */
const OTHER_THINGS = longPattern('i')`
    sha\d*|hash|digest|commit|checksum|md5|uuid|guid|revision|integrity|fingerprint|etag|public|version|\bid\b|cache
    |image|file|url|path
  `
const FREE = /[\s"'`([*:,]/ // around a hint that is a word of its own
const RUN = /[\w+/=~.-]+/g
const SHORTEST_RUN = 16
const EDGES = /^[.=/+-]+|[.,;:]+$/g

const NEXT = /^[\s:="'`([]{1,4}((?:(?!["'`()[\],;<>{}])[!-~]){8,512})/
/** What a cluster or a shop calls its things: `jenkins-token-1yvwg`. */
const HYPHENATED_NAME = /^(?=.*(?:^|-)[a-z]{3,}-.*(?:^|-)[a-z]{3,}(?:-|$))[a-z0-9]+(?:-[a-z0-9]+)+$/
const MEDIUM: SecretName = { strength: 'medium', category: 'auth_token', phrase: false }

/**
 * A random-looking word near a hint: `using API key 9f…`, `the token (…) was refused`. A near, sure hint needs less
 * proof.
 */
export function findHinted(text: string, name: NameAt): SecretSpan | undefined {
  if (!FREE.test(text[name.start - 1] ?? ' ') || !FREE.test(text[name.end] ?? ' ')) return undefined
  const hint = text.slice(name.start, name.end)
  const isSure = SURE_HINT.test(hint) || (HINT.test(hint) && SURE_HINT.test(withWordBefore(text, name)))
  if (!isSure && !HINT.test(hint)) return undefined
  const window = text.slice(name.end, name.end + REACH + 512)
  return (isSure ? nextWord(window, name.end) : undefined) ?? randomWord(window, name.end, isSure)
}

function nextWord(window: string, offset: number): SecretSpan | undefined {
  const match = NEXT.exec(window)
  const word = match?.[1]?.replace(/[.:!?]{1,3}$/, '') ?? ''
  if (match === null || window.startsWith('[REDACTED:', match[0].length) || HYPHENATED_NAME.test(word)) return undefined
  if (!looksSecret(word, MEDIUM, 'said')) return undefined
  const start = offset + match[0].length - (match[1]?.length ?? 0)
  return spanAt(start, word)
}

function randomWord(window: string, offset: number, isSure: boolean): SecretSpan | undefined {
  RUN.lastIndex = 0
  for (let match = RUN.exec(window); match !== null && match.index <= REACH; match = RUN.exec(window)) {
    if (match[0].length < SHORTEST_RUN) continue
    if (!isPlain(window.slice(0, match.index))) return undefined
    const word = match[0].replaceAll(EDGES, '')
    if (looksPlainlyRandom(word) || (isSure && isHexOrUuid(word)))
      return spanAt(offset + match.index + match[0].indexOf(word), word)
  }
  return undefined
}

const spanAt = (start: number, word: string): SecretSpan => ({
  start,
  end: start + word.length,
  category: 'auth_token',
  rule: 'hinted',
  rank: HINTED_RANK,
})

/** Plain words of the same line, or a colon at its end; nothing that names something else. */
const isPlain = (between: string): boolean =>
  /^[^\n{}<>;|"'`/\\]*(?::\s{0,8})?["'`([]{0,2}$/.test(between) && !OTHER_THINGS.test(between)

const withWordBefore = (text: string, { start, end }: NameAt): string =>
  /[A-Za-z]+[ _-]?$/.exec(text.slice(Math.max(0, start - 12), start))?.[0] + text.slice(start, end)
