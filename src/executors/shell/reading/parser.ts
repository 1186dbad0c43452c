import { createRequire } from 'node:module'
import type * as unbash from 'unbash'

// Loaded with the first command.
const load: (name: 'unbash') => typeof unbash = createRequire(import.meta.url)

/** The one place that knows the parser. It may throw: nesting can be too deep for it. */
export const parseBash = (text: string): unbash.ParsedScript => load('unbash').parse(text)

export const visitChildren = (node: unbash.SyntaxNode, visit: (child: unbash.SyntaxNode) => void): void =>
  load('unbash').forEachChild(node, visit)
