import { worded } from '../../core/index.ts'
/** Openings in which a model talks to itself; the weaker ones count only if they go on with what it is about to do. */
const PLAIN = worded(
  /^(?:we (?:need|have) to\b|we must\b|we should\b|i need to\b(?![^.\n]{0,80}\bbefore I (?:can|could)\b)|i (?:should|must) (?:first|now|find|look|check|search|read|call|use|answer|respond|think)\b|plan:|step 1\b|(?:thought|thinking|reasoning|analysis|scratchpad)s?:|let me think\b|(?:ok(?:ay)?|alright|hmm+|so)[,.]? (?:so )?(?:the user|i need|we need|let me|let's|i should|first)|the user (?:is asking|asks|asked|wants|wanted|needs|said|would like|has asked))/i,
)
const DOING =
  '(?:check|look|search|read|find|see|think|start|begin|call|use|open|go|try|get|identify|analy[sz]e|examine|figure|break|determine|list|run|scan|verify|consider|recall|review|note|take|pull|grab|fetch|quickly)'
const WEAK = new RegExp(
  `^(?:let['’]?s|let us|i will|i['’]ll|first,?(?: i| we)?(?: will| need to| should| must|['’]ll)?|now,? (?:i|we)(?: will|['’]ll)|let me)(?: first| now| then| also)? ${DOING}\\b`,
  'i',
)
const TAGS = /<\/?(?:think|thinking|thought|reasoning|analysis)>|\[\/?(?:think|thinking|thought)\]|<\|channel\|>/i
/** "Let's go through the options: …" is said to the person. */
const GOES_THROUGH = worded(
  /^let['’]?s (?:go|look|run|walk) (?:through|at|over) (?:the |your |our |some )?(?:\w+ )?(?:options|points|possibilities|arguments|choices|alternatives|list|ideas)\b|^[^.!?:\n]{3,60}\byour (?:\w+ )?(?:questions?|points|concerns?|requests?)\b/i,
)
const CONDITION = /\b(?:once|if|when|as soon as|unless|after you|until)\b/i
const ASKS_FOR_ACCESS = /\brequest(?:ing)?\b|\baccess\b|ACCESS_REQUEST/i

/** Does the reply begin with the model's own deliberation, or hold the marks of it? */
export function leaksReasoning(reply: string): boolean {
  if (TAGS.test(reply)) return true
  const opening = /\S[^\n]{0,300}/.exec(reply)?.[0].replace(/^[*_#>\s-]{1,8}/, '') ?? ''
  const deliberates =
    PLAIN.test(opening) || (WEAK.test(opening) && !CONDITION.test(opening) && isPreface(opening, reply))
  return (
    deliberates && !ASKS_FOR_ACCESS.test(opening) && !reply.includes('ACCESS_REQUEST') && !GOES_THROUGH.test(opening)
  )
}

/** A promise alone is an answer, if not much of one; with something behind it, it was thinking aloud. */
const isPreface = (opening: string, reply: string): boolean =>
  /[.!:…]\s+\S/.test(opening) || reply.trim().length > opening.length + 10

const CALL_TAGS =
  /<\/?(?:tool_call|tool_use|function_call|invoke|function=|tool_code)\b|\[\/?TOOL_CALLS?\]|<\|(?:python_tag|tool_call\w{0,12})\|>|<｜tool/i
const NAMED = /"(?:tool|tool_name|function|function_name|name|action)"\s{0,4}:\s{0,4}"([\w.-]{1,80})"/gi
const ARGUMENTS = /"(?:args|arguments|parameters|input|tool_input|action_input|nonce)"\s{0,4}:/i
const REACT = /^\s{0,3}(?:Action|Tool)(?: Input)?:\s{0,3}`?([\w.-]{1,80})`?\s{0,3}(?:\(|$)/gim
const CALLED = /^[ \t>`*-]{0,6}(?:print\(|await |CALL |call )?([\w.-]{2,80})[ \t]?[({]/gm

/** Every call that is not told by its tags has one of these; most answers have none. */
const MAY_CALL = /[{("]|^\s{0,3}(?:Action|Tool)/im

const plainName = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[.\-\s]/g, '_')
    .replace(/^.{0,40}functions_/, '')

/** Does the reply write a call instead of an answer? Naming a tool in a sentence is none. */
export function writesCall(reply: string, toolNames: readonly string[]): boolean {
  if (CALL_TAGS.test(reply)) return true
  if (!MAY_CALL.test(reply)) return false
  const names = new Set(toolNames.map(plainName))
  const isTool = (name: string | undefined): boolean => name !== undefined && names.has(plainName(name))
  if (/^\s*(?:`{3,}\w{0,12}\s+)?\{/.test(reply) && /"(?:tool|tool_name|function_name)"\s{0,4}:/.test(reply)) return true
  for (const match of reply.matchAll(NAMED)) {
    if (
      isTool(match[1]) ||
      (ARGUMENTS.test(reply.slice(match.index, match.index + 400)) &&
        /"(?:tool|tool_name|function|function_name)"/i.test(match[0]))
    )
      return true
  }
  return [...reply.matchAll(REACT), ...reply.matchAll(CALLED)].some(match => isTool(match[1]))
}

const ABSTAINS = /^[\s*_`"'.![(]{0,8}ABSTAIN[\s*_`"'.!\])]{0,8}$/

/** Nothing to add from this role: the word alone. */
export const abstains = (reply: string): boolean => reply.length < 40 && ABSTAINS.test(reply)
