const isWordCode = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 95

const [HYPHEN, BACKSLASH, PERCENT, LETTER_U, LETTER_X, LETTER_M] = [45, 92, 37, 117, 120, 109]
const BLOB_LENGTH = 24
// oxlint-disable-next-line no-control-regex -- terminals begin their codes with this character
const COLOUR = /(?:\u001b|\\(?:x1b|u001b|033|e))\[[0-9;]{0,8}m$/i

/** Does a word begin here? What stands before may be the end of an escape: `%3D`, `\u003d` or a colour code. */
export function opensWord(text: string, start: number): boolean {
  const code = start === 0 ? HYPHEN : text.charCodeAt(start - 1)
  if (code === HYPHEN) return !isInBlob(text, start)
  if (!isWordCode(code)) return true
  const before = (distance: number): number => text.charCodeAt(start - distance)
  if (before(3) === PERCENT) return true
  if ((before(4) === BACKSLASH && before(3) === LETTER_X) || (before(6) === BACKSLASH && before(5) === LETTER_U))
    return true
  return code === LETTER_M && COLOUR.test(text.slice(Math.max(0, start - 12), start))
}

/** In base64 for URLs a hyphen is a digit like any other. */
function isInBlob(text: string, start: number): boolean {
  let from = start - 1
  while (
    from >= 0 &&
    start - from <= BLOB_LENGTH &&
    (isWordCode(text.charCodeAt(from)) || text.charCodeAt(from) === HYPHEN)
  )
    from--
  return start - from > BLOB_LENGTH
}
