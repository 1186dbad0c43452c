const MARKS = /["<>]/
const ENTITY = /&(amp|lt|gt|quot|apos|#34|#39|#x27|#x22);/g
const QUOTES_OR_TAGS = /&(?:quot|#34|#x22|lt);/
const TEXTS: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  '#34': '"',
  '#39': "'",
  '#x27': "'",
  '#x22': '"',
}

/** A reply that was escaped for HTML on its way, all of it: it has entities, and none of the characters that they stand for. */
export const unescapeReply = (raw: string): string | undefined =>
  !QUOTES_OR_TAGS.test(raw) || MARKS.test(raw) ? undefined : raw.replace(ENTITY, (_, name: string) => TEXTS[name] ?? '')
