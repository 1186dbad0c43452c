import { type EvidenceFinding, anyOf, inAnyCase, likely } from '../../core/index.ts'
import { findTerm } from '../match/find-term.ts'
import type { Sentence } from '../reply/sentences.ts'
import { GENERIC, GUESSES, TELLS } from '../reply/unread-claims.ts'
import { outputOf, refsOf } from './backing.ts'
import { type Case, finding } from './case.ts'
import { isReadWhole } from './judge-things.ts'
import { resolveScope } from './resolve-scope.ts'
import { contentWords } from './structural.ts'

const MAX_SENTENCES = 200
const OWNER = '(?:all (?:of )?(?:the |your )?|both (?:of )?(?:the |your )?|every |each |(?:the|your|our|my|this|that) )'
/** A noun that may be the name of a file without its ending. */
const NAME = `(?:whole |entire |full |latest |current |new )?(?<name>[\\p{L}][\\p{L}\\p{N}_-]{2,40})(?:['’]s)?(?: (?:file|document|doc|notes?|page|module|script|sheet|list|card))?`
const KEPT =
  '(?:includes?|contains?|lists?|has|have|says?|reads?|mentions?|covers?|shows?|starts with|begins with|ends with|uses?|returns?|handles?|rounds?|accounts for|reflects?)'
const DONE =
  '(?:updated|changed|edited|fixed|corrected|renamed|saved|deleted|removed|rewritten|extended|adjusted|revised|cleaned up|reformatted|refactored|created|split|moved|replaced|printed|exported|shared|emailed|archived|backed up)'
const wording = (words: string): RegExp => inAnyCase(words)

