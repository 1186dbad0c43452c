/**
 * Characters that a screen hides or reorders: controls except line break and tab, direction marks, invisible spaces,
 * tags.
 */
const CONTROLS = String.raw`\u0000-\u0008\u000b-\u001f\u007f-\u009f`
const FILLERS_AND_SELECTORS = String.raw`\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\uffa0`
const DIRECTIONS_AND_SPACES = String.raw`\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb`
const TAGS = String.raw`\u{e0000}-\u{e0fff}`
const UNSEEN = new RegExp(`[${CONTROLS}${FILLERS_AND_SELECTORS}${DIRECTIONS_AND_SPACES}${TAGS}]`, 'gu')

/** Makes them visible to readers. The page inserts text as text anyway, so this is not about markup. */
export function visible(text: string): string {
  return text.replaceAll(UNSEEN, sign)
}

function sign(character: string): string {
  const code = character.codePointAt(0) ?? 0
  if (code === 0x7f) return '\u2421'
  if (code < 0x20) return String.fromCodePoint(0x2400 + code)
  return `\u27e8U+${code.toString(16).toUpperCase().padStart(4, '0')}\u27e9`
}
