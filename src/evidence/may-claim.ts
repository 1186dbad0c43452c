import { maySayOfFiles } from './judge/judge-named.ts'
import { withOwner } from './judge/own-card.ts'
import { findAbsences } from './reply/absence-claims.ts'
import { saysOnlyDone } from './reply/bare-done.ts'
import { clausesOf } from './reply/clauses.ts'
import { findMentions } from './reply/places.ts'
import { findMemoryClaims } from './reply/memory-claims.ts'
import { leaksReasoning, writesCall } from './reply/own-marks.ts'
import { announcesPlace, maySayOfPlace } from './reply/says-of-place.ts'
import { readSentences } from './reply/sentences.ts'
import { splitReply } from './reply/split-reply.ts'
import { findToolClaims } from './reply/tool-claims.ts'

/** "Let me check the file…": what comes next may be said to come of it. */
const ANNOUNCED = /\blet me (?:just |quickly )?(?:check|pull|look|open|search|find|read|verify)\b/i
/** A table is read row by row with the names of its columns, which a piece of it does not have. */
const NAMED =
  /\brcpt_|\breceipts?\b|\bevidence\b|["“”«»„]|^\s*\||\b\d+ (?:tests? )?(?:passed|failed|passing|failing)\b/im

/**
 * May this piece of an answer be shown before the whole is checked? Whatever could turn out to be a claim may not: it is cheaper to show a
 * sentence late than to take it back.
 */
export function mayClaim(piece: string, toolNames: readonly string[]): boolean {
  if (
    NAMED.test(piece) ||
    ANNOUNCED.test(piece) ||
    leaksReasoning(piece) ||
    writesCall(piece, toolNames) ||
    splitReply(piece).evidence.length > 0
  )
    return true
  const sentences = readSentences(piece)
  if (
    saysOnlyDone(sentences) ||
    findMemoryClaims(sentences).length > 0 ||
    sentences.some(
      sentence =>
        announcesPlace(sentence.hidden) ||
        maySayOfFiles(sentence) ||
        clausesOf(sentence).some(({ hidden }) => maySayOfPlace(asPlace(hidden))),
    )
  )
    return true
  return findToolClaims(sentences, toolNames).length > 0 || findAbsences(sentences).length > 0
}

/** Whether there is such a folder, and whose card is meant, is known only later. */
function asPlace(hidden: string): string {
  const folder = hidden.includes('/')
    ? findMentions(hidden).find(({ isFile, path }) => !isFile && /^\w{3,}\/\w{3,}/.test(path))
    : undefined
  return withOwner(folder === undefined ? hidden : hidden.replace(folder.path, 'the folder'))
}
