/** A liberty that was taken to read a call. It stands on the call, so that nobody has to guess what was changed. */
export type Fixup =
  | 'strip_fence'
  | 'amid_prose'
  | 'name_at_sentence_end'
  | 'single_quotes'
  | 'smart_quotes'
  | 'python_literals'
  | 'unquoted_keys'
  | 'trailing_comma'
  | 'missing_comma'
  | 'comments'
  | 'arrows'
  | 'bare_words'
  | 'raw_newlines'
  | 'loose_escapes'
  | 'inner_apostrophe'
  | 'unescape_markdown'
  | 'quoted_name'
  | 'quoted_call'
  | 'plain_lines'
  | 'html_entities'
  | 'expression'
  | 'stray_brackets'
  | 'dependent_call_left'
  | 'text_in_list'
  | 'arguments_string'
  | 'null_arguments'
  | 'stray_arguments'
  | 'repeated_arguments'
  | 'outer_keys_ignored'
  | 'flat_arguments'
  | 'wrapped_arguments'
  | 'positional_arguments'
  | 'dict_argument'
  | 'null_is_absent'
  | 'enum_spelling'
  | 'string_to_number'
  | 'string_to_boolean'
  | 'string_to_json'
  | 'number_to_string'
  | 'scalar_to_list'

/** What each one did, in a sentence for people. */
export const FIXUPS: Readonly<Record<Fixup, string>> = {
  strip_fence: 'The call stood in a markdown fence.',
  amid_prose: 'The call stood in the middle of a sentence.',
  name_at_sentence_end: "The tool's name stuck to the sentence before it.",
  single_quotes: 'Strings stood in single quotes.',
  smart_quotes: 'Strings stood in typographic quotes.',
  python_literals: 'Python values (True, None, tuples, 1_000) where JSON was meant.',
  unquoted_keys: 'Keys without quotes.',
  trailing_comma: 'A comma before a closing bracket.',
  missing_comma: 'The comma between two lines of an object or list was missing.',
  comments: 'Comments between the values.',
  arrows: 'Keys and values were joined by =>.',
  bare_words: 'A text without quotes was taken as a string.',
  raw_newlines: 'Line breaks or tabs stood unescaped in a string.',
  loose_escapes: 'An escape that JSON does not know; its backslash was kept, as in Python.',
  inner_apostrophe: "An apostrophe inside a single-quoted sentence, as in 'It's late'.",
  unescape_markdown: 'Markdown stood in a name: escaped underscores, or bold type.',
  quoted_name: "The function's name stood in quotes.",
  quoted_call: 'The whole call stood in a string.',
  plain_lines: 'Keys and values stood in plain lines, without brackets around them.',
  html_entities: 'The whole reply was escaped for HTML.',
  expression: 'The calls were part of an expression; only the calls were read.',
  stray_brackets: 'A bracket around complete calls was missing or too many.',
  dependent_call_left: "A later call needs this one's result and was left for the next step.",
  text_in_list: 'A remark among the calls was passed over.',
  arguments_string: 'The arguments came as JSON inside a string.',
  null_arguments: 'Missing or empty arguments were read as none.',
  stray_arguments: 'An argument stood beside the others instead of among them.',
  repeated_arguments: 'The arguments were written again, or after an empty object.',
  outer_keys_ignored: 'Keys beside name and arguments that say nothing about the call.',
  flat_arguments: "The arguments stood beside the tool's name.",
  wrapped_arguments: 'The arguments were wrapped once more.',
  positional_arguments: 'Values without names were taken in the order of the schema.',
  dict_argument: 'All arguments came as one dictionary.',
  null_is_absent: 'null for an optional argument was taken as leaving it out.',
  enum_spelling: 'An allowed value in other case or with other separators.',
  string_to_number: 'A number was written as a string.',
  string_to_boolean: 'true or false was written as a string.',
  string_to_json: 'A list or object was written as a string.',
  number_to_string: 'A string was written as a whole number.',
  scalar_to_list: 'A single value where a list is wanted.',
}

export const isFixup = (name: string): name is Fixup => Object.hasOwn(FIXUPS, name)
