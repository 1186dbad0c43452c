import type { SyntaxNode, Word } from 'unbash'
import { visitChildren } from './parser.ts'
import { type PlainWord, type Variables, isUnclear, readWord } from './plain-word.ts'

/** Every value that a variable gets anywhere in the line; which of them counts at a command is left open. */
export type VariableValues = ReadonlyMap<string, readonly PlainWord[]>

export function variableValues(root: SyntaxNode): VariableValues {
  const values = new Map<string, PlainWord[]>()
  const open: SyntaxNode[] = [root]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    for (const [name, word] of settings(node)) {
      const read = readWord(word)
      if (isUnclear(read)) continue
      const known = values.get(name)
      if (known) known.push(read)
      else values.set(name, [read])
    }
    visitChildren(node, child => void open.push(child))
  }
  return values
}

function settings(node: SyntaxNode): readonly (readonly [name: string, word: Word])[] {
  if (node.type === 'For') return (node.wordlist ?? []).map(word => [node.name.text, word] as const)
  if (node.type !== 'Command') return []
  return node.prefix.flatMap(part =>
    part.type === 'Assignment' && part.value.type === 'Word' ? [[part.name, part.value] as const] : [],
  )
}

/** How much text is judged with variables filled in, in all. */
export type ExpansionBudget = { left: number }

/** The words of a command with every combination of its variables' values. Undefined: there are too many. */
export function* choicesOf(
  words: readonly Word[],
  values: VariableValues,
  budget: ExpansionBudget,
): Generator<readonly string[] | undefined> {
  const names = [
    ...new Set(words.flatMap(({ text }) => Array.from(text.matchAll(/\$\{?(\w+)/g), found => found[1] ?? ''))),
  ]
  const known = names.flatMap(name => (values.has(name) ? [[name, values.get(name) ?? []] as const] : []))
  if (known.length === 0) return
  const total = known.reduce((product, [, each]) => product * each.length, 1)
  for (let choice = 0; choice < total; choice++) {
    const variables = pick(known, choice)
    const chosen = words.flatMap(word => expand(word, variables))
    budget.left -= known.length + chosen.reduce((sum, { length }) => sum + length + 1, 0)
    yield budget.left < 0 ? undefined : chosen
  }
}

function pick(known: readonly (readonly [string, readonly PlainWord[]])[], choice: number): Variables {
  const picked = new Map<string, PlainWord>()
  let rest = choice
  for (const [name, each] of known) {
    const value = each[rest % each.length]
    if (value) picked.set(name, value)
    rest = Math.floor(rest / each.length)
  }
  return picked
}

/** Without quotes a value becomes as many words as it holds. */
function expand(word: Word, variables: Variables): readonly string[] {
  const read = readWord(word, variables)
  if (isUnclear(read)) return [word.value]
  return read.splits === true ? read.value.split(/\s+/).filter(part => part !== '') : [read.value]
}
