const SEPARATORS = /[\s"'`;|&<>(){}[\],=$]+/
/** As far as no other command can begin; the scheme is bounded, so that no text makes the search slow. */
const URLS = /(?:\b[a-z][a-z\d+.-]{0,20}:\/\/|\bwww\.)[^\s"'`;|<>(){}$]*/gi
const URL_SHAPED = /^(?:[a-z][a-z\d+.-]*:\/\/|www\.)/i
/** An option and its value in one word, as in `-I/usr/include`. */
const OPTION = /^-+[a-z]?(?=[./~])/i
/** A backslash counts only where a path is beyond doubt: after a drive or a dot, or in a file of a source tree. */
const BACKSLASH_PATH =
  /^(?:[a-z]:|\.{1,2})\\|\\[^\\]+\.(?:rs|toml|ts|tsx|js|mjs|json|py|go|java|c|h|cpp|md|txt|yaml|yml|html|css|sh)$/i
const SENTENCE_END = /[.,:!?]$/

/**
 * The words of a text that name files: with a slash, from `./`, `../` or the root, or of a source tree. Never a URL.
 */
export function extractPaths(text: string): readonly string[] {
  const found = new Set<string>()
  for (const word of text.replace(URLS, ' ').split(SEPARATORS)) {
    const path = trimEnd(word.replace(OPTION, ''))
    if (isPath(path)) found.add(path)
  }
  return [...found]
}

export const isUrl = (text: string): boolean => URL_SHAPED.test(text)

function isPath(word: string): boolean {
  if (isUrl(word)) return false
  return word.includes('\\') && !word.includes('/')
    ? BACKSLASH_PATH.test(word)
    : word.includes('/') && !/^\/{2,}$/.test(word)
}

/** What ends the sentence is not part of the path; `..` after a slash is. */
function trimEnd(word: string): string {
  if (/(?:^|\/)\.{1,2}$/.test(word)) return word
  let end = word.length
  while (end > 0 && SENTENCE_END.test(word.slice(end - 1, end))) end--
  return word.slice(0, end)
}
