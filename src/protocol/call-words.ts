const CALL_WORDS = /\b(?:tool_calls?|function_calls?)\b/
const NAME_KEY = /["'](?:name|tool|function_name|tool_name)["']\s*:/
const ARGUMENTS_KEY = /["'](?:arguments|parameters|args)["']\s*:/

/** Does JSON-like text have the keys of a call? */
export const hasCallWords = (text: string): boolean =>
  CALL_WORDS.test(text) || (NAME_KEY.test(text) && ARGUMENTS_KEY.test(text))
