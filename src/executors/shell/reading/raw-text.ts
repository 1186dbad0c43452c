/** Syntax that is found by its characters alone, whatever a parser makes of the rest. */
export type RawPattern = { readonly pattern: string; readonly because: string; readonly found: RegExp }

export const RAW_PATTERNS: readonly RawPattern[] = [
  { pattern: '$(…)', because: 'command substitution', found: /\$\\?\n?\(/ },
  { pattern: '`…`', because: 'command substitution', found: /`/ },
  { pattern: '<(…)', because: 'process substitution', found: /<\\?\n?\(/ },
  { pattern: '>(…)', because: 'process substitution', found: />\\?\n?\(/ },
  { pattern: '<<<', because: 'a here-string', found: /<<</ },
  { pattern: '${ …; }', because: 'command substitution', found: /\$\{[\s|]/ },
]

/**
 * What is in single quotes is text for bash, and may be set aside; but only where nothing is in sight that could make quotes mean something
 * else: comments, here-documents, $'…', escapes. Otherwise the whole text counts.
 */
export function textOutsideQuotes(command: string): string {
  if (/[#\\]|<<|\$['"]/.test(command)) return command
  let outside = ''
  let quote = ''
  for (const sign of command) {
    if (quote === "'") quote = sign === "'" ? '' : quote
    else {
      if (quote === '"') quote = sign === '"' ? '' : quote
      else if (sign === "'" || sign === '"') quote = sign
      outside += sign
    }
  }
  return quote === '' ? outside : command
}
