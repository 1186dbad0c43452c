import type { Fixup } from '../core/index.ts'

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

const BOLD_NAME = /(\*\*|`)([\w.-]{1,64})\1(?=\s?\()/g

/** The same reply without something that was put over it, and the name of what that was. */
export type OtherWriting = { readonly text: string; readonly fixup: Fixup }

/** How a reply in which nothing was found may have looked before a server or a habit changed all of it. */
export const otherWritings = (raw: string): readonly OtherWriting[] =>
  [unescaped(raw), unquoted(raw), unadorned(raw)].filter(writing => writing !== undefined)

/** Escaped for HTML on its way, all of it: it has entities, and none of the characters that they stand for. */
const unescaped = (raw: string): OtherWriting | undefined =>
  !raw.includes('&') || !QUOTES_OR_TAGS.test(raw) || MARKS.test(raw)
    ? undefined
    : { text: raw.replace(ENTITY, (_, name: string) => TEXTS[name] ?? ''), fixup: 'html_entities' }

/** All of it as one JSON string. */
function unquoted(raw: string): OtherWriting | undefined {
  const whole = raw.trim()
  if (!whole.startsWith('"') || !whole.endsWith('"') || !whole.includes('\\"')) return undefined
  try {
    const text: unknown = JSON.parse(whole)
    return typeof text === 'string' ? { text, fixup: 'quoted_call' } : undefined
  } catch {
    return undefined
  }
}

/** `**f**(…)`: the name in bold or as code, and the bracket outside. */
const unadorned = (raw: string): OtherWriting | undefined => {
  const text = raw.includes('(') ? raw.replace(BOLD_NAME, '$2') : raw
  return text === raw ? undefined : { text, fixup: 'unescape_markdown' }
}
