import { maySayOfFiles } from './judge/judge-named.ts'
import { findAbsences } from './reply/absence-claims.ts'
import { saysOnlyDone } from './reply/bare-done.ts'
import { clausesOf } from './reply/clauses.ts'
import { findMemoryClaims } from './reply/memory-claims.ts'
import { leaksReasoning, writesCall } from './reply/own-marks.ts'
import { maySayOfPlace } from './reply/says-of-place.ts'
import { readSentences } from './reply/sentences.ts'
import { splitReply } from './reply/split-reply.ts'
import { findToolClaims } from './reply/tool-claims.ts'

const NAMED = /\brcpt_|\bevidence\b|["“”«»„]/i

/**
 * May this piece of an answer be shown before the whole is checked? Whatever could turn out to be a claim may not: it is cheaper to show a
 * sentence late than to take it back.
 */
export function mayClaim(piece: string, toolNames: readonly string[]): boolean {
  if (NAMED.test(piece) || leaksReasoning(piece) || writesCall(piece, toolNames) || splitReply(piece).evidence.length > 0) return true
  const sentences = readSentences(piece)
  if (
    saysOnlyDone(sentences) ||
    findMemoryClaims(sentences).length > 0 ||
    sentences.some(sentence => maySayOfFiles(sentence) || clausesOf(sentence).some(({ hidden }) => maySayOfPlace(hidden)))
  )
    return true
  return findToolClaims(sentences, toolNames).length > 0 || findAbsences(sentences).length > 0
}
