const LINE = /(?:^|\n)[ \t]*(?:[#>*_-]+[ \t]*)*Evidence(?:[*_]+)?[ \t]*:[^\n]*\s*$/i

/** An answer without its Evidence line, which is shown as chips; an answer that is only that line stays whole. */
export function withoutEvidenceLine(answer: string): string {
  const rest = answer.replace(LINE, '').trimEnd()
  return rest === '' ? answer : rest
}
