export const MAX_REPETITIONS = 256 // a grammar gets a rule for each one, and converters refuse some thousands

const LITERAL = String.raw`[\w :,@#/=~%&;!-]|\\[.+*?()|[\]{}$^]`
// Ranges only within letters or digits: one like [A-z] would hold the backslash.
const CLASS = String.raw`\[-?(?:[a-z]-[a-z]|[A-Z]-[A-Z]|\d-\d|[\w :,@#/=~%&;!.+*?()])+-?\]`
const ATOM = `(?:${LITERAL}|${CLASS})`
const REPEAT = String.raw`(?:[*+?]|\{\d{1,4}(?:,\d{0,4})?\})?`
const GROUP = String.raw`\((?:\?:)?(?:${ATOM}${REPEAT}|\|)+\)`
const SAFE = new RegExp(`^\\^(?:(?:${ATOM}|${GROUP})${REPEAT})*\\$$`)

/**
 * Patterns that mean the same inside a grammar. A dot, a negated class or a class like \d would either be refused there
 * or let the model write a bare quote, and the reply would be no JSON at all.
 */
export function isGrammarPattern(pattern: string): boolean {
  const counts = [...pattern.matchAll(/\d+/g)].map(Number)
  return SAFE.test(pattern) && counts.every(count => count <= MAX_REPETITIONS)
}