/** Said of a file by its bare name: that it was changed, that it was read, what it says. */
const CHANGED: readonly RegExp[] = [
  wording(`\\b${OWNER}${NAME} now ${KEPT}\\b`),
  wording(`\\b${OWNER}${NAME} (?:has|have) (?:now |just |already |successfully )*been ${DONE}\\b`),
  wording(`\\b${OWNER}${NAME} (?:is|are) now ${DONE}\\b`),
  wording(`^\\W*(?:the |your )?${NAME} ${DONE}\\W*$`),
  wording(`\\b(?:I|we)(?:['’]ve| have)?(?: just| also| now)* ${DONE} ${OWNER}${NAME}(?![\\p{L}-])`),
]
const READ: readonly RegExp[] = [
  wording(
    `\\b(?:I|we)(?:['’]ve| have)?(?: just| also| now| already)* (?!(?:lik|lov|enjoy|want|hop|guess|imagin|suggest|propos|need|ask|wonder|believ|preferr|promis|offer|mention|explain|plann|intend|expect|decid|agre|wish|recommend|describ|draft|compos|sketch|tri|fail|answer|talk|discuss|thank)ed\\b)(?:[a-z-]{2,16}ed|took|taken|got|found|saw|drew|pulled|copied|put|left) [^.,;:!?]{0,40}?(?:from|to|into|in|of|at|through|on|off|inside|out of) ${OWNER}${NAME}(?![\\p{L}-])`,
  ),
  wording(
    `\\b(?:I|we)(?:['’]ve| have)?(?: just| also| now| already| carefully)* (?:read|reread|re-read|skimmed|seen|studied|compared|checked|opened|reviewed|consulted|been through|gone through|went through|looked (?:at|through|over|into))(?: through| over| all of)? ${OWNER}${NAME}(?![\\p{L}-])`,
  ),
  wording(
    `\\b(?:after|having|upon|by) (?:just |carefully )?(?:reading|read|checking|checked|opening|opened|reviewing|reviewed|skimming|looking (?:at|through|over|into)|going (?:through|over)) ${OWNER}${NAME}(?![\\p{L}-])`,
  ),
  wording(
    `\\b${OWNER}${NAME},? (?:which|that) (?:I|we)(?:['’]ve| have)?(?: just)? (?:re-?)?(?:read|opened|checked|went through|looked at)\\b`,
  ),
  wording(
    `\\b(?:according to|as (?:stated|written|noted|listed|shown) in|based on|judging by|as per|per) ${OWNER}${NAME}(?![\\p{L}-])`,
  ),
]
const SUPPOSED =
  /\?["”’)\]*_\s]*$|\b(?:if|unless|once|would|could|should|might|may|can|will|when|until|before|whether|please|let me|want|not|never|n['’]t)\b[^.;:]{0,60}$|(?:^|[.,;:]\s)\W*had\s$/i

/** Could it turn out to be said of a file? Whether a bare noun is the name of one is known only later. */
export function maySayOfFiles({ hidden }: Sentence): boolean {
  if (!mayName(hidden) || GUESSES.test(hidden)) return false
  const told = tellingIn(hidden)?.groups
  return (
    told === undefined ||
    told['scene'] !== undefined ||
    told['path'] !== undefined ||
    IN_FILES.test(told['thing'] ?? '') ||
    GENERIC.test(told['thing'] ?? '')
  )
}

const LONGEST_TOLD = 400 // characters
const likelyTells = likely(TELLS, each => each)

function tellingIn(hidden: string): RegExpExecArray | undefined {
  const words = hidden.slice(0, LONGEST_TOLD)
  for (const each of likelyTells(words)) {
    const match = each.exec(words)
    if (match !== null) return match
  }
  return undefined
}

const IN_FILES = /\b(?:scene|chapter|card|sheet|entry|profile|file)\b/i

/** What a place in the workspace holds is said only of one that was read. */
async function judgeTelling({ text, hidden }: Sentence, of: Case): Promise<EvidenceFinding | undefined> {
  const match = tellingIn(hidden)
  if (match === undefined || GUESSES.test(hidden) || isGiven(text, of)) return undefined
  const { thing = '', name, phrase, scene, path } = match.groups ?? {}
  if (path === undefined && name !== undefined && of.shelf.knownAs(name).some(each => isSeen(each, of)))
    return undefined
  const meant = scene ?? (phrase !== undefined && !UNCLEAR.test(phrase) ? phrase : undefined)
  const paths = path === undefined ? await pathsOf(name, meant, of) : await pathOf(path, of)
  if (paths.length > 0 && !paths.some(each => isSeen(each, of)) && !(await isHeaded(scene ?? '', of)))
    return finding(
      text,
      'tool_claim_unbacked',
      `It says what ${paths[0] ?? ''} holds, and no receipt of this session says that it was read.`,
    )
  return paths.length === 0 && of.sound.length === 0 && GENERIC.test(thing)
    ? finding(
        text,
        'tool_claim_unbacked',
        'It says what stands in the workspace, and nothing of it was read in this session.',
      )
    : undefined
}

async function pathOf(path: string, { shelf }: Case): Promise<readonly string[]> {
  const found = await shelf.find(path)
  return typeof found === 'string' ? [] : [found.path]
}

async function pathsOf(
  name: string | undefined,
  scene: string | undefined,
  { shelf }: Case,
): Promise<readonly string[]> {
  const named = name === undefined ? [] : await shelf.named(name)
  if (named.length > 0 || (name !== undefined && !OF_WORKS.test(name))) return named
  return ((await resolveScope(scene ?? name ?? '', shelf)) ?? []).map(({ path }) => path)
}

/** Any of them may be meant, or one that the person has told of. */
const UNCLEAR =
  /\b(?:you|I|that|which|who|run|runs|output|results?|suite|search)\b|^(?:the|your|our) (?:\w+ )?(?:scene|chapter|character|location|section|part|page|story|note|card|file|document)s?$/i
const OF_WORKS = /^(?:outline|manuscript|compendium|readme|changelog)$/i

/** It was written, read or searched, or shown by its name. */
export const isSeen = (path: string, of: Case): boolean =>
  of.request.sources.written.has(path) || refsOf(of, path).length > 0 || isShown(path, of)

const MAX_FILES = 20

/** A scene may be known from another file that was read, such as an outline. */
export async function isHeaded(phrase: string, { shelf }: Case): Promise<boolean> {
  const number = /\b(?:scene|chapter)s? \d{1,3}\b/i.exec(phrase)?.[0]
  if (number === undefined) return false
  const opened = await Promise.all(shelf.known.slice(0, MAX_FILES).map(path => shelf.open(path)))
  return opened.some(file => file.ok && findTerm(file.value.text, number) !== undefined)
}

/** A search or a listing may have shown it. */
const isShown = (path: string, { sound }: Case): boolean =>
  sound.some(({ receipt }) => outputOf(receipt).includes(path.slice(path.lastIndexOf('/') + 1)))

/** The person said so himself. */
export function isGiven(text: string, { areAsked }: Case): boolean {
  const own = contentWords(text)
  return areAsked(
    own.length > 0 ? own : (text.match(/[\p{L}\p{N}]{3,}/gu) ?? []).filter(word => !/^(?:the|your|my)$/i.test(word)),
  )
}

const mayName = anyOf([...CHANGED, ...READ, ...TELLS])
const likelyChanged = likely(CHANGED, each => each)
const likelyRead = likely(READ, each => each)

/** What is said of a file that is called by its bare name needs a receipt like what is said of its path. */
export async function judgeNamed(sentences: readonly Sentence[], of: Case): Promise<readonly EvidenceFinding[]> {
  const findings: EvidenceFinding[] = []
  for (const sentence of sentences.slice(0, MAX_SENTENCES)) {
    if (!mayName(sentence.hidden)) continue
    const told =
      (await judgeChanged(sentence, of)) ?? (await judgeRead(sentence, of)) ?? (await judgeTelling(sentence, of))
    if (told !== undefined) findings.push(told)
  }
  return findings
}

type Judged = Promise<EvidenceFinding | undefined>

const judgeChanged = (sentence: Sentence, of: Case): Judged =>
  judge(sentence, { wordings: likelyChanged(sentence.hidden), isChange: true }, of)
const judgeRead = (sentence: Sentence, of: Case): Judged =>
  judge(sentence, { wordings: likelyRead(sentence.hidden), isChange: false }, of)

type Wordings = { readonly wordings: readonly RegExp[]; readonly isChange: boolean }

async function judge({ text, hidden }: Sentence, { wordings, isChange }: Wordings, of: Case): Judged {
  for (const each of wordings) {
    const match = each.exec(hidden)
    const name = match?.groups?.['name'] ?? ''
    if (match === null || name === '' || SUPPOSED.test(hidden.slice(Math.max(0, match.index - 80), match.index)))
      continue
    const isAll = /\b(?:both|all|every|each)\b/i.test(match[0])
    const paths = await pathsNamed(name, of)
    if (paths.length === 0) continue
    const { written } = of.request.sources
    const isKnown = (path: string): boolean => written.has(path) || (!isChange && refsOf(of, path).length > 0)
    const isBacked = isAll && !isChange ? paths.every(isKnown) : paths.some(isKnown)
    if (!isBacked)
      return finding(
        text,
        'tool_claim_unbacked',
        `No receipt of this session says that ${paths[0] ?? name} was ${isChange ? 'changed' : 'read'}.`,
      )
    if (
      /\b(?:whole|entire|in full|full (?:text|file)|top to bottom|start to finish|cover to cover|completely|every line)\b/i.test(
        hidden,
      ) &&
      !isChange &&
      !(await isWhole(paths, of))
    )
      return finding(text, 'tool_claim_unbacked', `Only a part of ${paths[0] ?? name} was read in this session.`)
  }
  return undefined
}

/** By its bare name, or by that of its folder. */
async function pathsNamed(name: string, { shelf }: Case): Promise<readonly string[]> {
  const named = await shelf.named(name)
  if (named.length > 0) return named
  const all = await shelf.all()
  const small = name.toLowerCase()
  const folders = new Set([small, `${small}s`])
  return all.ok
    ? all.value.filter(path =>
        path
          .toLowerCase()
          .split('/')
          .slice(0, -1)
          .some(folder => folders.has(folder)),
      )
    : []
}

async function isWhole(paths: readonly string[], of: Case): Promise<boolean> {
  for (const path of paths) if (of.request.sources.written.has(path) || (await isReadWhole(path, of))) return true
  return false
}
