/**
 * Characters that a screen hides or reorders: controls except line break and tab, direction marks, invisible spaces,
 * tags.
 */
const UNSEEN =
  // oxlint-disable-next-line no-control-regex -- finding them is the purpose
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]|[\u{e0000}-\u{e0fff}]/gu

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
