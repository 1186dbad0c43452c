import { NONCE_PLACEHOLDER, type TextProfile } from './example-call.ts'
import { type Prompt, fillTemplate, makeTemplate } from './prompt.ts'

/** What changes from step to step comes last: servers reuse the unchanged start, and small models act on the end. */
const STRICT = makeTemplate(
  'strict-protocol',
  `Tool Call Protocol (STRICT JSON ONLY)
To call a tool, reply with one JSON object and nothing else, written like the examples:
{"tool":"<tool>","args":{"<argument>":"<value>"},"nonce":"${NONCE_PLACEHOLDER}"}
- Replace ${NONCE_PLACEHOLDER} with the value of TOOL_NONCE below. Use it nowhere else.
- No text before or after, no markdown, no second object, no other keys.
- Only tools and arguments listed above. One call per reply.
{{optional}}- To answer without a tool, write plain text without JSON.
TOOL_NONCE: {{nonce}}
TOOL_CALL_REQUIRED: {{required}}`,
)

const LENIENT = makeTemplate(
  'lenient-protocol',
  `How to reply: A or B, never both.
A) To call a tool: one JSON object and nothing else, written like the examples:
{"type":"tool_call","name":"<tool>","args":{"<argument>":"<value>"}}
No text around it, no markdown, no other keys. Only tools and arguments listed above. One call per reply.
B) Otherwise: a plain message without JSON.`,
)

const LENIENT_REQUIRED = makeTemplate(
  'lenient-protocol-required',
  `How to reply: call a tool. Write one JSON object and nothing else, like the examples:
{"type":"tool_call","name":"<tool>","args":{"<argument>":"<value>"}}
No text around it, no markdown, no other keys. Only tools and arguments listed above. One call per reply.`,
)

export type ProtocolRequest = { readonly required: boolean } & (
  | { readonly profile: 'strict'; readonly nonce: string }
  | { readonly profile: Exclude<TextProfile, 'strict'> }
)

/** How a reply must be written. Stands after the catalog and the message. */
export function protocolSection(request: ProtocolRequest): Prompt {
  if (request.profile !== 'strict') return fillTemplate(request.required ? LENIENT_REQUIRED : LENIENT, {})
  return fillTemplate(STRICT, {
    nonce: request.nonce,
    required: request.required ? 'true' : undefined,
    optional: request.required ? undefined : '',
  })
}
