import { likely, worded } from '../../core/index.ts'
import { mergeWords } from './deed-merges.ts'
import { DEED_RULES, type DeedRule } from './deed-rules.ts'
import { DEED_WORDINGS } from './deed-wordings.ts'
import { type Tag, tagOf } from './deed-words.ts'
import { neededTags } from './needed-tags.ts'

const TOKEN = /[\p{L}\d][\p{L}\d'-]*|\u{f8ff}|["\u{e000}]+|[.,;:()!?—–…]/gu
const MAX_TOKENS = 400

type Read = { readonly words: string; readonly tags: string; readonly tokens: readonly string[] }

/** The sentence as a row of tags. Names of files are one character already, quoted words are hidden. */
function readTags(said: string): Read {
  const words = mergeWords(said)
  const tokens = (words.match(TOKEN) ?? []).slice(0, MAX_TOKENS)
  let tags = ''
  for (const token of tokens) tags += RUN.has(token.toLowerCase()) ? runTag(tags) : tagOf(token)
  return { words, tags, tokens }
}

const RUN: ReadonlySet<string> = new Set(['run', 'rerun', 're-run'])

/** "I run" is a habit, "I have run" and "was run" are deeds. */
const runTag = (before: string): Tag => (/[hB]a*$/.test(before) ? 'L' : 'l')

/** Things that others found out, and things that happen in stories. */
const HISTORY = worded(
  /\b(?:in \d{4}|centur(?:y|ies)|histor(?:y|ical)|stud(?:y|ies)|experiments?|trials?|surveys?|polls?|researchers?|scientists?|scholars?|police|doctors?|patients?|chess|elections?|jury|crew|in (?:the|a|this|that) (?:film|novel|movie|play|tale|legend|game))\b/i,
)
const HABIT = worded(
  /\b(?:novels?|stor(?:y|ies)(?!\/)|fiction|films?|movies?|plots?|hero(?:ine)?|detectives?|thrillers?|tales?|legends?|usually|typically|often|normally|generally|always|sometimes|in general|tends? to)\b/i,
)

/** Talk of what others found, in which the one who answers has no part. */
export const isHistory = (words: string): boolean => HISTORY.test(words) && !/\b(?:I|we|my|our|me|us)\b/i.test(words)

const NEEDING = DEED_RULES.map(rule => ({ rule, needs: neededTags(rule.build).map(tags => tags.split('')) }))

/** Most builds need a tag that a row does not have, and then they need not be tried. */
function likelyRules(tags: string): readonly DeedRule[] {
  const rules: DeedRule[] = []
  for (const { rule, needs } of NEEDING) if (needs.every(any => any.some(tag => tags.includes(tag)))) rules.push(rule)
  return rules
}

const likelyPlain = likely(DEED_WORDINGS, ([, wording]) => wording)

export type Deed = Pick<DeedRule, 'kind' | 'isVague'>

/** Says the sentence by its build that something was looked at or changed? Suppositions and what others did are none. */
export function findDeed(sentence: string): Deed | undefined {
  const { words, tags, tokens } = readTags(sentence)
  let vague: DeedRule | undefined
  for (const rule of likelyRules(tags)) {
    const match = rule.build.exec(tags)
    const isOfOthers = rule.isOfOthers === true
    if (match === null || isSupposed(tags, match.index, isOfOthers) || (isOfOthers && isHabit(words))) continue
    if (rule.spares?.has(tokens[match.index + match[0].length - 1]?.toLowerCase() ?? '') === true) continue
    if (rule.isVague !== true) return rule
    vague ??= rule
  }
  if (/^\W*(?:all |and )?done\W*$/i.test(words)) return { kind: 'looks', isVague: true }
  if (BARE_CHANGE.test(words)) return { kind: 'changes', isVague: true }
  const plain = /c|C/.test(tags) ? undefined : likelyPlain(words).find(([, wording]) => isPlain(words, wording))
  return plain === undefined || isHabit(words) ? vague : { kind: plain[0] }
}

const isHabit = (words: string): boolean => HABIT.test(words) || isHistory(words)

/** "Fixed!" and no more. */
const BARE_CHANGE =
  /^\W*(?:all |and |now )?(?:fixed|corrected|updated|renamed|deleted|removed|changed|replaced|moved|edited|added|applied|reverted)\W*$|^\W*(?:\p{L}{2,14},? (?:and )?)?(?:filed|stored|saved|added|moved|logged|recorded|inserted|copied|exported|appended|archived|put) (?:(?:it|them|that|this) )?(?:under|in|into|to|at|as) (?:\u{f8ff}|[\w-]+\/[\w./-]+)/iu

const DENIED =
  /\b(?:not|never|no|nor|cannot)\s(?:\w{1,12}\s){0,2}$|\b(?:should|must|would|could|can|may|might|to) be\s$/i

function isPlain(words: string, wording: RegExp): boolean {
  const at = words.search(wording)
  return at >= 0 && !DENIED.test(words.slice(Math.max(0, at - 40), at))
}

const OTHERS_WORD = /(?:^|[.,:])[^S.,:]*[cetu]:$/

/** A condition or somebody's word before it in the same clause; "had I looked"; "she would say: I looked". */
function isSupposed(tags: string, at: number, isOfOthers: boolean): boolean {
  const clause = /[^.,:]*$/.exec(tags.slice(0, at + 1))?.[0] ?? ''
  const supposed = isOfOthers ? /[cCmntu]|.q/ : /c|h(?=S$)|n[^.,:]{0,3}f$|[tu][dYp]{0,2}S$/
  return (
    supposed.test(clause) || /,u[dN]/.test(tags.slice(at)) || OTHERS_WORD.test(tags.slice(0, at + 1 - clause.length))
  )
}
