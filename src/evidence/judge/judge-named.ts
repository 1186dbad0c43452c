import type { EvidenceFinding } from '../../core/index.ts'
import type { Sentence } from '../reply/sentences.ts'
import { refsOf } from './backing.ts'
import { type Case, finding } from './case.ts'
import { isReadWhole } from './judge-things.ts'

const MAX_SENTENCES = 200
const OWNER = '(?:the|your|our|my|this|that)'
/** A noun that may be the name of a file without its ending. */
const NAME = `(?:whole |entire |full |latest |current |new )?(?<name>[\\p{L}][\\p{L}\\p{N}_-]{2,40})(?:['’]s)?(?: (?:file|document|doc|notes?|page|module|script|sheet|list|card))?`
const KEPT =
  '(?:includes?|contains?|lists?|has|have|says?|reads?|mentions?|covers?|shows?|starts with|begins with|ends with|uses?|returns?|handles?|rounds?|accounts for|reflects?)'
const DONE =
  '(?:updated|changed|edited|fixed|corrected|renamed|saved|deleted|removed|rewritten|extended|adjusted|revised|cleaned up|reformatted|refactored|created|split|moved|replaced)'
const wording = (words: string): RegExp => new RegExp(words, 'iu')

/** Said of a file by its bare name: that it was changed, that it was read, what it says. */
const CHANGED: readonly RegExp[] = [
  wording(`\\b${OWNER} ${NAME} now ${KEPT}\\b`),
  wording(`\\b${OWNER} ${NAME} (?:has|have) (?:now |just |already |successfully )*been ${DONE}\\b`),
  wording(`\\b${OWNER} ${NAME} (?:is|are) now ${DONE}\\b`),
  wording(`^\\W*(?:the |your )?${NAME} ${DONE}\\W*$`),
  wording(`\\b(?:I|we)(?:['’]ve| have)?(?: just| also| now)* ${DONE} ${OWNER} ${NAME}(?![\\p{L}-])`),
]
const READ: readonly RegExp[] = [
  wording(
    `\\b(?:I|we)(?:['’]ve| have)?(?: just| also| now| already| carefully)* (?:read|reread|re-read|skimmed|seen|studied|checked|opened|reviewed|consulted|been through|gone through|went through|looked (?:at|through|over|into))(?: through| over| all of)? ${OWNER} ${NAME}(?![\\p{L}-])`,
  ),
  wording(
    `\\b(?:after|having|upon|by) (?:just |carefully )?(?:reading|read|checking|checked|opening|opened|reviewing|reviewed|skimming|looking (?:at|through|over|into)|going (?:through|over)) ${OWNER} ${NAME}(?![\\p{L}-])`,
  ),
  wording(`\\b(?:according to|as (?:stated|written|noted|listed|shown) in|based on|judging by|as per|per) ${OWNER} ${NAME}(?![\\p{L}-])`),
]
const SUPPOSED =
  /\?["”’)\]*_\s]*$|\b(?:if|unless|once|would|could|should|might|may|can|will|when|until|before|whether|please|let me|want|not|never|n['’]t)\b[^.;:]{0,60}$/i

/** What is said of a file that is called by its bare name needs a receipt like what is said of its path. */
export async function judgeNamed(sentences: readonly Sentence[], of: Case): Promise<readonly EvidenceFinding[]> {
  const findings: EvidenceFinding[] = []
  for (const sentence of sentences.slice(0, MAX_SENTENCES)) {
    const told = (await judge(sentence, CHANGED, of)) ?? (await judge(sentence, READ, of))
    if (told !== undefined) findings.push(told)
  }
  return findings
}

async function judge({ text, hidden }: Sentence, wordings: readonly RegExp[], of: Case): Promise<EvidenceFinding | undefined> {
  const isChange = wordings === CHANGED
  for (const each of wordings) {
    const match = each.exec(hidden)
    const name = match?.groups?.['name'] ?? ''
    if (match === null || name === '' || SUPPOSED.test(hidden.slice(Math.max(0, match.index - 80), match.index))) continue
    const paths = await of.shelf.named(name)
    if (paths.length === 0) continue
    const { written } = of.request.sources
    const isBacked = paths.some(path => written.has(path) || (!isChange && refsOf(of, path).length > 0))
    if (!isBacked)
      return finding(
        text,
        'tool_claim_unbacked',
        `No receipt of this session says that ${paths[0] ?? name} was ${isChange ? 'changed' : 'read'}.`,
      )
    if (/\b(?:whole|entire|full)\s/i.test(match[0]) && !isChange && !(await isWhole(paths, of)))
      return finding(text, 'tool_claim_unbacked', `Only a part of ${paths[0] ?? name} was read in this session.`)
  }
  return undefined
}

async function isWhole(paths: readonly string[], of: Case): Promise<boolean> {
  for (const path of paths) if (of.request.sources.written.has(path) || (await isReadWhole(path, of))) return true
  return false
}
