import * as char from './characters.ts'

/** Tags whose content is the model's thinking, in <…> or […]. */
const REASONING = new Set([
  'think',
  'thinking',
  'thought',
  'thoughts',
  'reasoning',
  'reflection',
  'scratch_pad',
  'scratchpad',
])

/**
 * Words for the tag around a call: `<tool_call>`, `<execute_tool>`, `<functioncall>`; in brackets only the known ones.
 */
const CALL_TAG = /^(?:[a-z]+_){0,2}(?:tool|function)s?(?:_?(?:calls?|use|code|request))?$|^(?:invoke|action|calls?)$/
const CALL_MARKERS = new Set([
  '[tool_calls]',
  '[/tool_calls]',
  '[tool_call]',
  '[tool_request]',
  '[end_tool_request]',
  '[args]',
])

/** Tags whose content some tool said: data, whatever it looks like. */
const RESULTS = new Set(
  'tool_response tool_result tool_results function_response function_result observation output result response'.split(
    ' ',
  ),
)

/** Tags whose content is the value of an argument, as it stands; they may hold any text. */
const VALUES = new Set(['parameter', 'param', 'arg', 'arg_value', 'argument'])

/** Tags whose content is one word. */
const WORDS = new Set(['arg_key', 'name', 'tool_name', 'function_name', 'server_name'])

/** The tag that begins one call; the tags of several end in an s. */
const STARTS = /^(?:invoke|(?:[a-z]+_){0,2}(?:function|tool)(?:_call|_use)?)$/
const NAME_ATTRIBUTE = /\sname\s*=\s*["']?([^"'>\s/]+)/
const SHORT_NAME = /^<[\w:]+\s*=\s*["']?([^"'>\s/]+)/ // <function=f>

/** Tags that hold calls; outside a string they end whatever was being read. */
const FRAMES = new Set(
  (
    'tool_call tool_calls toolcall function_call function_calls functioncall tool_use use_tool tool tools invoke ' +
    'function functions action ' +
    'tool_code call arguments args parameters answer response tool_response final_answer output'
  ).split(' '),
)

/**
 * `</think>` → `/think`, `<function=f>` → `function`, `<|python_tag|>` → `|python_tag|`, `[TOOL_CALLS]` →
 * `[tool_calls]`.
 */
export function tagName(tag: string): string {
  if (tag.startsWith('[')) return reasoningMarker(tag.slice(1, -1)) ?? tag.toLowerCase()
  const isEnd = tag.charCodeAt(1) === char.SLASH
  let start = isEnd ? 2 : 1
  let end = start
  for (; end < tag.length - 1; end++) {
    const code = tag.charCodeAt(end)
    if (code === char.EQUALS || code === char.SLASH || code <= char.SPACE) break
    if (code === char.COLON) start = end + 1 // <vendor:tool_call>
  }
  const name = tag
    .slice(start, end)
    .toLowerCase()
    .replace(/^[|｜]\w+[|｜](?=\w)/, '') // <｜DSML｜invoke …>
  return isEnd ? `/${name}` : name
}

const reasoningMarker = (inner: string): string | undefined => {
  const name = inner.toLowerCase()
  return isReasoning(name) || isReasoningEnd(name) ? name : undefined
}

/** Tokens that end what a model says: they say nothing about what stands before them. */
export const isEndToken = (name: string): boolean => END_TOKEN.test(name)
const END_TOKEN = /^\/?(?:s|eos|bot_end|im_end|end|end_of_(?:turn|text|sentence)|end_code)$/

export const isReasoning = (name: string): boolean => REASONING.has(name)
export const isReasoningEnd = (name: string): boolean => name.startsWith('/') && REASONING.has(name.slice(1))
export const isResult = (name: string): boolean => RESULTS.has(name)
export const isValueTag = (name: string): boolean => VALUES.has(name)
export const isRaw = (name: string): boolean => VALUES.has(name) || WORDS.has(name)
export const startsCall = (name: string): boolean => STARTS.test(name)

/** Some part of some call's writing: an argument, the end of a call or of what is around it, a special token. */
export const isCallPart = (name: string): boolean => {
  const bare = name.startsWith('/') ? name.slice(1) : name
  return isRaw(bare) || FRAMES.has(bare) || isCallTag(name) || startsCall(bare) || isEndToken(name)
}

/** `f` in `<invoke name="f">` and `<function=f>`. */
export const nameAttribute = (tag: string): string | undefined =>
  (NAME_ATTRIBUTE.exec(tag) ?? SHORT_NAME.exec(tag))?.[1]
export const isShortTag = (tag: string): boolean => !NAME_ATTRIBUTE.test(tag) && SHORT_NAME.test(tag)

/** Tags and tokens that models put around calls; a word in square brackets is one only if families use it. */
export const isCallTag = (name: string): boolean =>
  CALL_TAG.test(name.startsWith('/') ? name.slice(1) : name) || CALL_MARKERS.has(name) || isSpecialToken(name)

/** A tag or token behind which a family writes the name of a tool. */
export const isCallToken = (name: string): boolean =>
  CALL_TAG.test(name) || CALL_MARKERS.has(name) || CALL_TOKEN.test(name)
const CALL_TOKEN = /^[|｜](?:tool|function)[_▁](?:calls?[_▁]begin|call|sep)[|｜]$/

/** Does this tag end a bracket that is still open? Special tokens and frames do; `<b>` in a broken list does not. */
export const cutsBrackets = (name: string): boolean => {
  const bare = name.startsWith('/') ? name.slice(1) : name
  return FRAMES.has(bare) || REASONING.has(bare) || (isSpecialToken(name) && name !== QUOTE_TOKEN)
}

const QUOTE_TOKEN = '|"|' // one family puts it where others put quotes

export const isSpecialToken = (name: string): boolean => name.startsWith('|') || name.startsWith('｜')
