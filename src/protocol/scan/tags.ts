/** Tags whose content is the model's thinking, in <…> or […]. */
const REASONING = new Set(['think', 'thinking', 'thought', 'thoughts', 'reasoning', 'reflection', 'scratch_pad', 'scratchpad'])

/** Tags whose content is one value, taken as it stands. */
const RAW = new Set(['parameter', 'param', 'arg', 'arg_key', 'arg_value', 'argument', 'name', 'tool_name', 'function_name'])

/** Tags that hold calls; outside a string they end whatever was being read. */
const FRAMES = new Set(
  (
    'tool_call tool_calls toolcall function_call function_calls functioncall tool_use tool tools invoke function functions action ' +
    'tool_code call arguments args parameters answer start_function_call end_function_call response tool_response final_answer output'
  ).split(' '),
)

/** `</think>` → `/think`, `<function=f>` → `function`, `<|python_tag|>` → `|python_tag|`, `[TOOL_CALLS]` → `[tool_calls]`. */
export function tagName(tag: string): string {
  const inner = tag.slice(1, -1)
  if (tag.startsWith('[')) return reasoningMarker(inner) ?? `[${inner.toLowerCase()}]`
  const start = inner.startsWith('/') ? 1 : 0
  const end = inner.slice(start).search(/[\s=]/)
  const name = (end < 0 ? inner : inner.slice(0, start + end)).toLowerCase()
  const colon = name.indexOf(':') // <vendor:tool_call>
  const bare = colon < 0 ? name : (start ? '/' : '') + name.slice(colon + 1)
  return bare.endsWith('/') && bare.length > 1 ? bare.slice(0, -1) : bare
}

const reasoningMarker = (inner: string): string | undefined => {
  const name = inner.toLowerCase()
  return isReasoning(name) || isReasoningEnd(name) ? name : undefined
}

export const isReasoning = (name: string): boolean => REASONING.has(name)
export const isReasoningEnd = (name: string): boolean => name.startsWith('/') && REASONING.has(name.slice(1))
export const isRaw = (name: string): boolean => RAW.has(name)

/** Does this tag end a bracket that is still open? Special tokens and frames do; `<b>` in a broken list does not. */
export const cutsBrackets = (name: string): boolean => {
  const bare = name.startsWith('/') ? name.slice(1) : name
  return FRAMES.has(bare) || REASONING.has(bare) || isSpecialToken(name)
}

export const isSpecialToken = (name: string): boolean => name.startsWith('|') || name.startsWith('｜')
