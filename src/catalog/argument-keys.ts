import type { Json, JsonObject, Fixup } from '../core/index.ts'
import { type Parameters, normalKey } from './parameters.ts'
import { isThinkKey } from './think-field.ts'
import type { Problem } from './validate/problem.ts'
import { unknownKey } from './validate/unknown-key.ts'

export type KeyRules = {
  readonly parameters: Parameters
  /** Curated names, by their normal form. */
  readonly aliases: ReadonlyMap<string, string>
  readonly exactOnly: boolean
  readonly unescape: boolean
}

export type NamedArguments = {
  readonly args: JsonObject
  readonly aliases: readonly string[]
  readonly fixups: readonly Fixup[]
  readonly problems: readonly Problem[]
}

const MAX_KEY_LENGTH = 256 // longer is no name, and would fill the records
const MARKDOWN_ESCAPE = /\\(?=[_*.\-[\]])/g

/** Gives every argument the name of its parameter and leaves out what the model only thought. */
export function matchParameters(named: JsonObject, rules: KeyRules): NamedArguments {
  const keys = Object.keys(named)
  if (keys.every(key => rules.parameters.has(key) && !isThinkKey(key)))
    return { args: named, aliases: [], fixups: [], problems: [] }
  return renameArguments(
    named,
    keys.filter(key => !isThinkKey(key)),
    rules,
  )
}

function renameArguments(named: JsonObject, keys: readonly string[], rules: KeyRules): NamedArguments {
  const args: Record<string, Json> = {}
  const sources = new Map<string, string>()
  const found = { aliases: new Array<string>(), fixups: new Array<Fixup>(), problems: new Array<Problem>() }
  for (const key of keys) {
    const { name, unescaped } = parameterFor(key, rules)
    const value = named[key]
    if (value === undefined) continue
    const clash = sources.get(name ?? key)
    if (clash !== undefined) found.problems.push(clashOf(name ?? key, [clash, key]))
    else if (name === undefined && !rules.parameters.open)
      found.problems.push(unknownKey([key], rules.parameters.names))
    if (name !== undefined && name !== key) found.aliases.push(`args.${key}→args.${name}`)
    if (unescaped && !found.fixups.includes('unescape_markdown')) found.fixups.push('unescape_markdown')
    sources.set(name ?? key, key)
    args[name ?? key] = value
  }
  return { args, ...found }
}

type Match = { readonly name: string | undefined; readonly unescaped: boolean }

export function parameterFor(key: string, rules: KeyRules): Match {
  if (rules.parameters.has(key)) return { name: key, unescaped: false }
  if (rules.exactOnly) return { name: undefined, unescaped: false }
  const name = lookUp(key, rules)
  if (name !== undefined || !rules.unescape || !key.includes('\\')) return { name, unescaped: false }
  const unescaped = lookUp(key.replace(MARKDOWN_ESCAPE, ''), rules)
  return { name: unescaped, unescaped: unescaped !== undefined }
}

function lookUp(key: string, { parameters, aliases }: KeyRules): string | undefined {
  if (key.length > MAX_KEY_LENGTH) return undefined
  const normal = normalKey(key)
  return parameters.byNormalKey.get(normal) ?? aliases.get(normal)
}

const clashOf = (name: string, keys: readonly string[]): Problem => ({
  kind: 'clash',
  path: name,
  expected: 'one value',
  got: keys.map(key => JSON.stringify(key)).join(' and '),
  suggestion: `Send "${name}" once.`,
})
