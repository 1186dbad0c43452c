import { longPattern } from '../core/index.ts'
import { outerParts } from './reading/tokens.ts'

const REQUIRED: readonly RegExp[] = [
  /\b(?:use|call|invoke|run|start with) (?:the |a |an )?[`"']?[\w-]+[`"']? tool\b/,
  /\b(?:use|call|invoke) (?:one of )?(?:the |your |a )?tools?\b/,
  longPattern()`
    \b(?:only|just|nothing but|exactly) (?:with )?(?:the |a |one |a single )?(?:json )?(?:tool[ -]call
    |function[ -]call)\b
  `,
  /\b(?:exactly|only|just) (?:one|a single|1|the) json object\b/,
  // Of other things one must use, a tool has an underscore in its name.
  /\byou (?:must|have to|need to|are required to) (?:first )?(?:use|call|invoke) (?:the )?[`"']?[a-z]+(?:_[a-z]+)+\b/,
  /\b(?:a )?tool call is required\b/,
]
const NOT_REQUIRED = longPattern()`
    \b(?:do not|don't|dont|never|without|no need to|not to|cannot|can't|avoid) (?:\w+ )?(?:us(?:e|ing)|call(?:ing)?
    |invok(?:e|ing))\b|\bhow (?:do|can|to)\b|\bwhat\b
  `

/**
 * Whether a prompt insists on a call, told by its words (seed 001). It is a guess: whoever knows says so with
 * `requireTool`, which wins. A sentence that says not to, or that only asks, counts for nothing.
 */
export function requiresTool(text: string): boolean {
  const read = outerParts(text).toLowerCase()
  const sentences = read.replaceAll('’', "'").split(/[.!?\n;]+/)
  return sentences.some(sentence => !NOT_REQUIRED.test(sentence) && REQUIRED.some(phrase => phrase.test(sentence)))
}
