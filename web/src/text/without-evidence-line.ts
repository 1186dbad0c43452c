const LINE = /(?:^|\n)[ \t]*(?:[#>*_-]+[ \t]*)*Evidence(?:[*_]+)?[ \t]*:[^\n]*\s*$/i

/** An answer without its last line of evidence, which is shown as chips instead; one that is nothing else stays whole. */
export function withoutEvidenceLine(answer: string): string {
  const rest = answer.replace(LINE, '').trimEnd()
  return rest === '' ? answer : rest
}
