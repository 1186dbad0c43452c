import type { Fixup } from '../../core/index.ts'

/** Liberties taken while reading, as bits: a reader takes thousands a second, and most take none. */
export type Notes = number

const NAMES = [
  'single_quotes',
  'smart_quotes',
  'python_literals',
  'unquoted_keys',
  'trailing_comma',
  'comments',
  'bare_words',
  'raw_newlines',
  'loose_escapes',
  'unescape_markdown',
  'quoted_name',
  'expression',
  'stray_brackets',
  'dependent_call_left',
  'inner_apostrophe',
  'text_in_list',
  'arrows',
  'missing_comma',
] as const satisfies readonly Fixup[]

const bit = (name: (typeof NAMES)[number]): Notes => 1 << NAMES.indexOf(name)

export const SINGLE_QUOTES: Notes = bit('single_quotes')
export const SMART_QUOTES: Notes = bit('smart_quotes')
export const PYTHON_LITERALS: Notes = bit('python_literals')
export const UNQUOTED_KEYS: Notes = bit('unquoted_keys')
export const TRAILING_COMMA: Notes = bit('trailing_comma')
export const COMMENTS: Notes = bit('comments')
export const BARE_WORDS: Notes = bit('bare_words')
export const RAW_NEWLINES: Notes = bit('raw_newlines')
export const LOOSE_ESCAPES: Notes = bit('loose_escapes')
export const UNESCAPE_MARKDOWN: Notes = bit('unescape_markdown')
export const QUOTED_NAME: Notes = bit('quoted_name')
export const EXPRESSION: Notes = bit('expression')
export const STRAY_BRACKETS: Notes = bit('stray_brackets')
export const DEPENDENT_CALL_LEFT: Notes = bit('dependent_call_left')
export const INNER_APOSTROPHE: Notes = bit('inner_apostrophe')
export const TEXT_IN_LIST: Notes = bit('text_in_list')
export const ARROWS: Notes = bit('arrows')
export const MISSING_COMMA: Notes = bit('missing_comma')

/** In Python these are how one writes, not slips. */
export const NATURAL_IN_PYTHON: Notes = SINGLE_QUOTES | PYTHON_LITERALS | TRAILING_COMMA | UNQUOTED_KEYS | COMMENTS

const NONE: readonly Fixup[] = []

/** The names of fixups, as they stand on a call. */
export const noteNames = (notes: Notes): readonly Fixup[] =>
  notes === 0 ? NONE : NAMES.filter(name => (notes & bit(name)) !== 0)
