import { type Prompt, fillTemplate, makeTemplate } from './prompt.ts'

const NEXT = makeTemplate(
  'lenient-next',
  `Now either call one more tool, in the same form as before, or answer the person in plain text without JSON.
Tool steps remaining: {{remaining}}`,
)

/** What stands after a tool result where prose is a legal answer. */
export const nextSection = ({ stepsRemaining }: { readonly stepsRemaining: number }): Prompt =>
  fillTemplate(NEXT, { remaining: String(stepsRemaining) })

const SAME_AGAIN = makeTemplate(
  'second-reading',
  `Your last reply was not written as agreed, and what it asks for changes something, so it is not run yet.
If you meant a tool call, send that call once more, the same tool and the same arguments, as one JSON object and \
nothing else:
{"type":"tool_call","name":"<tool>","args":{"<argument>":"<value>"}}`,
)

/** Asks for the same call again without showing how it was read: only the same call from the model confirms it. */
export const secondReadingSection = (): Prompt => fillTemplate(SAME_AGAIN, {})

const EMPTY = makeTemplate('empty-reply', 'Your last reply was empty. Answer the person, or call a tool.')

export const emptyReplySection = (): Prompt => fillTemplate(EMPTY, {})
