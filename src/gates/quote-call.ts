import {
  type Json,
  type Proposal,
  type ToolCall,
  type Verdict,
  canonicalJson,
  fault,
  isJsonList,
  isJsonObject,
} from '../core/index.ts'
import { fence } from './fence.ts'
import { keyWords } from './key-words.ts'

/** The call as a judge sees it: quoted, and whole or not at all, since what was cut off could be the point. */
export function quoteCall({ tool, args }: ToolCall, maxChars: number): string | undefined {
  const shown = canonicalJson({ tool: tool.name, arguments: hideSecrets(args) })
  return shown.length > maxChars ? undefined : fence(shown)
}

/** Too long for the judge: a person decides, or the call is refused where nobody may be asked. */
export function askInstead({ call, assessment }: Proposal, judge: string): Verdict {
  const reason = `The arguments are too long for ${judge} to see them whole.`
  if (call.origin.phase === 'Autonomous') return { kind: 'deny', fault: fault('policy_blocked', reason) }
  return { kind: 'ask', question: { reason, summary: assessment.summary } }
}

const SECRET_WORDS =
  /^(?:pass(?:word|wd|phrase|code)?|pwd|secrets?|tokens?|credentials?|auth|authorization|apikey|cookies?)$/
const SECRET_PAIRS = /\b(?:api|private|access|secret|signing|encryption) keys?\b/

/**
 * Replaces the value of a secret-sounding key by its length: a judge needs to know that it is there, not what it is.
 */
export function hideSecrets(value: Json): Json {
  if (isJsonList(value)) return value.map(hideSecrets)
  if (!isJsonObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, isSecretKey(key) ? hide(member) : hideSecrets(member)]),
  )
}

function hide(value: Json): Json {
  if (typeof value === 'string') return `[hidden, ${value.length} characters]`
  return typeof value === 'object' && value !== null ? `[hidden, ${JSON.stringify(value).length} characters]` : value
}

function isSecretKey(key: string): boolean {
  const words = keyWords(key)
  return words.some(word => SECRET_WORDS.test(word)) || SECRET_PAIRS.test(words.join(' '))
}
