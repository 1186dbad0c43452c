/** What went wrong with a reply, in the five kinds that a conference counts (seed 001). */
export type FailureBucket = 'evidence_invalid' | 'quote_not_found' | 'tool_syntax' | 'cot_leak' | 'format_error'

export const FAILURE_BUCKETS: readonly FailureBucket[] = [
  'evidence_invalid',
  'quote_not_found',
  'tool_syntax',
  'cot_leak',
  'format_error',
]

// A map, because an object would also answer to names that every object has.
const BUCKETS: ReadonlyMap<string, FailureBucket> = new Map([
  ['tool_call_invalid_format', 'tool_syntax'],
  ['tool_call_unknown_tool', 'tool_syntax'],
  ['tool_call_invalid_args', 'tool_syntax'],
  ['tool_call_echoed', 'tool_syntax'],
  ['tool_syntax', 'tool_syntax'],
  ['tool_call_multiple', 'format_error'],
  ['tool_call_nonce_invalid', 'format_error'],
  ['tool_call_output_limit', 'format_error'],
  ['line_multiple', 'format_error'],
  ['citations_too_many', 'format_error'],
  ['quote_not_found', 'quote_not_found'],
  ['cot_leak', 'cot_leak'],
])

/** The code of a rejection, or of a claim that does not hold; whatever is not known is a matter of evidence. */
export const bucketOf = (code: string): FailureBucket => BUCKETS.get(code) ?? 'evidence_invalid'
