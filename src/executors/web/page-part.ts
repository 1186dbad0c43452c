export type PartLimits = { readonly start: number; readonly maxChars: number; readonly maxBytes: number }
export type PagePart = {
  readonly from: number
  readonly shown: string
  readonly next: number
  readonly remaining: number
}

/** So much of a text as may be shown at once; no character is cut through, and every part brings at least one. */
export function pagePart(text: string, { start, maxChars, maxBytes }: PartLimits): PagePart {
  const from = isInside(text, start) ? start - 1 : Math.min(start, text.length)
  let [at, bytes] = [from, 0]
  while (at < text.length) {
    const sign = String.fromCodePoint(text.codePointAt(at) ?? 0)
    bytes += Buffer.byteLength(sign)
    if (at > from && (at + sign.length - from > maxChars || bytes > maxBytes)) break
    at += sign.length
  }
  return { from, shown: text.slice(from, at), next: at, remaining: text.length - at }
}

/** The second half of a character. */
const isInside = (text: string, at: number): boolean =>
  at > 0 && at < text.length && (text.codePointAt(at - 1) ?? 0) > 0xffff
