type Escape = { readonly text: string; readonly length: number; readonly note?: string }

const SIMPLE: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ['\\', '\\'],
  ['/', '/'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
])
const HEX = /\\u([0-9a-fA-F]{4})|\\x([0-9a-fA-F]{2})/y

/** One escape at `at`. What JSON does not know keeps its backslash, as in Python; only markdown's `\_` and `\'` lose it. */
export function readEscape(text: string, at: number): Escape {
  const next = text.charAt(at + 1)
  const simple = SIMPLE.get(next)
  if (simple !== undefined) return { text: simple, length: 2 }
  if (next === "'") return { text: "'", length: 2, note: 'loose_escapes' }
  if (next === '_') return { text: '_', length: 2, note: 'unescape_markdown' }
  HEX.lastIndex = at
  const hex = HEX.exec(text)
  if (hex !== null) return { text: String.fromCharCode(Number.parseInt(hex[1] ?? hex[2] ?? '', 16)), length: hex[0].length }
  return { text: '\\', length: 1, note: 'loose_escapes' }
}
